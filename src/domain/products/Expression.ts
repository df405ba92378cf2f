import * as Either from "effect/Either"
import { RE2JS, RE2JSException } from "re2js"
import { amountOf } from "../Limit.ts"
import { limits } from "../Limits.ts"

/** A regular expression of RE2, whose time is linear in the text. */
export interface Expression {
  /** Returns whether the expression is found anywhere in the text. */
  readonly isIn: (text: string) => boolean
  /** The number of instructions of the compiled expression, and those that stand for the work of its classes. */
  readonly size: number
}

/**
 * Compiles an expression of RE2. Fails with the reason if it is none, or if it has more than 1,000 characters or more
 * than 2,000 instructions.
 *
 * RE2 repeats a part up to 1,000 times by copying it, and expands classes of characters, so a short expression can
 * compile to a million instructions, or take a second to compile to three. Copies and classes are therefore counted
 * before anything is compiled.
 */
export const compile = (source: string): Either.Either<Expression, string> => {
  const { expressionInstructions, expressionLength } = limits
  if (source.length > expressionLength.most) return Either.left(`the expression is over ${amountOf(expressionLength)}`)
  const tooLarge = Either.left(`the expression compiles to more than ${amountOf(expressionInstructions)} instructions`)
  const ofClasses = workOfClasses(source)
  if (copiesOf(source) + ofClasses > expressionInstructions.most) return tooLarge
  try {
    const compiled = RE2JS.compile(source)
    const size = compiled.programSize() + ofClasses
    if (size > expressionInstructions.most) return tooLarge
    return Either.right({ isIn: (text) => compiled.test(text), size })
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error
    return Either.left("the text is not a regular expression of RE2")
  }
}

/**
 * A token of an expression: quoted text, an escape, a class of characters, flags, the start of a group, a number of
 * repetitions, or a character.
 */
const token =
  /\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[^]|\[\^?\]?(?:\\[^]|\[:[^\]]*:\]|[^\]\\])*\]|\(\?[\w-]+\)|\((?:\?(?:P?<\w*>|[\w-]*:))?|\{(\d+)(?:,(\d*))?\}|[^]/g
/** Flags and empty quotations: a number of repetitions after them repeats the part before them. */
const nothing = /^(?:\(\?[\w-]+\)|\\Q(?:\\E)?)$/

/** A group has two instructions of its own if it captures: the start and the end. */
const sizeOfGroup = 2

/** Returns the number of atoms of an expression after each part that is repeated has been copied. */
const copiesOf = (source: string): number => {
  /** The atoms before the last part that can be repeated, and those of that part, in each open group. */
  const open = [{ before: 0, last: 0 }]
  for (const [text, least, most] of source.matchAll(token)) {
    const group = open.at(-1)!
    if (least !== undefined) group.last *= Math.max(1, Number(least), Number(most ?? 0))
    else if (text === "*" || text === "+" || text === "?") group.last++
    else if (text === ")" && open.length > 1) {
      open.pop()
      open.at(-1)!.last += group.before + group.last
    } else if (!nothing.test(text)) {
      group.before += group.last
      group.last = text.startsWith("\\Q") ? text.length : 1
      if (text.startsWith("(")) {
        group.last = text.endsWith(":") ? 0 : sizeOfGroup
        open.push({ before: 0, last: 0 })
      }
    }
  }
  return open.reduce((sum, { before, last }) => sum + before + last, 0)
}

/** A class of Unicode is expanded to up to 700 ranges. */
const workOfUnicodeClass = 5
/** RE2 looks up the other cases of a range one character at a time; this many take as long as an instruction. */
const foldedOfInstruction = 1000
/** The last character that has another case. */
const lastFolded = 0x1e943

/** An escape, or the end of a range as a number or a character, in a class of characters. */
const rangeEnd = /\\[^]|-(?:\\x\{([\da-f]+)\}|([^]))/giu

/** Returns the work of expanding the classes of an expression, in instructions. */
const workOfClasses = (source: string): number => {
  const ignoresCase = /\(\?\w*i/.test(source)
  let work = 0
  for (const [text] of source.matchAll(token)) {
    if (!text.startsWith("[")) work += /^\\[pP]/.test(text) ? workOfUnicodeClass : 0
    else {
      work += workOfUnicodeClass * (text.match(/\\[pP]/g)?.length ?? 0)
      for (const [, digits, character] of ignoresCase ? text.matchAll(rangeEnd) : []) {
        const end = digits === undefined ? (character?.codePointAt(0) ?? 0) : Number.parseInt(digits, 16)
        work += Math.floor(Math.min(end, lastFolded) / foldedOfInstruction)
      }
    }
  }
  return work
}
