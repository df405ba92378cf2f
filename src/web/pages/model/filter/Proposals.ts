import { counted } from "../../../Texts.ts"
import type { Option } from "../../../ui/Combo.tsx"
import { scalar } from "../table/Cells.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { measured } from "../Units.ts"
import type { Value, Values } from "./Values.ts"

/** Largest number of proposals in a list. */
export const mostShown = 60

/** Sub-fields of fields with a form of their own, which the service does not list. */
const subFields = ["SpatialLocation.Floor", "SpatialLocation.Space", "MaterialLayerSet.Name"]

/** Fields that people use most, in this order. */
const usual = ["Class", "SpatialLocation", "MaterialLayerSet", "TypeName", "Code", "Name", ...subFields]

/** Returns the fields by which products can be filtered, grouped and coloured: the usual ones first. */
export const offered = (names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(names)
  const first = usual.filter((name) => known.has(name) || subFields.includes(name))
  return [...new Set([...first, ...names])]
}

const startOf = (text: string, sought: string): number => {
  const at = text.toLowerCase().indexOf(sought)
  return at < 0 ? 3 : at === 0 ? 0 : /\W/.test(text[at - 1]!) ? 1 : 2
}

/** Returns the word that people use for a field with its set, such as `Pset_DoorCommon.FireRating`, or for a class. */
const wordFor = (name: string): string => texts.filters.wordFor(name.slice(name.lastIndexOf(".") + 1))

/** Returns the fields whose name, label or word has a text, those that begin with it first. */
export const fieldsLike = (names: ReadonlyArray<string>, text: string): ReadonlyArray<string> => {
  const sought = text.trim().toLowerCase()
  if (sought === "") return names
  const rank = (name: string) => Math.min(...[labelOf(name), name, wordFor(name)].map((text) => startOf(text, sought)))
  return names
    .map((name) => ({ name, rank: rank(name) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name)
}

/** Returns the field that a text names exactly, by its name or its label; undefined if there is none. */
export const fieldOf = (names: ReadonlyArray<string>, text: string): string | undefined => {
  const sought = text.trim().toLowerCase()
  return (
    names.find((name) => name === text.trim()) ??
    names.find((name) => labelOf(name).toLowerCase() === sought) ??
    names.find((name) => name.toLowerCase() === sought)
  )
}

export const fieldPrefix = "field:"

/** Returns proposals of fields. Two fields with the same label are told apart by their names. */
export const fieldOptions = (names: ReadonlyArray<string>): ReadonlyArray<Option> =>
  names.slice(0, mostShown).map((name) => {
    const label = labelOf(name)
    const isTwice = names.some((other) => other !== name && labelOf(other) === label)
    const hint = isTwice && label !== name ? name : wordFor(name) || texts.filters.property
    return { id: `${fieldPrefix}${name}`, label, hint }
  })

export const moreFields = (names: ReadonlyArray<string>): string | null =>
  names.length > mostShown ? texts.filters.moreProperties(names.length - mostShown) : null

/** Returns the text of a value as people read it. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined || value === ""
    ? texts.filters.nothing
    : typeof value === "number"
      ? measured(value)
      : typeof value === "boolean"
        ? texts.editing.words[String(value)]!
        : scalar(value)

const has = ({ value }: Value, sought: string): boolean =>
  [valueText(value), String(value), texts.filters.wordFor(String(value))].some((text) =>
    text.toLowerCase().includes(sought)
  )

/** Returns the proposal of a value; `before` stands before its text. */
export const valueOption = (id: string, { count, value }: Value, before = ""): Option => {
  const word = texts.filters.wordFor(String(value))
  return { id, label: `${before}${valueText(value)}`, count: counted(count), ...(word !== "" && { hint: word }) }
}

/** Returns the values that have a text. */
export const valuesLike = (values: ReadonlyArray<Value>, text: string): ReadonlyArray<Value> => {
  const sought = text.trim().toLowerCase()
  return sought === "" ? values : values.filter((value) => has(value, sought))
}

export const valueOptions = (values: ReadonlyArray<Value>): ReadonlyArray<Option> =>
  values.slice(0, mostShown).map((value) => valueOption(JSON.stringify(value.value), value))

export const moreValues = ({ more, values }: Values, text: string): string | null => {
  const hidden = more + Math.max(0, valuesLike(values, text).length - mostShown)
  return hidden > 0 ? texts.filters.moreValues(hidden) : null
}
