import { compareNames, measured } from "../../../words/Format.ts"
import type { Rgb } from "../../../viewer/Viewer.ts"

/** Number of values with a colour of their own, as many as everybody can tell apart; the others share one. */
export const mostNamed = 7
/** Number of colours for numbers; if there are more values, they are grouped in as many ranges. */
export const ranges = 6

/**
 * Colours that colour-blind people can tell apart, on light and on dark: Okabe and Ito, Color Universal Design, 2008,
 * without black.
 */
export const named: ReadonlyArray<Rgb> = [
  [230, 159, 0],
  [86, 180, 233],
  [0, 158, 115],
  [204, 121, 167],
  [213, 94, 0],
  [240, 228, 66],
  [0, 114, 178]
]
/** Colours from less to more with evenly increasing lightness: viridis, without its darkest part. */
const graded: ReadonlyArray<Rgb> = [
  [70, 50, 126],
  [54, 92, 141],
  [39, 127, 142],
  [31, 161, 135],
  [74, 193, 109],
  [253, 231, 37]
]
const othersColor: Rgb = [138, 146, 154]
const noneColor: Rgb = [196, 200, 204]

/** Colours of what was added, changed and deleted, the same as in lists (`--added` and so on in the styles). */
export const changeColors = {
  added: [46, 160, 67],
  changed: [222, 148, 10],
  deleted: [207, 34, 46]
} as const satisfies Readonly<Record<string, Rgb>>

/** Name in the address of the colouring by changes. */
export const changesColor = "!changes"

/** Line of a legend. */
export interface Entry {
  readonly key: string
  readonly kind: "value" | "range" | "others" | "none"
  /** Text of a value or range; empty for the others. */
  readonly label: string
  readonly color: Rgb
  readonly guids: ReadonlyArray<string>
}

/** GlobalIds of products by their value. */
export type Groups = ReadonlyMap<string | number | boolean | null, ReadonlyArray<string>>

const ranged = (numbers: ReadonlyArray<readonly [number, ReadonlyArray<string>]>): ReadonlyArray<Entry> => {
  const least = numbers.reduce((found, [value]) => Math.min(found, value), Infinity)
  const most = numbers.reduce((found, [value]) => Math.max(found, value), -Infinity)
  const width = (most - least) / ranges
  const parts = Array.from({ length: ranges }, (): Array<string> => [])
  for (const [value, guids] of numbers) {
    const part = parts[Math.min(ranges - 1, Math.floor((value - least) / width))]!
    for (const guid of guids) part.push(guid)
  }
  return parts.flatMap((guids, i): ReadonlyArray<Entry> => {
    const label = `${measured(least + i * width)} – ${measured(least + (i + 1) * width)}`
    return guids.length === 0 ? [] : [{ key: `range ${i}`, kind: "range", label, color: graded[i]!, guids }]
  })
}

/** Returns an entry for each of a few numbers, in ascending order, with colours from less to more. */
const stepped = (numbers: ReadonlyArray<readonly [number, ReadonlyArray<string>]>): ReadonlyArray<Entry> =>
  numbers
    .toSorted(([a], [b]) => a - b)
    .map(([value, guids], i): Entry => {
      const color = graded[Math.round((i * (graded.length - 1)) / Math.max(1, numbers.length - 1))]!
      return { key: `value ${value}`, kind: "value", label: measured(value), color, guids }
    })

/**
 * Returns a legend: values with most products first, or numbers in ascending ranges; then the others, and products
 * without a value.
 */
export const legendOf = (groups: Groups): ReadonlyArray<Entry> => {
  const valued = [...groups].filter(([value]) => value !== null)
  const numbers = valued.filter((one): one is [number, ReadonlyArray<string>] => typeof one[0] === "number")
  const without = groups.get(null) ?? []
  const none: ReadonlyArray<Entry> =
    without.length === 0 ? [] : [{ key: "none", kind: "none", label: "", color: noneColor, guids: without }]
  if (numbers.length > 0 && numbers.length === valued.length)
    return [...(numbers.length > ranges ? ranged(numbers) : stepped(numbers)), ...none]
  const sorted = valued.sort(([a, one], [b, other]) => other.length - one.length || compareNames(String(a), String(b)))
  const rest = sorted.slice(mostNamed).flatMap(([, guids]) => guids)
  return [
    ...sorted.slice(0, mostNamed).map(([value, guids], i): Entry => {
      const label = typeof value === "number" ? measured(value) : String(value)
      return { key: `value ${value}`, kind: "value", label, color: named[i]!, guids }
    }),
    ...(rest.length === 0
      ? []
      : [{ key: "others", kind: "others" as const, label: "", color: othersColor, guids: rest }]),
    ...none
  ]
}

/** Returns the legend of changes: what was added, changed and deleted, if anything was, and the rest. */
export const changesLegend = (
  groups: Readonly<Record<keyof typeof changeColors | "none", ReadonlyArray<string>>>,
  labels: Readonly<Record<keyof typeof changeColors, string>>
): ReadonlyArray<Entry> => {
  const kinds = (["added", "changed", "deleted"] as const).map((key): Entry => ({
    key,
    kind: "value",
    label: labels[key],
    color: changeColors[key],
    guids: groups[key]
  }))
  const rest: Entry = { key: "none", kind: "none", label: "", color: noneColor, guids: groups.none }
  return [...kinds, rest].filter(({ guids }) => guids.length > 0)
}
