import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { revit, versionOf } from "./Revit.ts"
import { basicFileInfo, madePicture, madeRevit } from "./testing/MadeRevit.ts"
import { readFile, refusal } from "./testing/ReadFile.ts"

const swapped = (text: string) => Buffer.from(text, "utf16le").swap16()

describe("release and build", () => {
  test.each([
    ["since 2019", basicFileInfo("2024"), "Revit 2024 (build 20230308_1635(x64))"],
    ["of the other byte order", swapped("Format: 2021\r\nBuild: 21.1.10.26\r\n"), "Revit 2021 (build 21.1.10.26)"],
    [
      "from an odd offset",
      Buffer.concat([Buffer.of(7), basicFileInfo("2023")]),
      "Revit 2023 (build 20230308_1635(x64))"
    ],
    [
      "before 2019",
      Buffer.from("Revit Build: Autodesk Revit Architecture 2014 (Build: 20130308_1515(x64))", "utf16le"),
      "Revit 2014 (build 20130308_1515(x64))"
    ],
    ["without a build", Buffer.from("Format: 2030", "utf16le"), "Revit 2030"],
    ["that are not told", Buffer.from("Author: somebody", "utf16le"), "Revit"]
  ])("%s", (_, info, program) => {
    expect(versionOf(info)).toBe(program)
  })
})

/** Returns the refusal of a file for which there is no converter. */
const told = async (bytes: Uint8Array) => (await refusal(revit, bytes)).replace(/ needs a converter.*/, "")
const read = "ConverterNotConfigured: A file of Revit 2024 (build 20230308_1635(x64))"
const refused = "InvalidModelFile: The file is damaged or no Revit file: it does not say of which release it is."

test("streams are found in small and large files, in short and long sectors", async () => {
  expect(await told(madeRevit())).toBe(read)
  expect(await told(madeRevit({ info: Buffer.concat([Buffer.alloc(6000), basicFileInfo("2024")]) }))).toBe(read)
  // The table of sectors continues beyond the part in the header.
  expect(await told(madeRevit({ bytes: 12e6, picture: madePicture(200, 100) }))).toBe(read)
})

test.each([
  ["nothing", Buffer.alloc(0)],
  ["its first bytes only", madeRevit().subarray(0, 8)],
  ["its header only", madeRevit().subarray(0, 512)],
  ["no BasicFileInfo", madeRevit({ info: null })],
  ["zeros behind its header", Buffer.concat([madeRevit().subarray(0, 512), Buffer.alloc(4096)])]
])("a file that holds %s is refused", async (_, bytes) => {
  expect(await told(bytes)).toBe(refused)
})

describe("the picture", () => {
  const script = { rvt: ["cp", `${import.meta.dir}/testing/../../../spec-tests/fixtures/house.ifc`, "{out}"] }
  const pictureOf = (picture?: Uint8Array) =>
    readFile(
      revit,
      madeRevit(picture === undefined ? {} : { picture }),
      ({ result }) => {
        if (result._tag === "Left") throw result.left
        const path = result.right.picture
        return path === undefined ? null : new Uint8Array(readFileSync(path))
      },
      script
    )
  const small = madePicture()
  const large = madePicture(300, 200)
  const damaged = Buffer.from(small)
  damaged[20]! ^= 1
  test("is extracted from the preview", async () => {
    expect(await pictureOf(small)).toEqual(new Uint8Array(small))
    expect(await pictureOf(large)).toEqual(new Uint8Array(large))
  })
  test.each([
    ["is not there", undefined],
    ["is damaged", damaged],
    ["is cut short", small.subarray(0, -13)],
    ["is too wide", madePicture(4097, 1)],
    ["is something else", Buffer.from("GIF89a")]
  ])("that %s is none", async (_, picture) => {
    expect(await pictureOf(picture)).toBeNull()
  })
})

test("a file with any number changed is read or refused", async () => {
  const whole = madeRevit({ bytes: 20_000, picture: madePicture(40, 30) })
  const numbers = [0, 1, 2, 0x7fffffff, 0xfffffffe, 0xffffffff]
  // The header, the first sectors and each number that leads to another sector.
  for (let at = 24; at < Math.min(whole.length, 3000); at += 4) {
    const bytes = Buffer.from(whole)
    bytes.writeUInt32LE(numbers[(at / 4) % numbers.length]!, at)
    expect(await told(bytes)).toMatch(/^(ConverterNotConfigured: A file of Revit|InvalidModelFile: )/)
  }
  for (let at = 0; at < whole.length; at += 512) {
    const bytes = Buffer.from(whole)
    // Each sector of sector numbers refers back to the first one.
    for (let i = 0; i < 512; i += 4) bytes.writeUInt32LE(at / 512 - 1 > 0 ? at / 512 - 1 : 1, at + i)
    expect(await told(bytes)).toMatch(/^(ConverterNotConfigured: A file of Revit|InvalidModelFile: )/)
  }
})
