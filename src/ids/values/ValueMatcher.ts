import * as Either from "effect/Either"
import type { Bound, IdsValue, Length, Restriction } from "../document/IdsDocument.ts"
import { IdsFault } from "../document/IdsFault.ts"
import { quoted } from "../../domain/Quoted.ts"
import type { IfcValue } from "./IfcValue.ts"
import { compilePattern, type XsdPattern } from "./XsdPattern.ts"

/** A value of a document, compiled once. */
export interface ValueMatcher {
  readonly matches: (value: IfcValue) => boolean
  /** Returns whether the name of an object, such as a property, matches the value. */
  readonly matchesText: (text: string) => boolean
  /** The only text that it matches, or null if there may be several. */
  readonly only: string | null
}

/** Compiles patterns and adds up their sizes. Throws `IdsFault` at the line of a bad one. */
export type CompilePattern = (source: string, line: number) => XsdPattern

/** Returns a compiler of patterns that compiles each one once, for a document with at most this many instructions. */
export const patternCompiler = (mostInstructions: number, beyond: string): CompilePattern => {
  const known = new Map<string, XsdPattern>()
  let size = 0
  return (source, line) =>
    known.getOrInsertComputed(source, () => {
      const compiled = compilePattern(source)
      if (Either.isLeft(compiled)) {
        throw new IdsFault(line, `The pattern ${quoted(source)} cannot be read: ${compiled.left}.`)
      }
      size += compiled.right.size
      if (size > mostInstructions) throw new IdsFault(line, beyond)
      return compiled.right
    })
}

export const compileValue = (value: IdsValue, pattern: CompilePattern): ValueMatcher =>
  "simple" in value ? simple(value.simple) : restricted(value, pattern)

const simple = (text: string): ValueMatcher => {
  const equals = equality([text])
  return { matches: equals, matchesText: (other) => other === text, only: text }
}

/** The form of numbers in a document. An integer has neither point nor exponent. */
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const whole = /^[+-]?\d+$/

/** Returns the largest difference at which a number still counts as equal to a number of a document. */
const toleranceOf = (number: number): number => (Math.abs(number) * 1e-6 + 1e-6) * (1 + 1e-9)

/** Returns a function that returns whether a value equals one of these texts. */
const equality = (texts: ReadonlyArray<string>): ((value: IfcValue) => boolean) => {
  const all = new Set(texts)
  const reals = texts.filter((text) => numeric.test(text)).map(Number)
  const integers = new Set(texts.filter((text) => whole.test(text)).map(Number))
  return (value) => {
    switch (value.kind) {
      case "text":
        return all.has(value.text)
      case "boolean":
        return all.has(String(value.value))
      case "number":
        if (value.isInteger) return integers.has(value.number)
        return reals.some((real) => Math.abs(value.number - real) <= toleranceOf(real))
      default:
        return false
    }
  }
}

const restricted = (restriction: Restriction, compile: CompilePattern): ValueMatcher => {
  const { bounds, enumerations, lengths, line } = restriction
  const patterns = restriction.patterns.map((source) => compile(source, line))
  const tests: Array<(value: IfcValue) => boolean> = []
  if (enumerations.length > 0) tests.push(equality(enumerations))
  if (patterns.length > 0) {
    tests.push((value) => value.kind === "text" && patterns.some((pattern) => pattern.matches(value.text)))
  }
  for (const bound of bounds) tests.push(boundTest(bound))
  if (lengths.length > 0) tests.push((value) => value.kind === "text" && hasLength(value.text, lengths))
  const matches = (value: IfcValue): boolean => isComparable(value) && tests.every((test) => test(value))
  return {
    matches,
    matchesText: (text) => matches({ kind: "text", text }),
    only: enumerations.length === 1 && tests.length === 1 ? enumerations[0]! : null
  }
}

const isComparable = ({ kind }: IfcValue): boolean => kind === "text" || kind === "number" || kind === "boolean"

const boundTest = ({ kind, value: text }: Bound): ((value: IfcValue) => boolean) => {
  const trimmed = text.trim()
  if (!numeric.test(trimmed)) return () => false
  const bound = Number(trimmed)
  const tolerance = toleranceOf(bound)
  const holds = {
    minInclusive: (number: number) => number >= bound - tolerance,
    minExclusive: (number: number) => number > bound + tolerance,
    maxInclusive: (number: number) => number <= bound + tolerance,
    maxExclusive: (number: number) => number < bound - tolerance
  }[kind]
  return (value) => value.kind === "number" && holds(value.number)
}

/** Lengths count characters, which are code points. */
const hasLength = (text: string, lengths: ReadonlyArray<Length>): boolean => {
  let count = 0
  for (const _ of text) count++
  return lengths.every(({ kind, value }) =>
    kind === "length" ? count === value : kind === "minLength" ? count >= value : count <= value
  )
}
