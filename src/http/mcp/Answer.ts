import { limits } from "../../domain/Limits.ts"

/** A result of a tool: the members of its structure. */
export type Structure = Readonly<Record<string, unknown>>

/** Lengths at which texts are cut, in characters, from the usual one to those for rows that are otherwise too large. */
const lengths = [limits.charactersOfTool.most, 200, 40, 8]

/** Returns a value whose texts have at most `most` characters, and counts the texts that were cut. */
const cutTexts = (value: unknown, most: number, count: () => void): unknown => {
  if (typeof value === "string") {
    if (value.length <= most) return value
    count()
    // A surrogate pair is never split.
    return `${value
      .slice(0, most)
      .toWellFormed()
      .replace(/\uFFFD$/, "")}…`
  }
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, most, count))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cutTexts(member, most, count)]))
}

/** Collects the rows of a result until it is full (contract section 19: 25,000 tokens of four bytes). */
export const collecting = (most = limits.toolResultBytes.most) => {
  // The other members of the result, and the words about what was left out, need some room.
  let left = most - reserve
  let isFull = false
  let cut = 0
  const rows: Array<unknown> = []

  /** Adds a row. Returns false, now and from then on, if it does not fit. */
  const add = (row: unknown): boolean => {
    if (isFull) return false
    for (const length of rows.length === 0 ? lengths : lengths.slice(0, 1)) {
      let cuts = 0
      const short = cutTexts(row, length, () => cuts++)
      const text = JSON.stringify(short)
      const bytes = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(text))
      if (bytes > left) continue
      left -= bytes
      cut += cuts
      rows.push(short)
      return true
    }
    // A result without rows would make its caller ask for the same place again and again.
    if (rows.length === 0) {
      rows.push({ tooLarge: true })
      cut++
      return true
    }
    isFull = true
    return false
  }

  return { rows, add, isFull: () => isFull, cuts: () => cut }
}

const reserve = 8 * 1024

/** The parts of the sentence about what a result does not contain. */
interface Left {
  /** The place at which the next call goes on; null if nothing follows. */
  readonly next: string | null
  /** The number of texts that were cut. */
  readonly cuts: number
  /** More sentences. */
  readonly more?: ReadonlyArray<string>
  /** The tool that goes on; the same one, with the same arguments, if absent. */
  readonly tool?: string | undefined
}

/** Returns a result with `next` and `leftOut` if something was left out. */
export const withLeft = (structure: Structure, { cuts, more = [], next, tool }: Left): Structure => {
  const again = tool === undefined ? "call again with the same arguments and" : `call ${tool} with`
  const said = [
    ...(next === null ? [] : [`There is more: ${again} next "${next}".`]),
    ...(cuts === 0 ? [] : [`${cuts} long texts were cut; a cut text ends in "…".`]),
    ...more
  ]
  return {
    ...structure,
    ...(next === null ? {} : { next }),
    ...(said.length === 0 ? {} : { leftOut: said.join(" ") })
  }
}
