import * as Schema from "effect/Schema"
import { limits } from "./Limits.ts"

/**
 * Returns true if a text contains neither NUL nor lone surrogates. Both are refused in every text that a client sends
 * (contract section 2.12).
 */
export const isClean = (text: string): boolean => !text.includes("\0") && text.isWellFormed()

/** The message about a text that is not clean. */
export const unclean = "holds NUL or a lone surrogate"

/** Returns true if the value is a text that contains NUL or a lone surrogate. */
export const isUnclean = (value: unknown): boolean => typeof value === "string" && !isClean(value)

const clean = Schema.filter<typeof Schema.String>((text) => isClean(text) || unclean)

/** A text of any length, kept as it is. */
export const AnyText = Schema.String.pipe(clean)

/** Counts Unicode characters, not UTF-16 units, like JSON Schema. */
const length = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Returns true if a text has more than `most` characters. */
export const isLonger = (text: string, most: number): boolean => text.length > most && length(text) > most

const atMost = (max: number) =>
  Schema.filter<typeof Schema.String>((text) => !isLonger(text, max) || `must have at most ${max} characters`, {
    jsonSchema: { maxLength: max }
  })

/** Makes a schema of a text of up to `max` characters, which is kept as it is. */
export const text = (max: number) => Schema.String.pipe(atMost(max), clean)

/** The most characters of a name and of a description. */
export const [longestName, longestDescription] = [255, 4000]

/** A name, title or identification: trimmed, 1 to 255 characters. */
export const Name = Schema.Trim.pipe(Schema.minLength(1), atMost(longestName), clean).annotations({
  identifier: "Name",
  jsonSchema: { type: "string", minLength: 1, maxLength: 255 }
})

export const Description = text(longestDescription).annotations({ identifier: "Description" })
export const Unit = text(64).annotations({ identifier: "Unit" })
export const Uri = text(2048).annotations({ identifier: "Uri" })
export const OtherText = text(255).annotations({ identifier: "Text" })

/** Makes a schema of a list of at most 1,000 entries. */
export const list = <A, I, R>(item: Schema.Schema<A, I, R>) =>
  Schema.Array(item).pipe(Schema.maxItems(limits.entriesOfList.most))

/**
 * Compares pairs of name and id: by the lower-cased name, then by the name, each in code point order, then by the id
 * (contract section 2.14).
 */
export const compareNames = (a: readonly [string, string], b: readonly [string, string]): number =>
  compareCodePoints(a[0].toLowerCase(), b[0].toLowerCase()) ||
  compareCodePoints(a[0], b[0]) ||
  a[1].length - b[1].length ||
  compareCodePoints(a[1], b[1])

/** Compares in Unicode code point order, which differs from that of UTF-16 units above U+FFFF. */
export const compareCodePoints = (a: string, b: string): number => {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i)
    const y = b.charCodeAt(i)
    if (x !== y) {
      const surrogates = Number(x >= 0xd800 && x <= 0xdfff) - Number(y >= 0xd800 && y <= 0xdfff)
      return surrogates === 0 ? x - y : surrogates
    }
  }
  return a.length - b.length
}
