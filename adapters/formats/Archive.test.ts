import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import type { ModelFormat } from "../../src/ports/ModelFormats.ts"
import { archive } from "./Archive.ts"
import { ifc } from "./Ifc.ts"
import { type MadeEntry, madeZip } from "./testing/MadeZip.ts"
import { readFile, refusal } from "./testing/ReadFile.ts"

/** A format that returns the path of an IFC file beside the upload instead of the upload itself. */
const other: ModelFormat = {
  extensions: ["rvt"],
  beginsLike: (head) => head[0] === 0x52,
  toIfc: (path, { progress }) => {
    progress(0.5)
    return Effect.succeed({ path: `${path}.ifc`, isMade: true, warnings: ["Converted."], picture: "p.png" })
  }
}
const zip = archive([ifc, other])
const limited = (limits: Partial<{ entries: number; bytes: number; ratio: number; freeBytes: number }>) =>
  archive([ifc], { entries: 10, bytes: 10_000, ratio: 1000, freeBytes: 0, ...limits })

const text = (n = 0) => Buffer.from(`ISO-10303-21;\nHEADER;\nENDSEC;\n${"/* words */".repeat(n)}\nEND-ISO-10303-21;\n`)
const model: MadeEntry = { name: "model.ifc", bytes: text() }

/**
 * A comment of 2,000 spaces, packed by 7-Zip with the method Deflate64. It contains a length for which deflate has no
 * code.
 */
const deflate64 = Buffer.from(
  `UEsDBBUAAAAJAAAAIQC5tYlacAAAAEgIAAAJAAAAc21hbGwuaWZj5dYxDoAgDAXQnVO4VYxEUTcmAjU2UTHA7v1vITE6eAX7lib9
  B/ifUlC6H/tRDdqIBa3HaMRMK54ek4t0ZAp7XQPIFgajQT5pcgtutgQ0uwlkeePuEzojuqZijz322GOPPfb+oumEt9m+FX9f9V0O
  F1BLAQI/AxUAAAAJAAAAIQC5tYlacAAAAEgIAAAJAAAAAAAAAAAAIICkgQAAAABzbWFsbC5pZmNQSwUGAAAAAAEAAQA3AAAAlwAA
  AAAA`,
  "base64"
)

describe("the only model of an archive is unpacked byte for byte", () => {
  const big = text(20_000)
  const table: ReadonlyArray<readonly [string, ReadonlyArray<MadeEntry>]> = [
    ["deflated", [model]],
    ["stored", [{ ...model, method: 0 }]],
    ["with its sizes behind it", [{ ...model, hasDescriptor: true }]],
    ["with sizes of 64 bits", [{ ...model, isZip64: true }]],
    ["with sizes of 64 bits behind it", [{ ...model, isZip64: true, hasDescriptor: true }]],
    ["of many pieces", [{ ...model, bytes: big }]],
    ["of any case", [{ ...model, name: "MODEL.IFC" }]],
    [
      "in a folder",
      [
        { name: "a/", bytes: text(), method: 0, mode: 0o40755, claims: {} },
        { ...model, name: "a/b/m.ifc" }
      ]
    ],
    ["in a folder, as some write it", [{ ...model, name: String.raw`a\b\m.ifc` }]],
    ["in the folder itself", [{ ...model, name: "./m.ifc" }]],
    ["of a name in any language", [{ ...model, name: "Gebäude 建物.ifc" }]],
    [
      "beside what is no model",
      [
        { name: "readme.txt", bytes: Buffer.from("words") },
        { name: "__MACOSX/._model.ifc", bytes: Buffer.from("notes") },
        { name: ".hidden.ifc", bytes: Buffer.from("notes") },
        model,
        { name: "plan.zip", bytes: madeZip([model]) },
        { name: "secret.txt", bytes: Buffer.from("words"), claims: { flags: 0x0801 } }
      ]
    ]
  ]
  test.each(table)("%s", async (what, entries) => {
    await readFile(zip, madeZip(entries), ({ files, result, scratch, told }) => {
      expect(result).toMatchObject({ right: { path: `${scratch}/unpacked.ifc`, isMade: true, warnings: [] } })
      expect(files).toEqual(["unpacked.ifc"])
      expect(readFileSync(`${scratch}/unpacked.ifc`).equals(what === "of many pieces" ? big : text())).toBe(true)
      expect(told.at(-1)).toBe(0.5)
      expect(told).toEqual(told.toSorted((a, b) => a - b))
    })
  })
  test("with deflate64", () =>
    readFile(zip, deflate64, ({ scratch }) => {
      const unpacked = readFileSync(`${scratch}/unpacked.ifc`, "utf8")
      expect(unpacked).toContain(`/*${" ".repeat(2000)}*/\nDATA;`)
      expect(unpacked).toEndWith("END-ISO-10303-21;\n")
    }))
  test("read by its own format", () =>
    readFile(zip, madeZip([{ name: "m.RVT", bytes: Buffer.from("R") }]), ({ result, scratch, told }) => {
      const path = `${scratch}/unpacked.rvt.ifc`
      expect(result).toMatchObject({ right: { path, isMade: true, warnings: ["Converted."], picture: "p.png" } })
      expect(told.at(-1)).toBe(0.75)
    }))
})

