import { test } from "bun:test"
import process from "node:process"

const isFull = process.env["TEST_VOLUME"] === "full"

/** Returns how much a test does: `usual`, or `full` if `TEST_VOLUME` is `full`, as it is every night. */
export const volume = <A>(usual: A, full: A): A => (isFull ? full : usual)

/**
 * Returns each case with each of the ways in which it is tried if `TEST_VOLUME` is `full`; by default each with one of
 * them, the ways in turns.
 */
export const inTurns = <A, B>(
  cases: ReadonlyArray<A>,
  ways: ReadonlyArray<B>
): ReadonlyArray<readonly [one: A, way: B]> =>
  cases.flatMap((one, i) => (isFull ? ways : [ways[i % ways.length]!]).map((way) => [one, way] as const))

/** A test that runs if `TEST_VOLUME` is `full`. It is skipped by name otherwise. */
export const fullTest = (title: string, run: () => void | Promise<unknown>): void =>
  isFull ? test(title, run) : test.skip(`${title} (npm run test:full tries it)`, () => {})
