import { expect, test } from "bun:test"
import { queryText } from "./QueryText.ts"

test("GlobalIds and lists of them are written as they are", () => {
  const query = new URLSearchParams({ sel: "2IxUUNUVPB6Ob$eicCfP2N,0$yxPjNmH$3L65R98yVTBO", sections: "x12.5,z-3!" })
  expect(queryText(query)).toBe("sel=2IxUUNUVPB6Ob$eicCfP2N,0$yxPjNmH$3L65R98yVTBO&sections=x12.5,z-3%21")
})

test("every character is read back", () => {
  const text = Array.from({ length: 0x250 }, (_, n) => String.fromCharCode(n)).join("") + "%24 %2C €"
  const query = new URLSearchParams({ [text]: text, "": "" })
  expect([...new URLSearchParams(queryText(query))]).toEqual([...query])
  const url = new URL(`http://localhost/app?${queryText(query)}`)
  expect([...url.searchParams]).toEqual([...query])
  expect(url.hash).toBe("")
})
