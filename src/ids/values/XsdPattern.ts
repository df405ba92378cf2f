import * as Either from "effect/Either"
import { RE2JS, RE2JSException } from "re2js"
import { amountOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { quoted } from "../../domain/Quoted.ts"
import { blockOf } from "./UnicodeBlocks.ts"
import { categoryOf, type CodePoints, complement, difference, dot, escapes, union } from "./CodePoints.ts"

/** A pattern of XML Schema, whose time is linear in the text. */
export interface XsdPattern {
  /** Returns whether the pattern describes the whole text. */
  readonly matches: (text: string) => boolean
  /** The number of instructions of the compiled pattern. */
  readonly size: number
}

/** The most repetitions of a part in RE2. */
const mostRepeats = 1000
/** The deepest nesting of groups and classes. */
const deepest = 100
/** The number of ranges of a class that count as one instruction. */
const rangesOfInstruction = 16

const singles: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9 }

class Fault extends Error {}

/**
 * Compiles a pattern of XML Schema by translating it into one of RE2. Fails with the reason if it is not a valid
 * pattern, or if it exceeds a limit.
 *
 * Classes are translated into ranges of code points, because RE2 has neither subtraction nor the classes of XML names.
 * A backslash before a character that needs none is allowed, as it is widespread (`\/`).
 *
 * Source: XML Schema 1.0 part 2, appendix F.
 */
export const compilePattern = (source: string): Either.Either<XsdPattern, string> => {
  const { patternInstructions, patternLength } = limits
  if (source.length > patternLength.most) return Either.left(`the pattern is over ${amountOf(patternLength)}`)
  const tooLarge = Either.left(`the pattern compiles to more than ${amountOf(patternInstructions)} instructions`)
  try {
    const { size, text } = new Translation(source).whole()
    if (size > patternInstructions.most) return tooLarge
    const compiled = RE2JS.compile(text)
    return Either.right({ matches: (value) => compiled.testExact(value), size })
  } catch (error) {
    if (error instanceof Fault) return Either.left(error.message)
    if (error instanceof RE2JSException) return Either.left("the pattern is too large")
    throw error
  }
}

/** A part in the syntax of RE2, and the number of its instructions after each repeated part has been copied. */
interface Part {
  readonly text: string
  readonly size: number
}

class Translation {
  private readonly characters: ReadonlyArray<string>
  private at = 0
  private depth = 0

  constructor(source: string) {
    this.characters = Array.from(source)
  }

  whole(): Part {
    const part = this.alternatives()
    if (this.at < this.characters.length) throw new Fault("a ) has no ( before it")
    return part
  }

  private next(): string | undefined {
    return this.characters[this.at]
  }

  private take(): string {
    const character = this.characters[this.at++]
    if (character === undefined) throw new Fault("the pattern ends too early")
    return character
  }

  private alternatives(): Part {
    if (++this.depth > deepest) throw new Fault(`groups are nested deeper than ${deepest} levels`)
    const branches = [this.branch()]
    while (this.next() === "|") {
      this.at++
      branches.push(this.branch())
    }
    this.depth--
    return { text: branches.map(({ text }) => text).join("|"), size: sum(branches) + branches.length }
  }

  private branch(): Part {
    const parts: Array<Part> = []
    while (this.next() !== undefined && this.next() !== "|" && this.next() !== ")")
      parts.push(this.repeated(this.atom()))
    return { text: parts.map(({ text }) => text).join(""), size: sum(parts) }
  }

  private repeated(atom: Part): Part {
    const sign = this.next()
    if (sign === "?" || sign === "*" || sign === "+") {
      this.at++
      this.refuseSecond()
      return { text: `(?:${atom.text})${sign}`, size: atom.size + 2 }
    }
    if (sign !== "{") return atom
    const end = this.characters.indexOf("}", this.at)
    const text = end < 0 ? "" : this.characters.slice(this.at + 1, end).join("")
    const [, least, comma, most] = /^(\d+)(?:(,)(\d*))?$/.exec(text) ?? []
    if (least === undefined) throw new Fault("a { begins no number of repetitions; as a character it is \\{")
    this.at = end + 1
    this.refuseSecond()
    const from = Number(least)
    const to = comma === undefined ? from : most === "" ? Number.POSITIVE_INFINITY : Number(most)
    if (to < from) throw new Fault(`{${text}} has its numbers in the wrong order`)
    if (from > mostRepeats || (Number.isFinite(to) && to > mostRepeats)) {
      throw new Fault(`{${text}} repeats a part more than ${mostRepeats.toLocaleString("en-US")} times`)
    }
    const copies = Math.max(1, Number.isFinite(to) ? to : from + 1)
    return { text: `(?:${atom.text}){${text}}`, size: (atom.size + 1) * copies }
  }