describe("refused archives", () => {
  const contradicts = "The archive contradicts itself: its directory says otherwise than its entries."
  const damaged = "The archive is damaged or cut short."
  const out = "The archive has a name that leads out of it."
  const whole = madeZip([model])
  const xml = { name: "m.ifcxml", bytes: Buffer.from("<ifcXML/>") }
  const bytes = Buffer.from("words")
  const table: ReadonlyArray<readonly [string, Uint8Array, string]> = [
    ["that holds nothing", madeZip([]), "The archive holds no model file."],
    ["that holds no model", madeZip([{ name: "a.txt", bytes }]), "The archive holds no model file."],
    [
      "that holds two",
      madeZip([model, { ...model, name: "b/second.rvt" }]),
      'The archive holds 2 model files, "model.ifc" and "b/second.rvt" among them: one is read.'
    ],
    [
      "that holds one twice",
      madeZip([model, model]),
      'The archive holds 2 model files, "model.ifc" and "model.ifc" among them: one is read.'
    ],
    [
      "that holds IFC as XML",
      madeZip([xml]),
      "The archive holds an .ifcxml file: of IFC the clear text (.ifc) is read."
    ],
    [
      "that holds another",
      madeZip([{ name: "m.ifczip", bytes: whole }]),
      "The archive holds another archive (.ifczip) instead of a model file."
    ],
    [
      "whose file is another",
      madeZip([{ ...model, bytes: Buffer.from("%PDF-1.7") }]),
      "The file in the archive is no .ifc file by its first bytes."
    ],
    [
      "whose file is empty",
      madeZip([{ ...model, bytes: Buffer.alloc(0), method: 0 }]),
      "The file in the archive is no .ifc file by its first bytes."
    ],
    ["that is none", Buffer.from("PK".padEnd(500, "x")), damaged],
    ["that is empty", Buffer.alloc(0), damaged],
    ["without its first half", whole.subarray(whole.length / 2), damaged],
    ["without its end", whole.subarray(0, -1), damaged],
    ["without its directory", whole.subarray(0, 100), damaged],
    ["with fewer files than it says", madeZip([model], 2), damaged],
    ["with bytes that are none", madeZip([{ ...model, packed: Buffer.from("this was never deflated") }]), damaged],
    [
      "with another checksum",
      madeZip([{ ...model, claims: { checksum: 1 } }]),
      "The archive is damaged: the file in it has another size or checksum than it says."
    ],
    [
      "with a file larger than it says",
      madeZip([{ ...model, claims: { size: 10 } }]),
      "The archive is damaged: the file in it has another size or checksum than it says."
    ],
    [
      "with a file smaller than it says",
      madeZip([{ ...model, claims: { size: 1e9 } }]),
      "The archive is damaged: the file in it has another size or checksum than it says."
    ],
    ["with a file that goes beyond it", madeZip([{ ...model, claims: { packedSize: 1e6 } }]), damaged],
    ["with another name in the header", madeZip([{ ...model, local: { name: "nodel.ifc" } }]), contradicts],
    ["with another method in the header", madeZip([{ ...model, local: { method: 0 } }]), contradicts],
    ["with another size in the header", madeZip([{ ...model, local: { size: 1 } }]), contradicts],
    ["that is encrypted", madeZip([{ ...model, claims: { flags: 0x0801 } }]), "The archive is encrypted."],
    [
      "packed by another method",
      madeZip([{ ...model, method: 14, packed: bytes }]),
      "The archive is packed by a method that is not read: deflate and deflate64 are."
    ],
    ["that leads up", madeZip([{ ...model, name: "../model.ifc" }]), out],
    ["that leads up on its way", madeZip([model, { name: "a/../../b.txt", bytes }]), out],
    ["that leads up as some write it", madeZip([{ ...model, name: String.raw`..\model.ifc` }]), out],
    ["that leads to the root", madeZip([{ ...model, name: "/etc/model.ifc" }]), out],
    ["that leads to another root", madeZip([{ ...model, name: String.raw`\\server\model.ifc` }]), out],
    ["that leads to a drive", madeZip([{ ...model, name: "C:/model.ifc" }]), out],
    ["that has a link", madeZip([{ ...model, mode: 0o120777 }]), "The archive has a link in it."],
    [
      "whose files share bytes",
      madeZip([
        { name: "a.txt", bytes },
        { ...model, beginsAs: 0 }
      ]),
      "The archive has entries that overlap."
    ],
    [
      "whose files quote the next",
      madeZip([{ name: "a.txt", bytes, claims: { packedSize: 60 } }, model]),
      "The archive has entries that overlap."
    ]
  ]
  test.each(table)("%s", async (_, bytes, reason) => {
    expect(await refusal(zip, bytes)).toBe(`InvalidModelFile: ${reason}`)
  })
})

