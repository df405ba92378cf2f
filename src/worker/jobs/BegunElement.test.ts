import { expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { limits } from "../../domain/Limits.ts"
import { begunElement } from "../../ports/operations/Jobs.ts"
import * as BegunElement from "./BegunElement.ts"

/**
 * Begins four elements in each of two passes; returns those that were begun, and the content of the file after each of
 * them.
 */
const taken = (without: ReadonlyArray<string>) => {
  const scratch = mkdtempSync(join(tmpdir(), "plinth-begun-"))
  try {
    const read = () => readFileSync(join(scratch, begunElement), "latin1").trim()
    const { begins, end } = BegunElement.make(scratch, without)
    const notes = ["net", "gross"].flatMap((pass) => [1, 2, 3, 12345678].filter(begins(pass)).map(() => read()))
    end()
    return { begun: notes.length, last: notes.at(-1), after: read() }
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

test("the file names the element that is being meshed, and none at the end", () => {
  expect(taken([])).toEqual({ begun: 8, last: "gross 12345678", after: "" })
})

test("only elements on which a process was killed are skipped, in the same pass", () => {
  expect(taken(["net 2", "gross 12345678"])).toMatchObject({ begun: 6 })
})

test("all elements after the last of too many such elements are skipped", () => {
  const few = Array.from({ length: limits.endlessElements.most - 1 }, (_, i) => `net ${100 + i}`)
  expect(taken([...few, "net 2"])).toMatchObject({ begun: 7 })
  expect(taken([...few, "net 1", "net 2"])).toMatchObject({ begun: 0 })
  expect(taken([...few, "net 1", "net 3"])).toMatchObject({ begun: 1 })
  expect(taken([...few, "net 1", "gross 2"])).toMatchObject({ begun: 4 })
})
