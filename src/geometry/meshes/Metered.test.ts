import { expect, test } from "bun:test"
import { metered, mostTurns, turnsLeft } from "./Metered.ts"

const section = (id: number, ...content: ReadonlyArray<number>) => [id, content.length, ...content]

/** Counts from none to its argument, one by one, and gives that; it exports a global of its own, which is 7. */
const counting = (
  imported: ReadonlyArray<number>,
  more: Iterable<number> & { readonly length: number } = []
): Uint8Array =>
  Uint8Array.from([
    0,
    ...Buffer.from("asm"),
    ...Uint8Array.of(1, 0, 0, 0),
    // Functions of nothing, and those that make a number of a number.
    ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(2, ...imported),
    ...section(3, 1, 1),
    ...section(6, 1, 0x7f, 0, 0x41, 7, 0x0b),
    ...section(7, 2, 1, 0x66, 0, imported[0]!, 1, 0x67, 3, 0),
    ...section(
      10,
      ...Uint8Array.of(1, 21 + more.length, 1, 1, 0x7f),
      ...more,
      // loop; local 1 is one more; again if it is less than local 0; end; local 1
      ...Buffer.from("0340200141016a22012000490d000b20010b", "hex")
    )
  ])
/** A function of nothing, called `o`, of a module called `e`. */
const over = [1, 1, 0x65, 1, 0x6f, 0, 0]

interface Exports {
  readonly f: (times: number) => number
  readonly g: { readonly value: number }
  readonly [turnsLeft]: { value: number }
}

const started = (onOver: () => void, more?: Buffer): Exports => {
  const { code, over: called } = metered(counting(over, more))
  expect(called).toEqual({ module: "e", name: "o" })
  const imports = { [called.module]: { [called.name]: onOver } }
  return new WebAssembly.Instance(new WebAssembly.Module(code), imports).exports as unknown as Exports
}

test("turns are counted down, 64 at a time, and what the code gives is as before", () => {
  const { f, g, [turnsLeft]: left } = started(() => {})
  expect(left.value).toBe(mostTurns)
  expect([f(63), left.value]).toEqual([63, mostTurns])
  expect([f(64), left.value]).toEqual([64, mostTurns - 64])
  expect([f(1_000_000), left.value]).toEqual([1_000_000, mostTurns - 64 - 64 * 15_625])
  expect(g.value).toBe(7)
})

test("calls of a function that calls itself are counted, 64 each", () => {
  // if local 0: the function of local 0 - 1; end; and what the other one does, up to the local.
  const again = Buffer.from("20000440200041016b10011a0b", "hex")
  const { f, [turnsLeft]: left } = started(() => {}, again)
  expect([f(9), left.value]).toEqual([9, mostTurns - 10 * 64])
})

test("what turns too often is ended by an exception, and goes on to be of use", () => {
  const { f, [turnsLeft]: left } = started(() => {
    throw new Error("too often")
  })
  left.value = 6400
  expect(f(6400)).toBe(6400)
  expect(() => f(64)).toThrow("too often")
  left.value = 1000
  expect(() => f(2 ** 31)).toThrow("too often")
  left.value = 1000
  expect(f(900)).toBe(900)
})

test("who imports nothing that can be called, or has instructions that are not known, is refused", () => {
  const number = [1, 1, 0x65, 1, 0x6f, 0, 1]
  expect(() => metered(counting(number))).toThrow("imports nothing to be called")
  expect(() => metered(counting(over, [0x1f]))).toThrow("The instruction 0x1f is not known")
})

test("the engine's code is counted in every loop, and stays valid", async () => {
  const code = await Bun.file(new URL(import.meta.resolve("web-ifc/web-ifc-node.wasm"))).bytes()
  const { code: counting } = metered(code)
  expect(WebAssembly.validate(counting)).toBe(true)
  const names = (bytes: Uint8Array<ArrayBuffer>) =>
    WebAssembly.Module.exports(new WebAssembly.Module(bytes)).map(({ name }) => name)
  expect(names(counting)).toEqual([...names(code), turnsLeft])
})
