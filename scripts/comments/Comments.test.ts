import { describe, expect, test } from "bun:test"
import { comments, isFault } from "./Comments.ts"

const faults = (text: string, file = "src/A.ts") => comments(text).filter((comment) => isFault(file, comment))

describe("the docstring of an exported function", () => {
  test.each([
    ["Whether it is open.", "export const isOpen = (door: Door): boolean => door.isOpen"],
    ["How many there are.", "export const count = async (all: All): Promise<number> => all.size"],
    ["If it is open, closes it.", "export function close(door: Door): void {"],
    ["Return the door.", "export const door = Effect.fn(function* () {"],
    ["It closes the door.", "export const close = <A>(door: A) => door"],
    ["Create a door.", "export const create = size => size"]
  ])("must not begin with %j", (words, code) => {
    expect(faults(`/** ${words} */\n${code}\n`)).toHaveLength(1)
    expect(faults(`/**\n * ${words}\n * Source: nobody.\n */\n${code}\n`)).toHaveLength(1)
  })

  test.each(["Returns the door.", "The door that is open.", "A door.", "Milliseconds since.", "`open` of a door."])(
    "may begin with %j",
    (words) => expect(faults(`/** ${words} */\nexport const door = (): Door => open\n`)).toEqual([])
  )
})

test("comments of other things may begin with such a word", () => {
  expect(faults("/** Whether it is open. */\nexport const isOpen = true\n")).toEqual([])
  expect(faults("/** Whether it is open. */\nconst isOpen = (): boolean => true\n")).toEqual([])
  expect(faults("// If it is open, nothing happens.\n")).toEqual([])
})

test("no comment begins in the middle of a sentence", () => {
  const text =
    "/** Of its doors. */\nconst a = 1\n\n// With a door,\n// and what is more.\nconst b = 2\n/** Made once. */\n"
  expect(faults(text).map(({ line }) => line)).toEqual([1, 4, 7])
})

test("the generated client may begin a summary with a verb", () => {
  expect(faults("  /** Read a project. */\n", "sdk/plinth.ts")).toEqual([])
  expect(faults("  /** Read a project. */\n")).toHaveLength(1)
})
