import { expect, test } from "bun:test"
import { load, reading } from "./Library.ts"

const library = await load()

/** Returns the error that `use` throws. */
const thrown = (use: () => unknown): unknown => {
  try {
    return reading(use)
  } catch (error) {
    return error
  }
}

const fail = (error: unknown) => () => {
  throw error
}

test.each([
  ["InvalidModelFile", new WebAssembly.RuntimeError("Out of bounds memory access")],
  ["InvalidModelFile", 5_263_312],
  ["ResourceLimit", new WebAssembly.RuntimeError("Aborted(). Build with -sASSERTIONS for more info.")]
])("the library's failure is %s", (code, error) => {
  expect(thrown(fail(error))).toMatchObject({ _tag: "JobRefused", code })
})

test("another failure is not attributed to the file", () => {
  const error = new TypeError("undefined is not a function")
  expect(thrown(fail(error))).toBe(error)
})

test("a file that exceeds the library's memory is too large, not damaged", () => {
  const bytes = new Uint8Array(2 ** 31 + 2 ** 20)
  expect(thrown(() => library.File3dm.fromByteArray(bytes))).toMatchObject({
    _tag: "JobRefused",
    code: "ResourceLimit"
  })
})
