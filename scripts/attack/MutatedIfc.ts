import type { Random } from "../chaos/Random.ts"

/** A function that damages a good file. */
export type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1")

/** Makes a mutation of the text of a file, in which each byte is a character. */
const ofText =
  (change: (text: string, random: Random) => string): Mutation =>
  (bytes, random) =>
    Buffer.from(change(latin1(bytes), random), "latin1")

/** Replaces about this many of the matches, each by the result of a function. */
const some = (
  text: string,
  pattern: RegExp,
  count: number,
  random: Random,
  replace: (match: string) => string
): string => {
  const share = Math.min(1, count / Math.max(1, text.match(pattern)?.length ?? 1))
  return text.replace(pattern, (match) => (random.next() < share ? replace(match) : match))
}

const reference = /#\d+/g
const number = /(?<=[(,])-?\d+\.\d*(?:E[+-]?\d+)?(?=[,)])/g
const word = /'[^'\n]{1,80}'/g
const keyword = /(?<==)IFC[A-Z0-9]+/g
const list = /\(#\d+(?:,#\d+)*\)/g

/** Sizes that no building can have. */
const sizes = ["1.E308", "-1.E308", "1.E-320", "99999999999999999999.", "-0.", "1.E9999", "0."]
const texts = (random: Random): string =>
  random.pick([
    "\\X2\\D800\\X0\\",
    "\\X4\\00110000\\X0\\",
    "\\X\\00",
    "\\PZ\\",
    "\\S\\",
    "x".repeat(100_000),
    "''",
    "\u0000",
    "\u0080"
  ])

/** The mutations by name. */
export const mutations: Readonly<Record<string, Mutation>> = {
  truncated: (bytes, random) => bytes.subarray(0, random.between(20, bytes.length)),
  "bytes flipped": (bytes, random) => {
    const copy = bytes.slice()
    for (let i = 0; i < 200; i++) copy[random.between(100, copy.length - 1)]! ^= 1 << random.between(0, 7)
    return copy
  },
  "bytes removed": ofText((text, random) => {
    const at = random.between(200, text.length - 1)
    return text.slice(0, at) + text.slice(at + random.between(1, 5000))
  }),
  "references swapped": ofText((text, random) => {
    const all = text.match(reference) ?? ["#1"]
    return some(text, reference, 2000, random, () => random.pick(all))
  }),
  "references to one": ofText((text, random) => {
    const one = random.pick(text.match(reference) ?? ["#1"])
    return some(text, reference, 20_000, random, () => one)
  }),
  "keywords swapped": ofText((text, random) => {
    const all = text.match(keyword) ?? ["IFCWALL"]
    return some(text, keyword, 500, random, () => random.pick(all))
  }),
  "sizes exaggerated": ofText((text, random) => some(text, number, 500, random, () => random.pick(sizes))),
  "lists repeated": ofText((text, random) =>
    some(text, list, 20, random, (match) => `(${`${match.slice(1, -1)},`.repeat(2000)}${match.slice(1)}`)
  ),
  "texts replaced": ofText((text, random) => some(text, word, 20, random, () => `'${texts(random)}'`)),
  "numbers of instances exaggerated": ofText((text, random) =>
    some(text, /^#\d+/gm, 200, random, (match) => match + "9".repeat(random.between(5, 30)))
  ),
  "lines shuffled": ofText((text, random) =>
    text.replace(/(?<=DATA;\s)[\s\S]*(?=ENDSEC;)/, (data) => {
      const lines = data.split(";\n")
      for (let i = lines.length - 1; i > 0; i--) {
        const other = random.between(0, i)
        const kept = lines[i]!
        lines[i] = lines[other]!
        lines[other] = kept
      }
      return lines.join(";\n")
    })
  ),
  "lines doubled": ofText((text, random) => some(text, /^#\d+=.*$/gm, 2000, random, (match) => `${match}\n${match}`)),
  "quotation marks removed": ofText((text, random) => some(text, /'/g, 5, random, () => "")),
  "brackets added": ofText((text, random) =>
    some(text, /\(/g, 20, random, (match) => match.repeat(random.between(2, 20_000)))
  ),
  "another schema": ofText((text, random) =>
    text.replace(
      /FILE_SCHEMA\s*\(\(.*?\)\)/,
      () => `FILE_SCHEMA(('${random.pick(["IFC9", "IFC2X3", "IFC4X3", "IFC4", "", "x".repeat(9999)])}'))`
    )
  )
}
