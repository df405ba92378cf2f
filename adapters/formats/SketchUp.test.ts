import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { sketchUp, versionOf } from "./SketchUp.ts"
import { madePicture } from "./testing/MadeRevit.ts"
import { madeSketchUp } from "./testing/MadeSketchUp.ts"
import { madeZip, type MadeEntry } from "./testing/MadeZip.ts"
import { readFile, refusal } from "./testing/ReadFile.ts"

test.each([
  ["25.0.575", "SketchUp 2025 (version 25.0.575)"],
  ["13.0.4811", "SketchUp 2013 (version 13.0.4811)"],
  ["8.0.16846", "SketchUp 8 (version 8.0.16846)"]
])("{%s} is %s", (version, program) => {
  expect(versionOf(madeSketchUp(version))).toBe(program)
})

test("a file without a release is refused, unless it is an archive", async () => {
  const reason = "The file is damaged or no SketchUp file: it does not say of which release it is."
  expect(await refusal(sketchUp, Buffer.from("\xff\xfe\xff\x0e", "latin1"))).toBe(`InvalidModelFile: ${reason}`)
  expect(await refusal(sketchUp, madeSketchUp("x"))).toBe(`InvalidModelFile: ${reason}`)
  expect(await refusal(sketchUp, madeZip([]))).toStartWith("ConverterNotConfigured: A file of SketchUp needs")
})

describe("the picture", () => {
  const picture = madePicture()
  const other = madePicture(5, 5)
  const thumbnail: MadeEntry = { name: "meta/doc_thumbnail.png", bytes: picture, method: 0 }
  const converters = { skp: ["cp", join(import.meta.dir, "../../spec-tests/fixtures/house.ifc"), "{out}"] }
  const pictureOf = (...rest: ReadonlyArray<Uint8Array>) =>
    readFile(
      sketchUp,
      madeSketchUp("25.0.575", ...rest),
      ({ result }) => {
        if (result._tag === "Left") throw result.left
        const path = result.right.picture
        return path === undefined ? null : new Uint8Array(readFileSync(path))
      },
      converters
    )
  const first: MadeEntry = { name: "textures/a.png", bytes: other, method: 0 }
  const huge: MadeEntry = { name: "meta/thumbnail.png", bytes: Buffer.concat([picture, Buffer.alloc(9e6)]) }

  test.each([
    ["is the thumbnail of the archive in it", [madeZip([first, { ...thumbnail, method: 8 }])], picture],
    ["is the first one where there is no archive", [Buffer.alloc(3e6), other, picture], other],
    ["is the first one where the archive has no thumbnail", [madeZip([first])], other],
    ["is the first one where the archive is damaged", [Buffer.from("PK\u0003\u0004"), other], other],
    ["is none where there is none", [Buffer.alloc(100)], null],
    ["is none where it is damaged", [other.subarray(0, 30)], null],
    ["is none where the thumbnail is too large", [madeZip([huge])], null],
    ["is none where it comes too late", [Buffer.alloc(17e6), other], null]
  ])("%s", async (_, rest, wanted) => {
    expect(await pictureOf(...rest)).toEqual(wanted === null ? null : new Uint8Array(wanted))
  })
})
