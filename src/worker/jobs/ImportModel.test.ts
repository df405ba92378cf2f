import { expect, test } from "bun:test"
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Exit from "effect/Exit"
import type { ImportReport } from "../../domain/models/ModelContent.ts"
import type { SharedContent } from "../../domain/models/SharedSlice.ts"
import { imported, importedGuid } from "../testing/Imported.ts"

const models = process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../../shared/models")

for (const [name, products, schema, site] of [
  ["AC20-FZK-Haus.ifc", 82, "IFC4", { latitude: 49.100435, longitude: 8.436539, elevation: 110 }],
  ["mini-project.ifc", 3687, "IFC2X3", null]
] as const) {
  const path = join(models, name)
  test.skipIf(!existsSync(path))(`${name} becomes table, report and shared data`, async () => {
    const exit = await imported(
      (folder) => copyFileSync(path, join(folder, "input")),
      (folder, seen) => {
        expect(readdirSync(folder).sort()).toEqual([
          "input",
          "report.json",
          "shared.jsonl",
          "table.bin",
          "table.parquet"
        ])
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
        const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as ImportReport
        const lines = readFileSync(join(folder, "shared.jsonl"), "utf8").trimEnd().split("\n")
        const { locations } = JSON.parse(lines[0]!) as SharedContent
        const table = readFileSync(join(folder, "table.bin"))
        return { report, locations: locations.length, bytes: table.length, knowsItsModel: table.includes(importedGuid) }
      }
    )
    if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
    const { answer, found } = exit.value
    expect(answer).toEqual({ products, schema, position: { site, map: null }, made: null, picture: null })
    expect(Object.values(found.report.products).reduce((sum, count) => sum + count, 0)).toBe(products)
    expect(found.locations).toBeGreaterThan(0)
    expect(found.bytes).toBeGreaterThan(1000)
    expect(found.knowsItsModel).toBe(true)
  })
}

const ofRhino = join(models, "object_UserStrings.3dm")
test.skipIf(!existsSync(ofRhino))(
  "object_UserStrings.3dm becomes an IFC file, and what an IFC file becomes",
  async () => {
    const exit = await imported(
      (folder) => copyFileSync(ofRhino, join(folder, "input")),
      (folder, seen) => {
        expect(seen).toEqual([...seen].sort((a, b) => a - b))
        return JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as ImportReport
      },
      "3dm"
    )
    if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
    const { answer, found } = exit.value
    expect(answer).toEqual({
      products: 1,
      schema: "IFC4",
      position: { site: null, map: null },
      made: "rhino.ifc",
      picture: null
    })
    expect(found.products).toEqual({ IfcBuildingElementProxy: 1 })
    expect(found.propertyRecords).toBe(6)
    expect(found.warnings).toEqual(["Objects without a mesh in the file have no shape: 1 Extrusion"])
  }
)

for (const [what, text] of [
  ["nothing", ""],
  ["another format", "%PDF-1.7"],
  ["no project", "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"]
] as const) {
  test(`a file that holds ${what} is refused`, async () => {
    const exit = await imported(
      (folder) => writeFileSync(join(folder, "input"), text),
      () => null
    )
    if (Exit.isSuccess(exit) || exit.cause._tag !== "Fail") throw new Error("It was not refused")
    expect(exit.cause.error).toMatchObject({ _tag: "JobRefused", code: "InvalidModelFile" })
  })
}

for (const [format, code, reason] of [
  ["3dm", "InvalidModelFile", "The file is damaged, cut short, or no 3DM file of Rhino"],
  ["xyz", "UnsupportedFileType", "This release does not read .xyz files."],
  ["zip", "InvalidModelFile", "The archive is damaged or cut short."],
  ["ifczip", "InvalidModelFile", "The archive is damaged or cut short."],
  ["rvt", "InvalidModelFile", "The file is damaged or no Revit file: it does not say of which release it is."],
  [
    "skp",
    "ConverterNotConfigured",
    "A file of SketchUp needs a converter to IFC, and there is none for .skp files here."
  ]
] as const) {
  test(`an empty .${format} file is refused with ${code}`, async () => {
    const exit = await imported(
      (folder) => writeFileSync(join(folder, "input"), ""),
      () => null,
      format
    )
    if (Exit.isSuccess(exit) || exit.cause._tag !== "Fail") throw new Error("It was not refused")
    expect(exit.cause.error).toMatchObject({ _tag: "JobRefused", code, reason })
  })
}
