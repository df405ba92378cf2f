import { useRef, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Filter, Location, Operator } from "../../api/Views.ts"
import { counted } from "../../Texts.ts"
import { texts } from "./ModelTexts.ts"
import { type Fields, isNumber } from "./Fields.ts"
import { fieldNamed, labelOf } from "./Labels.ts"
import { operators, setFilters } from "./Query.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { useLoaded } from "../../ui/Loaded.tsx"
import { typedNumber } from "./Units.ts"

/** Largest number of list values written out in a filter. */
const mostWritten = 3

const written = (value: unknown): string =>
  value === null || value === ""
    ? texts.filters.nothing
    : Array.isArray(value)
      ? [
          ...value.slice(0, mostWritten).map(written),
          ...(value.length > mostWritten ? [texts.filters.others(counted(value.length - mostWritten))] : [])
        ].join("; ")
      : typeof value === "string"
        ? value
        : JSON.stringify(value)

/**
 * Renders the name of a location, which the filter does not contain, or its GlobalId as long as the name is unknown.
 */
const PlaceName = ({ base, guid }: { readonly base: string; readonly guid: string }) => {
  const project = base.slice(0, base.indexOf("/models/"))
  const { state } = useLoaded(
    (signal) => call<{ readonly locations: ReadonlyArray<Location> }>("GET", `${project}/locations`, { signal }),
    [project]
  )
  const found =
    state.tag === "Ready" ? state.value.locations.find(({ locationGuid }) => locationGuid === guid) : undefined
  return <>{found?.name || guid}</>
}

/** Renders the filters, which must all hold and can be removed one by one, and a form to add one. */
export const Filters = ({
  base,
  fields,
  filters
}: {
  readonly base: string
  readonly filters: ReadonlyArray<Filter>
  readonly fields: Fields | null
}) => {
  const [typed, setTyped] = useState("")
  const [operator, setOperator] = useState<Operator>("Equals")
  const [text, setText] = useState("")
  const first = useRef<HTMLInputElement>(null)
  const within = useKeptFocus<HTMLDivElement>(() => first.current)
  const add = () => {
    const property = fieldNamed(typed, fields?.names ?? [])
    const isList = operator === "In" || operator === "NotIn"
    const read = (part: string) => (isNumber(fields?.details.get(property)) ? typedNumber(part) : part)
    const value = isList ? text.split(";").map((part) => read(part.trim())) : read(text)
    setFilters([...filters, { property, operator, value }])
    setText("")
  }
  return (
    <div class="filters" ref={within}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          ref={first}
          list="fields"
          required
          value={typed}
          aria-label={texts.filters.property}
          placeholder={texts.filters.property}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <datalist id="fields">
          {fields?.names.map((name) => (
            <option key={name} value={name} label={labelOf(name)} />
          ))}
        </datalist>
        <select
          aria-label={texts.filters.operator}
          value={operator}
          onChange={({ currentTarget }) => setOperator(currentTarget.value as Operator)}
        >
          {operators.map((one) => (
            <option key={one} value={one}>
              {texts.filters.operators[one]}
            </option>
          ))}
        </select>
        <input
          value={text}
          aria-label={texts.filters.value}
          placeholder={operator === "In" || operator === "NotIn" ? texts.filters.values : texts.filters.value}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button>{texts.filters.add}</button>
      </form>
      {filters.length > 0 && (
        <ul class="chips" aria-label={texts.filters.title}>
          {filters.map((filter, n) => (
            <li key={n}>
              {labelOf(filter.property)} {texts.filters.operators[filter.operator]}{" "}
              <strong>
                {filter.property === "SpatialLocation" && typeof filter.value === "string" ? (
                  <PlaceName base={base} guid={filter.value} />
                ) : (
                  written(filter.value)
                )}
              </strong>
              <button
                type="button"
                class="plain"
                aria-label={texts.filters.remove(labelOf(filter.property))}
                onClick={() => setFilters(filters.filter((_, other) => other !== n))}
              >
                ✕
              </button>
            </li>
          ))}
          <li>
            <button type="button" class="link" onClick={() => setFilters([])}>
              {texts.filters.clear}
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}
