import { useEffect, useRef, useState } from "preact/hooks"
import type { Condition, FieldDetail, LeafValue } from "../../../api/Views.ts"
import { Combo } from "../../../ui/Combo.tsx"
import { scalar } from "../table/Cells.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { typedNumber, unitOf } from "../Units.ts"
import { type Compared, type Comparison, comparisons, conditionOf, kindOf, valuesOf } from "./Conditions.ts"
import { moreValues, valueOptions, valuesLike, valueText } from "./Proposals.ts"
import { useValues } from "./Values.ts"

const separator = ";"

const textFor = (value: LeafValue): string =>
  Array.isArray(value) ? value.map(scalar).join(`${separator} `) : scalar(value)

/** Returns the words for a comparison of a field. */
export const wordsOf = (comparison: Comparison, field: string): string =>
  (field === "Class" ? texts.filters.exactly[comparison] : undefined) ?? texts.filters.operators[comparison]

/** Renders the choice of how a property is compared, and with which value. Proposes the values that products have. */
export const ValueBox = (properties: {
  readonly base: string
  readonly detail: FieldDetail | undefined
  readonly field: string
  /** The other conditions, which narrow the proposals. */
  readonly others: ReadonlyArray<Condition>
  readonly start: Compared | null
  readonly button: string
  readonly done: (condition: Condition) => void
  /** Goes back to the choice of the property. */
  readonly back: () => void
}) => {
  const { back, base, button, detail, done, field, others, start } = properties
  const kind = kindOf(field, detail)
  const known = comparisons[kind]
  const possible = start === null || known.includes(start.comparison) ? known : [start.comparison, ...known]
  const [comparison, setComparison] = useState<Comparison>(start?.comparison ?? possible[0]!)
  const [text, setText] = useState(textFor(start?.comparison === "Between" ? null : (start?.value ?? null)))
  const bounds = start?.comparison === "Between" && Array.isArray(start.value) ? start.value : []
  const [between, setBetween] = useState<readonly [string, string]>([textFor(bounds[0]), textFor(bounds[1])])
  const [wrong, setWrong] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const count = valuesOf(comparison)
  const isList = count === Number.POSITIVE_INFINITY
  // The last part of a list is being typed.
  const typed = isList ? text.slice(text.lastIndexOf(separator) + 1).trim() : text
  const values = useValues(base, count === 0 || count === 2 ? null : field, detail, others, typed)
  const isNumber = kind === "number"
  const unit = unitOf(detail?.unit ?? null)
  useEffect(() => input.current?.focus(), [])
  const read = (part: string): string | null => {
    const found = isNumber ? typedNumber(part.trim()) : part
    return isNumber && (found.trim() === "" || !Number.isFinite(Number(found))) ? null : found
  }
  const send = () => {
    if (count === 0) return done(conditionOf(field, comparison))
    const parts = count === 2 ? between : isList ? text.split(separator).map((part) => part.trim()) : [text]
    const filled = isList ? parts.filter((part) => part !== "") : parts
    if (filled.length === 0 || (filled.includes("") && (isNumber || count === 2)))
      return setWrong(isNumber ? texts.filters.noNumber : texts.filters.noValue)
    const all = filled.map(read)
    if (all.includes(null)) return setWrong(texts.filters.noNumber)
    const given = all as ReadonlyArray<string>
    if (kind === "class" && isList) {
      const kinds = given.map((value) => conditionOf(field, "IsA", value))
      return done(comparison === "In" ? { or: kinds } : { not: { or: kinds } })
    }
    done(conditionOf(field, comparison, count === 1 ? given[0]! : given))
  }
  const change = (next: string) => {
    setWrong(null)
    setText(next)
  }
  const take = (id: string) => {
    const value = JSON.parse(id) as string | number | boolean
    if (!isList) return done(conditionOf(field, comparison, value))
    const before = text.slice(0, text.lastIndexOf(separator) + 1)
    change(`${before}${before === "" ? "" : " "}${isNumber ? String(value) : valueText(value)}${separator} `)
  }
  const bound = (n: 0 | 1, label: string) => (
    <input
      ref={n === 0 ? input : null}
      class="bound"
      inputMode="decimal"
      aria-label={label}
      placeholder={label}
      value={between[n]}
      onInput={({ currentTarget: { value } }) => {
        setWrong(null)
        setBetween(n === 0 ? [value, between[1]] : [between[0], value])
      }}
    />
  )
  return (
    <form
      class="row filterbox"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onKeyDown={({ key }) => {
        if (key === "Escape") back()
      }}
    >
      <button type="button" class="token" title={texts.filters.back(labelOf(field))} onClick={back}>
        {labelOf(field)} <span aria-hidden="true">✕</span>
      </button>
      <select
        aria-label={texts.filters.operator}
        value={comparison}
        onChange={({ currentTarget }) => {
          setWrong(null)
          setComparison(currentTarget.value as Comparison)
        }}
      >
        {possible.map((one) => (
          <option key={one} value={one}>
            {wordsOf(one, field)}
          </option>
        ))}
      </select>
      {count === 2 && (
        <>
          {bound(0, texts.filters.from)} {texts.filters.and} {bound(1, texts.filters.to)}
        </>
      )}
      {(count === 1 || isList) && (
        <Combo
          label={texts.filters.value}
          placeholder={isList ? texts.filters.values : isNumber ? texts.filters.number : texts.filters.value}
          text={text}
          setText={change}
          options={valueOptions(valuesLike(values.values, typed))}
          note={moreValues(values, typed)}
          isInvalid={wrong !== null}
          take={take}
          enter={send}
          leave={back}
          opensOnFocus
          input={input}
        />
      )}
      {count > 0 && unit !== "" && <span class="soft">{unit}</span>}
      <button class="primary">{button}</button>
      {wrong !== null && (
        <span class="fault" role="alert">
          {wrong}
        </span>
      )}
    </form>
  )
}
