import * as Either from "effect/Either"
import { RE2JS, RE2JSException } from "re2js"
import { amountOf } from "../Limit.ts"
import { limits } from "../Limits.ts"

/** A regular expression of RE2, whose time is linear in the text. */
export interface Expression {
  /** Returns whether the expression is found anywhere in the text. */
  readonly isIn: (text: string) => boolean
  /** The number of instructions of the compiled expression. */
  readonly size: number
}

/**
 * Compiles an expression of RE2. Fails with the reason if it is none, or if it has more than 1,000 characters or more
 * than 2,000 instructions.
 *
 * RE2 repeats a part up to 1,000 times by copying it, so a short expression can compile to a million instructions, which
 * takes seconds. The copies are therefore counted before anything is compiled.
 */
export const compile = (source: string): Either.Either<Expression, string> => {
  const { expressionInstructions, expressionLength } = limits
  if (source.length > expressionLength.most) return Either.left(`the expression is over ${amountOf(expressionLength)}`)
  const tooLarge = Either.left(`the expression compiles to more than ${amountOf(expressionInstructions)} instructions`)
  if (copiesOf(source) > expressionInstructions.most) return tooLarge
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize()
    if (size > expressionInstructions.most) return tooLarge
    return Either.right({ isIn: (text) => compiled.test(text), size })
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return Either.left("the text is not a regular expression of RE2")
  }
}

/** A token of an expression: quoted text, an escape, a class of characters, a number of repetitions, or a character. */
const token =
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:[^\]]*:\]|[^\]\\])*\]|\{(\d+)(?:,(\d*))?\}|[^]/g

/** Returns the number of atoms of an expression after each part that is repeated has been copied. */
const copiesOf = (source: string): number => {
  /** The atoms before the last one, and those of the last one, in each open group. */
  const open = [{ before: 0, last: 0 }]
  for (const [text, least, most] of source.matchAll(token)) {
    const group = open.at(-1)!
    if (least !== undefined) {
      group.last *= Math.max(1, Number(least), Number(most ?? 0))
    } else if (text === ")" && open.length > 1) {
      open.pop()
      const outer = open.at(-1)!
      outer.before += outer.last
      outer.last = group.before + group.last
    } else {
      group.before += group.last
      group.last = text.startsWith("\\Q") ? text.length : 1
      if (text === "(") open.push({ before: 0, last: 0 })
    }
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 0)
}
