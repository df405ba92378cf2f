/**
 * A set of code points as ranges, each a pair of the first and the last one, in ascending order without overlaps: [65,
 * 90, 97, 122] is A-Z and a-z.
 */
export type CodePoints = ReadonlyArray<number>

const last = 0x10ffff

/** Returns the set of ranges that may overlap and come in any order. */
export const union = (sets: ReadonlyArray<CodePoints>): CodePoints => {
  if (sets.length === 1) return sets[0]!
  const pairs = sets.flatMap((set) => Array.from({ length: set.length / 2 }, (_, i) => [set[2 * i]!, set[2 * i + 1]!]))
  const result: Array<number> = []
  for (const [from, to] of pairs.sort(([a], [b]) => a! - b!)) {
    const end = result.at(-1)
    if (end !== undefined && from! <= end + 1) result[result.length - 1] = Math.max(end, to!)
    else result.push(from!, to!)
  }
  return result
}

export const complement = (set: CodePoints): CodePoints => {
  const result: Array<number> = []
  let next = 0
  for (let i = 0; i < set.length; i += 2) {
    if (set[i]! > next) result.push(next, set[i]! - 1)
    next = set[i + 1]! + 1
  }
  if (next <= last) result.push(next, last)
  return result
}

export const difference = (set: CodePoints, other: CodePoints): CodePoints =>
  complement(union([complement(set), other]))

/** Returns the code points of a Unicode category, such as `L` or `Nd`; null if the category does not exist. */
export const categoryOf = (name: string): CodePoints | null => {
  if (!/^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/.test(name)) return null
  return categories.getOrInsertComputed(name, () => scan(new RegExp(`\\p{${name}}`, "u")))
}

const categories = new Map<string, CodePoints>()

const scan = (expression: RegExp): CodePoints => {
  const result: Array<number> = []
  let isIn = false
  for (let point = 0; point <= last; point++) {
    const found = expression.test(String.fromCodePoint(point))
    if (found !== isIn) result.push(found ? point : point - 1)
    isIn = found
  }
  if (isIn) result.push(last)
  return result
}

const named = (text: string): CodePoints =>
  union(
    text.split(" ").map((range) => {
      const [from, to = from] = range.split("-").map((hex) => Number.parseInt(hex, 16)) as [number, number?]
      return [from, to]
    })
  )

const lazy = (make: () => CodePoints): (() => CodePoints) => {
  let made: CodePoints | null = null
  return () => (made ??= make())
}

/** Characters that may begin a name (`\i`). Source: XML 1.0, fifth edition, production 4. */
const initial = lazy(() =>
  named(
    "3a 41-5a 5f 61-7a c0-d6 d8-f6 f8-2ff 370-37d 37f-1fff 200c-200d 2070-218f 2c00-2fef 3001-d7ff f900-fdcf fdf0-fffd 10000-effff"
  )
)
const ofNames = lazy(() => union([initial(), named("2d-2e 30-39 b7 300-36f 203f-2040")]))
const spaces = lazy(() => named("9-a d 20"))
const digits = lazy(() => categoryOf("Nd")!)
const words = lazy(() => complement(union([categoryOf("P")!, categoryOf("Z")!, categoryOf("C")!])))

/** The classes that escapes of several characters stand for. Source: XML Schema 1.0 part 2, appendix F.1.1. */
export const escapes: ReadonlyMap<string, () => CodePoints> = new Map(
  (
    [
      ["i", initial],
      ["c", ofNames],
      ["s", spaces],
      ["d", digits],
      ["w", words]
    ] as const
  ).flatMap(([letter, set]) => [[letter, set] as const, [letter.toUpperCase(), lazy(() => complement(set()))] as const])
)

/** All characters except line ends (`.`). */
export const dot = complement([10, 10, 13, 13])
