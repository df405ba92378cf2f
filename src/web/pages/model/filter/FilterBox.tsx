import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Condition } from "../../../api/Views.ts"
import { Combo, type Option } from "../../../ui/Combo.tsx"
import type { Fields } from "../Fields.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { type Compared, conditionOf, searchFor } from "./Conditions.ts"
import {
  fieldOf,
  fieldOptions,
  fieldPrefix,
  fieldsLike,
  moreFields,
  offered,
  valueOption,
  valuesLike
} from "./Proposals.ts"
import { ValueBox } from "./ValueBox.tsx"
import { useValues } from "./Values.ts"

/** Fields whose values are proposed before a property is chosen. */
const quick = ["Class", "SpatialLocation", "TypeName"] as const

/** Largest number of values of each of them. */
const mostQuick = 4

const searchOption = "search"

/** Renders the box in which a condition is made: a property, how it compares, and the value; or a text to find. */
export const FilterBox = (properties: {
  readonly base: string
  readonly fields: Fields | null
  /** The other conditions, which narrow the proposed values. */
  readonly others: ReadonlyArray<Condition>
  /** The comparison that is changed; null for a new one. */
  readonly start: Compared | null
  /** Whether the box takes the focus, because a button opened it. */
  readonly isOpened: boolean
  readonly button: string
  readonly done: (condition: Condition) => void
  readonly cancel: () => void
}) => {
  const { base, button, cancel, done, fields, isOpened, others, start } = properties
  const [field, setField] = useState(start?.property ?? null)
  const [text, setText] = useState("")
  const [isUsed, setUsed] = useState(false)
  /** Whether Enter was pressed before the properties were known. */
  const [isPending, setPending] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const wantsFocus = useRef(isOpened)
  const names = useMemo(() => offered(fields?.names ?? []), [fields])
  const proposed = quick.map((name) => {
    const { values } = useValues(
      base,
      isUsed && text.trim() !== "" ? name : null,
      fields?.details.get(name),
      others,
      ""
    )
    return valuesLike(values, text)
      .slice(0, mostQuick)
      .map((found): readonly [Option, Condition] => [
        valueOption(JSON.stringify([name, found.value]), found, `${labelOf(name)}: `),
        conditionOf(name, name === "Class" ? "IsA" : name === "TypeName" ? "Equals" : "Below", found.value)
      ])
  })
  useEffect(() => {
    if (field === null && wantsFocus.current) input.current?.focus()
    wantsFocus.current = false
  }, [field])
  const end = (condition: Condition) => {
    setText("")
    setField(null)
    wantsFocus.current = true
    done(condition)
  }
  const sought = text.trim()
  const find = () => {
    if (sought === "") return
    const named = fieldOf(names, sought)
    // Whether the text names a property is known only when the properties are.
    if (named === undefined && fields === null) return setPending(true)
    if (named === undefined) end(searchFor(sought))
    else setField(named)
  }
  useEffect(() => {
    if (!isPending || fields === null) return
    setPending(false)
    find()
  }, [isPending, fields])
  const take = (id: string) => {
    if (id === searchOption) return end(searchFor(sought))
    const found = proposed.flat().find(([option]) => option.id === id)
    if (found !== undefined) return end(found[1])
    setText("")
    setField(id.slice(fieldPrefix.length))
  }
  if (field !== null) {
    return (
      <ValueBox
        key={field}
        base={base}
        field={field}
        detail={fields?.details.get(field)}
        others={others}
        start={start?.property === field ? start : null}
        button={button}
        done={end}
        back={() => {
          wantsFocus.current = true
          setField(null)
          if (start !== null) cancel()
        }}
      />
    )
  }
  const like = fieldsLike(names, sought)
  const search: ReadonlyArray<Option> =
    sought === "" ? [] : [{ id: searchOption, label: texts.filters.search(sought), hint: texts.filters.searchHint }]
  return (
    <form
      class="row filterbox"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        find()
      }}
    >
      <Combo
        label={texts.filters.box}
        placeholder={texts.filters.hint}
        text={text}
        setText={setText}
        options={[...proposed.flat().map(([option]) => option), ...fieldOptions(like), ...search]}
        note={sought !== "" && like.length === 0 ? texts.filters.noProperty(sought) : moreFields(like)}
        take={take}
        enter={find}
        leave={() => {
          setText("")
          cancel()
        }}
        focused={() => setUsed(true)}
        input={input}
      />
    </form>
  )
}
