import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Claim, DeriveFiles, MeasureModel } from "../../domain/operations/Operation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { DeriveFilesJob } from "../../ports/operations/Jobs.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { ClaimLost, Claims } from "../operations/Claims.ts"
import { ModelGeometries } from "./ModelGeometries.ts"
import * as OperationInput from "../operations/OperationInput.ts"

/**
 * Worker side of derived files: makes files of a requested version, and the geometry of models that were imported
 * without.
 */
export class FileDerivation extends Effect.Service<FileDerivation>()("application/FileDerivation", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const geometries = yield* GeometryRepository
    const models = yield* ModelGeometries
    const operations = yield* OperationRepository
    const versions = yield* VersionRepository

    /** Computes and stores the geometry of a table's file; null if that is impossible. */
    const measured = fn("FileDerivation.measured")(function* (
      claim: Claim,
      scratch: string,
      file: string,
      table: string
    ) {
      const local = { file: yield* blobs.localCopy(file, scratch), table: yield* blobs.localCopy(table, scratch) }
      const { failure, geometry } = yield* models.measure(claim, scratch, { ...local, report: null, picture: null })
      if (failure !== null) yield* Effect.logWarning("A model has no geometry").pipe(Effect.annotateLogs({ failure }))
      if (!(yield* geometries.keep(claim, table, geometry))) return yield* new ClaimLost()
      return geometry
    })

    const measure = fn("FileDerivation.measure")(function* (claim: Claim, { file, table }: MeasureModel) {
      const scratch = yield* computation.scratch
      const known = yield* geometries.find(table)
      if (Option.isNone(known)) yield* measured(claim, scratch, file, table)
      yield* operations.finish(claim, table, null)
    }, Effect.scoped)

    const derive = fn("FileDerivation.derive")(function* (
      claim: Claim,
      { name, published, source, table }: DeriveFiles
    ) {
      const scratch = yield* computation.scratch
      const { modelId, projectId } = claim
      const geometryOf = Effect.gen(function* () {
        const known = yield* geometries.find(table)
        const version = yield* versions.find({ projectId, modelId }, source.modelVersionId)
        return Option.isNone(known) && Option.isSome(version)
          ? yield* measured(claim, scratch, version.value.file, table)
          : Option.getOrNull(known)
      })
      const geometry = name === "products.parquet" ? null : yield* geometryOf
      const local =
        geometry === null
          ? null
          : {
              measures: yield* blobs.localCopy(geometry.measures, scratch),
              exchange: yield* blobs.localCopy(geometry.exchange.blob, scratch)
            }
      const job = DeriveFilesJob.make({
        name,
        table: yield* blobs.localCopy(table, scratch),
        published: yield* blobs.localCopy(published, scratch),
        geometry: local
      })
      const { triangles } = yield* claims.compute(claim, job, scratch)
      const blob = yield* claims.keep(claim, scratch, name)
      yield* geometries.keepDerived(claim, { modelId, source, name }, { blob, triangles })
      if (yield* operations.finish(claim, blob, null)) yield* OperationInput.forget(blobs, claim)
    }, Effect.scoped)

    return { measure, derive }
  })
}) {}