describe("unpacked data is counted", () => {
  test("bytes", async () => {
    const bytes = Buffer.concat([text(), Buffer.alloc(10_000 - text().length, " ")])
    const more = Buffer.concat([bytes, Buffer.from(" ")])
    const reason = "ArchiveTooLarge: The archive unpacks to more than 10,000 bytes."
    expect(await refusal(limited({}), madeZip([{ ...model, bytes }]))).toBe("It was read.")
    expect(await refusal(limited({}), madeZip([{ ...model, bytes: more }]))).toBe(reason)
  })
  test("entries, including folders", async () => {
    const entries = (count: number) =>
      madeZip([
        model,
        ...Array.from({ length: count - 1 }, (_, i) => ({ name: `${i}/`, bytes: text(), mode: 0o40755 }))
      ])
    const reason = "ArchiveTooLarge: The archive has more than 10 entries."
    expect(await refusal(limited({}), entries(10))).toBe("It was read.")
    expect(await refusal(limited({}), entries(11))).toBe(reason)
    expect(await refusal(zip, entries(10_000))).toBe("It was read.")
    expect(await refusal(zip, entries(10_001))).toBe("ArchiveTooLarge: The archive has more than 10,000 entries.")
  })
  test("a disk with little room fails like a full one, and is tried again", async () => {
    const archive = madeZip([model])
    const read = refusal(limited({ freeBytes: Number.MAX_SAFE_INTEGER }), archive)
    expect(await read.catch((error: unknown) => String(error))).toContain("ENOSPC")
    expect(await refusal(limited({ freeBytes: 1 }), archive)).toBe("It was read.")
  })
  test("the archive must contain exactly one model", async () => {
    const bytes = Buffer.concat([text(), Buffer.alloc(300e6)])
    const bomb = madeZip([{ ...model, bytes }])
    expect(bytes.length / bomb.length).toBeGreaterThan(1000)
    const reason = "The archive unpacks to more than 200 times its size."
    await readFile(zip, bomb, ({ result, scratch }) => {
      expect(result).toMatchObject({ left: { code: "ArchiveTooLarge", reason } })
      expect(Bun.file(`${scratch}/unpacked.ifc`).size).toBeLessThan(200 * bomb.length)
    })
    await readFile(zip, madeZip([{ ...model, bytes, claims: { size: 5 } }]), ({ result, scratch }) => {
      expect(result).toMatchObject({ left: { code: "InvalidModelFile" } })
      expect(Bun.file(`${scratch}/unpacked.ifc`).size).toBeLessThan(200 * bomb.length)
    })
  })
})

test("an archive with any byte changed is read or refused, and writes only to its folder", async () => {
  const whole = madeZip([
    { ...model, hasDescriptor: true, isZip64: true },
    { name: "a.txt", bytes: text(3) }
  ])
  for (let i = 0; i < whole.length; i++) {
    for (const change of [0xff, 0x01, 0x80]) {
      const bytes = Buffer.from(whole)
      bytes[i]! ^= change
      await readFile(zip, bytes, ({ files, result }) => {
        expect(files.filter((name) => name !== "unpacked.ifc" && name !== "unpacked.rvt")).toEqual([])
        if (result._tag === "Left") expect(result.left.code).toMatch(/^(InvalidModelFile|ArchiveTooLarge)$/)
      })
    }
  }
})

test("an archive cut short anywhere is refused", async () => {
  const whole = madeZip([model, { name: "a.txt", bytes: text(3) }])
  for (let length = 0; length < whole.length; length++) {
    expect(await refusal(zip, whole.subarray(0, length))).toStartWith("InvalidModelFile: ")
  }
})
