import * as Either from "effect/Either"

const unclosed = "has a \" or ' that is not closed"

/**
 * Splits an operator's command into words without a shell: white space separates them, and quotes of either kind keep a
 * word together. `{in}` and `{out}` stand for the paths; if a command has neither, both are appended.
 *
 * Left: the fault of the command.
 */
export const converterCommand = (text: string): Either.Either<ReadonlyArray<string>, string> => {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+|\S+/g) ?? []
  if (words.length === 0) return Either.left("must name a program")
  if (words.some((word) => /["']/.test(word.replaceAll(/"[^"]*"|'[^']*'/g, "")))) return Either.left(unclosed)
  const plain = words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, "$1$2"))
  const has = (place: string) => plain.some((word) => word.includes(place))
  if (has("{in}") !== has("{out}")) return Either.left("must have both {in} and {out}, or neither")
  return Either.right(has("{in}") ? plain : [...plain, "{in}", "{out}"])
}
