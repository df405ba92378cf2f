import { choose, place } from "../address/Address.ts"
import { texts } from "../Texts.ts"

/** Returns the search text of this page, which is kept in its address, with its input and a matcher. */
export const useSearch = () => {
  const sought = place.value.query.get("q") ?? ""
  const input = (
    <input
      type="search"
      aria-label={texts.search}
      placeholder={texts.search}
      value={sought}
      onInput={({ currentTarget: { value } }) => choose({ q: value === "" ? null : value })}
    />
  )
  const needle = sought.toLowerCase()
  const has = (...parts: ReadonlyArray<string | null | undefined>): boolean =>
    needle === "" || parts.some((part) => part?.toLowerCase().includes(needle) === true)
  return { sought, input, has }
}

/** Renders the message that a search has no matches. */
export const NoMatch = ({ sought }: { readonly sought: string }) => (
  <p class="soft" role="status">
    {texts.noMatch(sought)}
  </p>
)
