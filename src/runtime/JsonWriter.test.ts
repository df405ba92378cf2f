import { expect, test } from "bun:test"
import { JsonWriter, OverBudget } from "./JsonWriter.ts"

const written = (write: (writer: JsonWriter) => void): string => {
  const writer = new JsonWriter(4)
  write(writer)
  return new TextDecoder().decode(writer.finish())
}

/** Returns a generator of numbers from 0 to 1, always the same ones. */
const randomNumbers = (): (() => number) => {
  let state = 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

test("numbers are written as JSON.stringify writes them", () => {
  const random = randomNumbers()
  const odd = [
    0, -0, 1, -1, 9, 10, 99.9, 0.1, 0.12, 0.123, 0.1234, 0.001, -0.001, 0.0005, 1.005, 999999999.999, 1e9, 1e12
  ]
  const more = [1e21, 1e-7, 5e-324, Number.MAX_VALUE, 2 ** 31, 2 ** 32 + 0.25, 2 ** 53, 123456789012.345, 0.1 + 0.2]
  const numbers = [...odd, ...more]
  for (let i = 0; i < 50_000; i++) {
    const number = (random() - 0.5) * 10 ** Math.floor(random() * 16)
    const scale = 10 ** Math.floor(random() * 5)
    numbers.push(number, Math.round(number * scale) / scale)
  }
  for (const number of numbers) expect(written((writer) => writer.number(number))).toBe(JSON.stringify(number))
})

test("texts are escaped, whether they are given as strings or bytes", () => {
  for (const text of [
    "",
    "a",
    'q"',
    "\\",
    "\n\u0000\u001f\u007f",
    "é😀",
    "long enough to be copied at once é",
    `${"x".repeat(40)}"`
  ]) {
    const bytes = Buffer.from(text)
    expect(written((writer) => writer.string(text))).toBe(JSON.stringify(text))
    expect(written((writer) => writer.quoted(bytes, 0, bytes.length))).toBe(JSON.stringify(text))
  }
})

test("written text stays intact while the buffer grows", () => {
  const text = written((writer) => {
    writer.ascii("abc")
    for (let i = 0; i < 10; i++) writer.again(0, writer.length)
    writer.drop(1)
  })
  expect(text).toBe("abc".repeat(1024).slice(0, -1))
})

test("a writer stops exactly at its budget, however its buffer grows", () => {
  const write = (bytes: number, most: number): number => {
    const writer = new JsonWriter(4, most)
    for (let i = 0; i < bytes; i += 10) writer.raw("0123456789")
    return writer.finish().length
  }
  expect(write(1000, 1000)).toBe(1000)
  expect(() => write(1010, 1000)).toThrow(OverBudget)
  const again = new JsonWriter(4, 1000)
  again.raw("x".repeat(100))
  expect(() => {
    for (let i = 0; i < 1e6; i++) again.again(0, 100)
  }).toThrow(OverBudget)
  expect(again.length).toBeLessThan(3000)
})
