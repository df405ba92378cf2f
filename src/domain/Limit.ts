import { LimitExceeded } from "./Errors.ts"

/** A limit that a caller can reach. */
export interface Limit {
  /** The user, project or thing that it is counted for. */
  readonly per: string
  /** The things that are counted, after the number: "10,000 models". */
  readonly counts: string
  readonly most: number
  readonly unit: "" | "bytes" | "characters" | "seconds"
  /** The answer beyond it: the status and the code, the code of a Failed operation, or what happens instead. */
  readonly beyond: string
  /** Returns the message to the caller, a sentence or the end of one, with the number as `amountOf` writes it. */
  readonly sentence: (amount: string) => string
}

export const KB = 1024
export const MB = 1024 * KB
export const GB = 1024 * MB

const sizes = [
  ["GB", GB],
  ["GB", 1e9],
  ["MB", MB],
  ["KB", KB]
] as const

/** Returns the number of a limit, or `most` instead of it, as it is written: "10,000", "64 KB", "30 s". */
export const amountOf = ({ unit, ...limit }: Limit, most = limit.most): string => {
  if (unit === "seconds") return `${Math.ceil(most * 10) / 10} s`
  const [name, size] = (unit === "bytes" ? sizes.find(([, size]) => most >= size && most % size === 0) : null) ?? [
    "",
    1
  ]
  return [(most / size).toLocaleString("en-US"), name === "" ? unit : name].join(" ").trimEnd()
}

/** Returns the message to a caller beyond the limit. `most` is the number in force if it is not that of the table. */
export const sentenceOf = (limit: Limit, most = limit.most): string => limit.sentence(amountOf(limit, most))

export const exceeded = (limit: Limit): LimitExceeded => new LimitExceeded({ details: sentenceOf(limit) })

const usual = (per: string, counts: string, unit: Limit["unit"]) => (amount: string) =>
  `${/^[aeio]/.test(per) ? "An" : "A"} ${per} has at most ${amount}${
    counts === unit ? "" : `${unit === "" ? "" : " of"} ${counts}`
  }.`

/**
 * Returns a function that makes limits with this answer beyond them. The usual sentence is like "A project has at most
 * 10,000 models."
 */
export const answering =
  (beyond: string) =>
  (
    per: string,
    counts: string,
    most: number,
    unit: Limit["unit"] = "",
    sentence: Limit["sentence"] = usual(per, counts, unit)
  ): Limit => ({ per, counts, most, unit, beyond, sentence })
