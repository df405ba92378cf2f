import { choose, place } from "../address/Address.ts"
import { texts } from "../Texts.ts"

/** Returns a matcher: whether one of several texts contains the search text, whatever the case. */
export const matching = (sought: string) => {
  const needle = sought.toLowerCase()
  return (...parts: ReadonlyArray<string | null | undefined>): boolean =>
    needle === "" || parts.some((part) => part?.toLowerCase().includes(needle) === true)
}

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
  return { sought, input, has: matching(sought) }
}

/** Renders the message that a search has no matches. */
export const NoMatch = ({ sought }: { readonly sought: string }) => (
  <p class="soft" role="status">
    {texts.noMatch(sought)}
  </p>
)