  private refuseSecond(): void {
    const sign = this.next()
    if (sign === undefined || !"?*+{".includes(sign)) return
    throw new Fault(`a ${sign} follows a repetition; patterns of XML Schema have no lazy repetitions`)
  }

  private atom(): Part {
    const character = this.take()
    switch (character) {
      case "(": {
        if (this.next() === "?") throw new Fault("a group begins with (?, which patterns of XML Schema do not have")
        const { size, text } = this.alternatives()
        if (this.next() !== ")") throw new Fault("a ( has no ) after it")
        this.at++
        return { text: `(?:${text})`, size }
      }
      case "[":
        return partOf(this.class())
      case ".":
        return partOf(dot)
      case "\\":
        return partOf(this.escape())
      case "?":
      case "*":
      case "+":
      case "{":
        throw new Fault(`a ${character} follows nothing that it could repeat`)
      case "}":
      case "]":
        throw new Fault(`a ${character} stands alone; as a character it is \\${character}`)
      default:
        return partOf(point(character))
    }
  }

  /** Reads the part of an escape after the backslash. */
  private escape(): CodePoints {
    const character = this.take()
    const single = singles[character]
    if (single !== undefined) return [single, single]
    const several = escapes.get(character)
    if (several !== undefined) return several()
    if (character === "p" || character === "P") {
      const end = this.characters.indexOf("}", this.at)
      if (this.next() !== "{" || end < 0) throw new Fault(`\\${character} has no name in braces`)
      const name = this.characters.slice(this.at + 1, end).join("")
      this.at = end + 1
      const found = name.startsWith("Is") ? blockOf(name.slice(2)) : categoryOf(name)
      if (found === null) throw new Fault(`${quoted(name)} is no category or block of Unicode that is known`)
      return character === "p" ? found : complement(found)
    }
    if (/[A-Za-z0-9]/.test(character)) throw new Fault(`\\${character} is no escape of XML Schema`)
    return point(character)
  }

  /** Reads a class after its `[`, up to and including its `]`. */
  private class(): CodePoints {
    if (++this.depth > deepest) throw new Fault(`classes are nested deeper than ${deepest} levels`)
    const isNegated = this.next() === "^"
    if (isNegated) this.at++
    const items: Array<CodePoints> = []
    let without: CodePoints | null = null
    while (this.next() !== "]") {
      if (this.next() === "-" && this.characters[this.at + 1] === "[" && items.length > 0) {
        this.at += 2
        without = this.class()
        if (this.next() !== "]") throw new Fault("a class goes on after the class that is subtracted from it")
        break
      }
      items.push(this.item())
    }
    this.at++
    this.depth--
    if (items.length === 0) throw new Fault("a class in [] is empty")
    const set = isNegated ? complement(union(items)) : union(items)
    return without === null ? set : difference(set, without)
  }

  /** Reads a character, an escape or a range. */
  private item(): CodePoints {
    const first = this.take()
    if (first === "[") throw new Fault("a [ stands in a class; as a character it is \\[")
    const from = first === "\\" ? this.escape() : point(first)
    const after = this.characters[this.at + 1]
    if (this.next() !== "-" || after === "]" || after === "[" || after === undefined || first === "-") return from
    this.at++
    const second = this.take()
    const to = second === "\\" ? this.escape() : point(second)
    if (!isSingle(from) || !isSingle(to)) throw new Fault("a range in a class begins or ends with a class")
    if (from[0]! > to[0]!) throw new Fault(`the range ${first}-${second} has its characters in the wrong order`)
    return [from[0]!, to[0]!]
  }
}

const sum = (parts: ReadonlyArray<Part>): number => parts.reduce((total, { size }) => total + size, 0)

const point = (character: string): CodePoints => {
  const code = character.codePointAt(0)!
  return [code, code]
}

const isSingle = (set: CodePoints): boolean => set.length === 2 && set[0] === set[1]

const hex = (code: number): string => `\\x{${code.toString(16)}}`

const partOf = (set: CodePoints): Part => {
  if (isSingle(set)) return { text: hex(set[0]!), size: 1 }
  if (set.length === 0) return { text: "[^\\x{0}-\\x{10ffff}]", size: 1 }
  const ranges = Array.from({ length: set.length / 2 }, (_, i) => `${hex(set[2 * i]!)}-${hex(set[2 * i + 1]!)}`)
  return { text: `[${ranges.join("")}]`, size: 1 + Math.floor(ranges.length / rangesOfInstruction) }
}
