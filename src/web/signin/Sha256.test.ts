/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { sha256 } from "./Sha256.ts"

test("texts of every length around block boundaries have the right digest", async () => {
  for (const length of [0, 1, 3, 43, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 100_003]) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 31 + length) % 256)
    const wanted = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
    expect(sha256(bytes), String(length)).toEqual(wanted)
  }
})
