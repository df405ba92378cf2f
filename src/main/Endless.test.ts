import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { encode } from "../dataframe/table/Container.ts"
import { limits } from "../domain/Limits.ts"
import type { ImportReport } from "../domain/models/ModelContent.ts"
import type { Claim } from "../domain/operations/Operation.ts"
import { decode } from "../geometry/measures/MeasureTable.ts"
import { writer } from "../geometry/testing/ShapedFile.ts"
import { readModel } from "../ifc/ReadModel.ts"
import { BlobStore } from "../ports/BlobStore.ts"
import { Computation } from "../ports/Computation.ts"
import { GeometryRepository } from "../ports/models/GeometryRepository.ts"
import { measuredFiles } from "../ports/operations/Jobs.ts"
import { OperationRepository } from "../ports/operations/OperationRepository.ts"
import { fullTest, volume } from "../testing/Volume.ts"
import * as ProcessPool from "../worker/ProcessPool.ts"
import { Claims } from "../application/operations/Claims.ts"
import { ModelGeometries } from "../application/files/ModelGeometries.ts"

type File = ReturnType<typeof writer>

const wall = (file: File) => file.product("IfcWall", file.placement([0, 0, 0]), file.shape(file.box([3, 0.2, 2.5])))

/** A face whose loop passes three corners so often that no engine ever finishes it. */
const endless = (file: File, height = 0.5) => {
  const corners = [file.point([0, 0, 0]), file.point([1, 0, 0]), file.point([0, 1, height])]
  const loop = file.add(`IFCPOLYLOOP((${Array.from({ length: 3000 }, () => corners.join()).join()}))`)
  const face = file.add(`IFCFACE((${file.add(`IFCFACEOUTERBOUND(${loop},.T.)`)}))`)
  return file.shape(file.add(`IFCFACETEDBREP(${file.add(`IFCCLOSEDSHELL((${face}))`)})`))
}

/** A map that has the one below it twice, and so on: 2^30 boxes. */
const doubled = (file: File) => {
  let map = file.map(file.box([1, 1, 1]))
  for (let i = 0; i < 30; i++) map = file.map(file.mapped(map, [0, 0, 0]), file.mapped(map, [2 ** i, 0, 0]))
  return file.shape(file.mapped(map, [0, 0, 0]))
}

const claim = { operationId: "o", projectId: "1", modelId: "1", attempt: 1, command: { _tag: "ImportModel" } }

/** Measures a file in worker processes and returns the failure, the report, and the volume of each product. */
const measured = async (bytes: Uint8Array) => {
  const directory = mkdtempSync(join(tmpdir(), "plinth-endless-"))
  const entry = join(import.meta.dir, "Worker.ts")
  const pool = ProcessPool.layer({
    processes: 1,
    warm: 1,
    memoryBytes: 4 * 1024 ** 3,
    timeoutSeconds: 600,
    directory: join(directory, "pool"),
    entry,
    // A busy machine may delay the answer of a process.
    silenceMillis: 60_000
  })
  const layer = ModelGeometries.Default.pipe(
    Layer.provide(Claims.Default),
    Layer.provide(Layer.mock(OperationRepository, { renew: () => Effect.succeed(true) })),
    Layer.provide(Layer.mock(BlobStore, { putFile: () => Effect.succeed(0) })),
    Layer.provide(Layer.mock(GeometryRepository, {})),
    Layer.provideMerge(pool)
  )
  try {
    return await Effect.gen(function* () {
      const scratch = yield* (yield* Computation).scratch
      const [file, report, table] = ["model.ifc", "report.json", "table.bin"].map((name) => join(scratch, name))
      const read = Either.getOrThrow(readModel(bytes))
      yield* Effect.promise(() => Bun.write(file!, bytes))
      yield* Effect.promise(() => Bun.write(table!, encode(read.content, { modelGuid: "0".repeat(22) })))
      yield* Effect.promise(() => Bun.write(report!, JSON.stringify(read.report)))
      const { measure } = yield* ModelGeometries
      const files = { file: file!, report: report!, table: table!, picture: null }
      const { failure } = yield* measure(claim as unknown as Claim, scratch, files)
      const told = (yield* Effect.promise(() => Bun.file(report!).json())) as ImportReport
      const { values } = decode(yield* Effect.promise(() => Bun.file(join(scratch, measuredFiles.measures)).bytes()))
      return { failure, report: told, volumes: Array.from(values.GrossVolume, (volume) => volume.toFixed(6)) }
    }).pipe(Effect.scoped, Effect.provide(layer), Effect.runPromise)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

// Each of them takes five seconds of processor time and more.
const endlessShapes = volume(1, 2)
const shapes = [
  [test, "without an end", endless],
  [fullTest, "that is doubled over and over", doubled]
] as const

for (const [run, what, shape] of shapes) {
  run(`a shape ${what} is missing, those before and behind it are not`, async () => {
    const file = writer()
    wall(file)
    for (let i = 0; i < endlessShapes; i++) file.product("IfcWall", file.placement([0, 0, 0]), shape(file))
    wall(file)
    const { failure, report, volumes } = await measured(file.bytes())
    expect(failure).toBeNull()
    const none = Array.from({ length: endlessShapes }, () => "NaN")
    expect(volumes).toEqual(["1.500000", ...none, "1.500000"])
    expect(report.geometry).toMatchObject({ meshed: 2, missing: { count: endlessShapes } })
    expect(report.warnings.join()).toContain(`Making the shapes of ${endlessShapes} elements took too long: `)
  })
}

// Each endless element takes some seconds of processor time.
fullTest("all shapes behind one of too many endless ones are missing, those before it are not", async () => {
  const file = writer()
  const { most } = limits.endlessElements
  wall(file)
  for (let i = 0; i < most + 3; i++) file.product("IfcWall", file.placement([0, 0, 0]), endless(file, 0.5 + i))
  // A wall like the first one would have its mesh.
  file.product("IfcSlab", file.placement([0, 0, 0]), file.shape(file.box([1, 1, 1])))
  const { failure, report, volumes } = await measured(file.bytes())
  expect(failure).toBeNull()
  expect(volumes).toEqual(["1.500000", ...Array.from({ length: most + 4 }, () => "NaN")])
  expect(report.geometry).toMatchObject({ meshed: 1, missing: { count: most + 4 } })
})
