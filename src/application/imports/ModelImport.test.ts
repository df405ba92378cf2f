import { expect } from "bun:test"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Claim, ImportModel as Command } from "../../domain/operations/Operation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation, JobCrashed } from "../../ports/Computation.ts"
import { importedFiles } from "../../ports/operations/Jobs.ts"
import { ModelFormats } from "../../ports/ModelFormats.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { Claims } from "../operations/Claims.ts"
import { EditLayers } from "../views/EditLayers.ts"
import { ModelGeometries } from "../files/ModelGeometries.ts"
import { ModelImport } from "./ModelImport.ts"
import { ProjectView } from "../views/ProjectView.ts"

const it = withLayer(Layer.empty)

interface Fakes {
  readonly compute: (...given: Parameters<Claims["compute"]>) => Effect.Effect<unknown, JobCrashed>
  readonly keep?: (...given: Parameters<Claims["keep"]>) => Effect.Effect<string>
  readonly measure?: () => Effect.Effect<unknown>
  readonly finishImport?: (...given: Parameters<OperationRepository["Type"]["finishImport"]>) => Effect.Effect<boolean>
}

/** Runs imports of a file in a folder, with `work` replaced by the given effect. */
const importing = (folder: string, path: string, { compute, finishImport, keep, measure }: Fakes) =>
  ModelImport.Default.pipe(
    Layer.provide(
      Layer.mergeAll(
        Layer.succeed(OperationRepository, { finishImport } as unknown as OperationRepository["Type"]),
        Layer.succeed(VersionRepository, {} as VersionRepository["Type"]),
        Layer.succeed(ReferenceRepository, {} as ReferenceRepository["Type"]),
        Layer.succeed(ProjectView, {} as ProjectView),
        Layer.succeed(EditLayers, {} as EditLayers),
        Layer.succeed(ModelGeometries, { measure } as unknown as ModelGeometries),
        Layer.succeed(ModelFormats, [{ extensions: ["zip"], beginsLike: () => true, toIfc: null, takesAnyTime: true }]),
        Layer.succeed(Settings, { converters: {} } as unknown as Settings["Type"]),
        Layer.succeed(BlobStore, { localCopy: () => Effect.succeed(path) } as unknown as BlobStore["Type"]),
        Layer.succeed(Computation, { scratch: Effect.succeed(folder) } as unknown as Computation["Type"]),
        Layer.succeed(Claims, { compute, keep } as unknown as Claims)
      )
    )
  )

it("an import may take a minute of processor time plus 30 seconds for each MB of the file or of its contents", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "plinth-time-"))
    const path = join(folder, "input")
    const given: Array<readonly [job: string, seconds: number | undefined, part: unknown]> = []
    const out = new JobCrashed({ cause: "time", reason: "The work was not done." })
    const layer = importing(folder, path, {
      compute: (...[, job, , limits]) =>
        Effect.suspend(() => {
          given.push([job._tag, limits?.workSeconds, limits?.part])
          if (job._tag !== "makeIfc") return Effect.fail(out)
          writeFileSync(join(folder, "unpacked.ifc"), new Uint8Array(2 * 1024 ** 2))
          return Effect.succeed({ made: "unpacked.ifc", picture: null, warnings: [] })
        })
    })
    const { run } = yield* Effect.provide(ModelImport, layer)
    const begin = (format: string) => Effect.flip(run({} as Claim, { file: "blob", format, modelGuid: "" } as Command))
    for (const bytes of [0, 1024 ** 2, 2.5 * 1024 ** 2]) {
      writeFileSync(path, new Uint8Array(bytes))
      yield* begin("ifc")
    }
    yield* begin("zip")
    rmSync(folder, { recursive: true })
    expect(given).toEqual([
      ["importModel", 60, [0, 0.5]],
      ["importModel", 90, [0, 0.5]],
      ["importModel", 135, [0, 0.5]],
      ["makeIfc", undefined, [0, 0.2]],
      ["importModel", 120, [0.2, 0.5]]
    ])
  }))

it("an import succeeds if its shapes cannot be computed, and its report says why", () =>
  Effect.gen(function* () {
    const folder = mkdtempSync(join(tmpdir(), "plinth-import-"))
    const [report, path] = [join(folder, importedFiles.report), join(folder, "input")]
    writeFileSync(path, "")
    const finished: Array<unknown> = []
    const position = { site: null, map: null }
    const geometry = { picture: "of nothing" }
    const layer = importing(folder, path, {
      compute: () => {
        writeFileSync(report, JSON.stringify({ entities: 7, warnings: [] }))
        return Effect.succeed({ products: 3, schema: "IFC4", position, made: null, picture: null })
      },
      measure: () => Effect.succeed({ geometry, failure: "The work stood still." }),
      keep: (_, __, name) => Effect.succeed(name),
      finishImport: (_, outcome, key) => Effect.sync(() => finished.push(outcome.products, outcome.geometry, key) > 0)
    })
    const { run } = yield* Effect.provide(ModelImport, layer)
    yield* run({} as Claim, { file: "blob", format: "ifc", modelGuid: "" } as Command)
    const none = { count: 0, first: [] }
    const told = { meshed: 0, missing: none, empty: none, open: none, failure: "The work stood still." }
    expect(JSON.parse(readFileSync(report, "utf8"))).toEqual({ entities: 7, warnings: [], geometry: told })
    expect(finished).toEqual([3, geometry, importedFiles.report])
    rmSync(folder, { recursive: true })
  }))
