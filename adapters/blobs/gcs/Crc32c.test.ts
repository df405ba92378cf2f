import { expect, test } from "bun:test"
import { CRC32C } from "@google-cloud/storage"
import { Crc32c } from "./Crc32c.ts"

const hex = (...pieces: ReadonlyArray<Uint8Array>): string => {
  const sum = new Crc32c()
  for (const piece of pieces) sum.add(piece)
  return Buffer.from(sum.base64, "base64").toString("hex")
}

test("sums equal those of RFC 3720, appendix B.4 (which has the least significant byte first)", () => {
  expect(hex(new Uint8Array(32))).toBe("8a9136aa")
  expect(hex(new Uint8Array(32).fill(255))).toBe("62a8ab43")
  expect(hex(Uint8Array.from({ length: 32 }, (_, i) => i))).toBe("46dd794e")
  expect(hex(Buffer.from("123456789"))).toBe("e3069283")
  expect(hex()).toBe("00000000")
})

test("for any pieces the sum equals that of Google's client", () => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 131) ^ (i >> 3))
  for (let cut = 0; cut <= 40; cut++) {
    const theirs = new CRC32C()
    theirs.update(Buffer.from(bytes.subarray(cut)))
    expect(hex(bytes.subarray(cut, cut + 3), bytes.subarray(cut + 3))).toBe(
      Buffer.from(theirs.toString(), "base64").toString("hex")
    )
  }
})
