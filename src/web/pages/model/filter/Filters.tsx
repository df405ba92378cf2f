import { useState } from "preact/hooks"
import type { Failure } from "../../../api/Failure.ts"
import type { Condition } from "../../../api/Views.ts"
import { useKeptFocus } from "../../../ui/Focus.ts"
import { lazy } from "../../../ui/Lazy.tsx"
import { ConditionText } from "./ConditionText.tsx"
import {
  alternativesOf,
  type Compared,
  comparedIn,
  searchedIn,
  withAlternative,
  withoutAlternative
} from "./Conditions.ts"
import { FilterBox } from "./FilterBox.tsx"
import { showFound } from "./Found.ts"
import type { Fields } from "../Fields.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { setFilters } from "../Query.ts"

const SavedFilters = lazy(async () => (await import("./SavedFilters.tsx")).SavedFilters)

/** The box makes a new condition, an alternative to one, or another one in the place of an alternative. */
type Target =
  | { readonly tag: "New" }
  | { readonly tag: "Or"; readonly at: number }
  | { readonly tag: "Change"; readonly at: number; readonly alternative: number; readonly start: Compared }

const unchanged: Target = { tag: "New" }

/** Returns the property of the filter that the service refused because no product has it; null for another failure. */
const refusedIn = (failure: Failure | null): { readonly at: number; readonly property: string } | null => {
  if (failure?.code !== "InvalidFilter") return null
  const found = /^\/where\/and\/(\d+)\S*: unknown property "(.*)"$/.exec(failure.details)
  return found === null ? null : { at: Number(found[1]), property: found[2]! }
}

const nameOf = (condition: Condition): string => {
  const sought = searchedIn(condition)
  if (sought !== null) return sought
  const first = alternativesOf(condition)[0]
  const compared = first === undefined ? null : comparedIn(first)
  return compared === null ? texts.filters.title : labelOf(compared.property)
}

/** Renders the filters, which must all hold, each with its alternatives, and a box that adds one or finds a text. */
export const Filters = ({
  base,
  failure,
  fields,
  filters
}: {
  readonly base: string
  readonly filters: ReadonlyArray<Condition>
  readonly fields: Fields | null
  /** Why the service did not apply the filters; null if it did. */
  readonly failure: Failure | null
}) => {
  const [target, setTarget] = useState<Target>(unchanged)
  /** Changes each time the box begins anew. */
  const [round, setRound] = useState(0)
  const [isSaving, setSaving] = useState(false)
  const within = useKeptFocus<HTMLDivElement>((element) => element?.querySelector("input") ?? null)
  const refused = refusedIn(failure)
  const begin = (next: Target) => {
    setTarget(next)
    setRound(round + 1)
  }
  const replaced = (at: number, next: Condition | null) =>
    filters.flatMap((one, n) => (n === at ? (next === null ? [] : [next]) : [one]))
  const done = (condition: Condition) => {
    if (target.tag === "New") {
      const all = [...filters, condition]
      setFilters(all)
      if (searchedIn(condition) !== null) void showFound(base, all)
      return
    }
    const before = filters[target.at]
    begin(unchanged)
    if (before === undefined) return setFilters([...filters, condition])
    if (target.tag === "Or") return setFilters(replaced(target.at, withAlternative(before, condition)))
    const all = alternativesOf(before).map((one, n) => (n === target.alternative ? condition : one))
    setFilters(replaced(target.at, all.length === 1 ? all[0]! : { or: all }))
  }
  const remove = (at: number, alternative: number | null) => {
    begin(unchanged)
    setFilters(replaced(at, alternative === null ? null : withoutAlternative(filters[at]!, alternative)))
  }
  const others = target.tag === "New" ? filters : filters.filter((_, n) => n !== target.at)
  return (
    <div class="filters" ref={within}>
      <div class="row">
        <FilterBox
          key={round}
          base={base}
          fields={fields}
          others={refused === null ? others : []}
          start={target.tag === "Change" ? target.start : null}
          isOpened={target.tag !== "New"}
          button={target.tag === "Change" ? texts.filters.change : texts.filters.add}
          done={done}
          cancel={() => begin(unchanged)}
        />
        <button type="button" aria-haspopup="dialog" onClick={() => setSaving(true)}>
          {texts.filters.saved.title}
        </button>
      </div>
      {target.tag === "Or" && (
        <p class="soft" role="status">
          {texts.filters.alternativeTo}
        </p>
      )}
      {filters.length > 0 && (
        <ul class="chips" aria-label={texts.filters.title}>
          {filters.map((filter, at) => {
            const isSearch = searchedIn(filter) !== null
            const alternatives = isSearch ? [filter] : alternativesOf(filter)
            const isRefused = refused?.at === at
            return (
              <li key={at} class={isRefused ? "refused" : undefined}>
                {alternatives.map((one, n) => {
                  const start = comparedIn(one)
                  const name = nameOf(one)
                  const text = <ConditionText base={base} fields={fields} condition={one} />
                  return (
                    <span key={n} class="alternative">
                      {n > 0 && <em> {texts.filters.or} </em>}
                      {start === null ? (
                        text
                      ) : (
                        <button
                          type="button"
                          class="plain"
                          title={texts.filters.changeOf(name)}
                          onClick={() => begin({ tag: "Change", at, alternative: n, start })}
                        >
                          {text}
                        </button>
                      )}
                      <button
                        type="button"
                        class="plain"
                        aria-label={texts.filters.remove(name)}
                        onClick={() => remove(at, isSearch ? null : n)}
                      >
                        ✕
                      </button>
                    </span>
                  )
                })}
                {!isSearch && (
                  <button
                    type="button"
                    class="plain or"
                    aria-label={texts.filters.alternative(nameOf(filter))}
                    title={texts.filters.alternative(nameOf(filter))}
                    onClick={() => begin({ tag: "Or", at })}
                  >
                    {texts.filters.or}
                  </button>
                )}
                {isRefused && (
                  <span class="fault" role="alert">
                    {texts.filters.unknown(refused.property)} {texts.filters.unknownHint}
                  </span>
                )}
              </li>
            )
          })}
          <li>
            <button type="button" class="link" onClick={() => setFilters([])}>
              {texts.filters.clear}
            </button>
          </li>
        </ul>
      )}
      {isSaving && <SavedFilters base={base} filters={filters} close={() => setSaving(false)} />}
    </div>
  )
}
