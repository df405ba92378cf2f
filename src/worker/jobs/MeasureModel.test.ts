import { expect, test } from "bun:test"
import { copyFileSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { encode } from "../../dataframe/table/Container.ts"
import type { ImportReport } from "../../domain/models/ModelContent.ts"
import { readExchange } from "../../geometry/gltf/ReadExchange.ts"
import { decode } from "../../geometry/measures/MeasureTable.ts"
import { writer } from "../../geometry/testing/ShapedFile.ts"
import * as Work from "../../http/testing/Work.ts"
import { openModel, readModel } from "../../ifc/ReadModel.ts"
import { mostRewritten } from "../../ifc/shapes/Rewriting.ts"
import { Computation } from "../../ports/Computation.ts"
import { measuredFiles, MeasureModelJob } from "../../ports/operations/Jobs.ts"
import { measured, measureModel } from "./MeasureModel.ts"

test("a model without usable shapes has no files of shapes, whatever an earlier try left", () =>
  Effect.gen(function* () {
    const { run, scratch } = yield* Computation
    const folder = yield* scratch
    const bytes = (name: string) => readFileSync(join(folder, name))
    const options = { scratch: folder }
    copyFileSync(join(import.meta.dir, "../../../spec-tests/fixtures/solid.ifc"), join(folder, "input"))
    const read = Either.getOrThrow(readModel(bytes("input")))
    const [report, table] = ["report.json", "table.bin"]
    writeFileSync(join(folder, table), encode(read.content, { modelGuid: "0".repeat(22) }))
    writeFileSync(join(folder, report), JSON.stringify(read.report))
    const shaped = yield* run(MeasureModelJob.make({ file: "input", table, report, picture: null }), options)
    expect(shaped.exchangeTriangles).toBeGreaterThan(0)
    expect((JSON.parse(bytes(report).toString()) as ImportReport).geometry).toMatchObject({ meshed: 2, failure: null })
    const before = decode(bytes(measuredFiles.measures))
    expect(before.values.GrossVolume[0]).toBeCloseTo(3.6, 6)

    const without = (picture: string | null) =>
      run(MeasureModelJob.make({ file: null, table, report: null, picture }), options)
    expect(yield* without(null)).toEqual({ exchangeTriangles: 0, viewTriangles: 0, offset: [0, 0, 0] })
    const after = decode(bytes(measuredFiles.measures))
    expect(after.count).toBe(before.count)
    expect(Object.values(after.values).every((values) => values.every(Number.isNaN))).toBe(true)
    expect(readExchange(bytes(measuredFiles.exchange)).placements.count).toBe(0)
    const { exchange, picture, view } = measuredFiles
    for (const file of [exchange, view]) expect(bytes(file).readUInt32LE(8)).toBe(bytes(file).length)
    expect(bytes(picture).subarray(1, 4).toString()).toBe("PNG")
    writeFileSync(join(folder, "preview.png"), "its own")
    yield* without("preview.png")
    expect(bytes(picture).toString()).toBe("its own")
  }).pipe(Effect.scoped, Effect.provide(Work.layer([measureModel])), Effect.runPromise))

test("the offset is what the view file subtracts, in metres and with z up", async () => {
  const file = writer()
  const shape = file.shape(file.box([2, 2, 2]))
  for (const x of [1000, 1001, 1002]) file.product("IfcWall", file.placement([x, -2000, 30]), shape)
  const { files, offset } = await measured(file.bytes(), Either.getOrThrow(openModel(file.bytes(), {}, true)))
  // The middle of the second box.
  expect(offset).toEqual([1002, -1999, 31])
  // Each file moves its content back by its root node, which uses the axes of glTF.
  const roots = files.flatMap(([name, parts]) => {
    if (!name.endsWith(".glb")) return []
    const bytes = Buffer.concat([...parts])
    const text = bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()
    const { nodes } = JSON.parse(text) as {
      readonly nodes: ReadonlyArray<{ translation: ReadonlyArray<number>; children?: unknown }>
    }
    return nodes.filter(({ children }) => children !== undefined).map(({ translation }) => translation)
  })
  expect(roots).toEqual([
    [1002, 31, 1999],
    [1002, 31, 1999]
  ])
})

test.each([0, 1])("the report warns of a file with %d more elements to rewrite than the limit", async (more) => {
  const file = writer()
  file.product("IfcWall", file.placement([0, 0, 0]), file.shape(file.box([1, 1, 1])))
  const [profile, axes] = [file.add("IFCCIRCLEPROFILEDEF(.AREA.,$,$,1.)"), file.axes([0, 0, 0])]
  for (let i = 0; i < mostRewritten + more; i++) {
    file.add(`IFCEXTRUDEDAREASOLID(${profile},${axes},${file.direction([0, 0, 2])},1.)`)
  }
  const { report, warnings } = await measured(file.bytes(), Either.getOrThrow(openModel(file.bytes(), {}, true)))
  expect(report.meshed).toBe(1)
  expect(warnings).toHaveLength(more)
})
