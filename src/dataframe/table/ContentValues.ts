import {
  VALUE_INTEGER,
  VALUE_KIND_MASK,
  VALUE_NULL,
  VALUE_REAL,
  VALUE_SEVERAL,
  VALUE_TEXT,
  type ModelContent
} from "../../domain/models/ModelContent.ts"
import type { ValueSpace } from "./ColumnWriter.ts"

/** Returns the values of a content in stored form: empty texts and numbers that are not finite are "without value". */
export const make = (content: ModelContent): ValueSpace => {
  const { kind, number, unit } = content.values
  const text = (id: number): string => content.texts[number[id]!]!
  const kept = (id: number): number => {
    const of = kind[id]! & VALUE_KIND_MASK
    if (of === VALUE_TEXT && text(id) === "") return (kind[id]! & ~VALUE_KIND_MASK) | VALUE_NULL
    if ((of === VALUE_REAL || of === VALUE_INTEGER) && !Number.isFinite(number[id]!)) {
      return (kind[id]! & ~VALUE_KIND_MASK) | VALUE_NULL
    }
    return kind[id]!
  }
  return {
    size: kind.length,
    kind: kept,
    text: (id) => text(id).toWellFormed(),
    number: (id) => ((kept(id) & VALUE_KIND_MASK) === VALUE_NULL ? 0 : number[id]!),
    unit: (id) => unit[id]!,
    items: (id) => ((kind[id]! & VALUE_SEVERAL) === 0 ? undefined : content.lists.get(number[id]!))
  }
}

/** Returns texts as values, numbered by their index. */
export const ofTexts = (texts: ReadonlyArray<string>): ValueSpace => ({
  size: texts.length,
  kind: () => VALUE_TEXT,
  text: (id) => texts[id]!.toWellFormed(),
  number: () => 0,
  unit: () => -1,
  items: () => undefined
})

/** Returns numbers in one unit as values, numbered by their index. */
export const ofNumbers = (numbers: Float64Array, unit: number): ValueSpace => ({
  size: numbers.length,
  kind: () => VALUE_REAL,
  text: () => "",
  number: (id) => numbers[id]!,
  unit: () => unit,
  items: () => undefined
})
