import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as EditReferences from "../../dataframe/edits/judgement/EditReferences.ts"
import { ofCodification } from "../../domain/DerivedUuid.ts"
import type { VersionId } from "../../domain/Identifier.ts"
import type { GeometryReport, ImportReport } from "../../domain/models/ModelContent.ts"
import type { Claim, ImportModel } from "../../domain/operations/Operation.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { Computation } from "../../ports/Computation.ts"
import { comparedFiles, CompareModelsJob, importedFiles } from "../../ports/operations/Jobs.ts"
import { ModelFormats } from "../../ports/ModelFormats.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { outputOf } from "../common/BlobKeys.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { atOnce, Claims } from "../operations/Claims.ts"
import * as ComparedChanges from "../edits/ComparedChanges.ts"
import { EditLayers } from "../views/EditLayers.ts"
import * as FileReading from "./FileReading.ts"
import * as ImportedContent from "./ImportedContent.ts"
import { ModelGeometries } from "../files/ModelGeometries.ts"
import { ProjectView } from "../views/ProjectView.ts"

/** Files in the scratch folder: the codes that published edits refer to, and the edits of products' codes. */
const codesFile = "codes.json"
const editsFile = "codes.ndjson"

/** Progress of an import at which the file has been read and the geometry is computed. */
const isRead = 0.5

/** Adds the reason for missing geometry to the report; the import itself succeeds. */
const reportFailure = async (path: string, failure: string) => {
  const report = (await Bun.file(path).json()) as ImportReport
  const none = { count: 0, first: [] }
  const geometry: GeometryReport = { meshed: 0, missing: none, empty: none, open: none, failure }
  await Bun.write(path, JSON.stringify({ ...report, geometry }))
}

/** Worker side of imports: turns an uploaded file into a model that can be queried. */
export class ModelImport extends Effect.Service<ModelImport>()("application/ModelImport", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const claims = yield* Claims
    const computation = yield* Computation
    const operations = yield* OperationRepository
    const versions = yield* VersionRepository
    const references = yield* ReferenceRepository
    const views = yield* ProjectView
    const layers = yield* EditLayers
    const geometries = yield* ModelGeometries
    const formats = yield* ModelFormats
    const { converters } = yield* Settings

    /**
     * Compares a new file with a version of its model, with the published edits applied to both, and stores the report.
     */
    const comparison = (claim: Claim, scratch: string) =>
      Effect.fnUntraced(function* (before: VersionId) {
        const { modelId, projectId } = claim
        const found = yield* versions.find({ projectId, modelId }, before)
        // The model or project was removed in the meantime, which ends the operation: nobody will read the changes.
        if (Option.isNone(found)) return { changes: [], added: [], deleted: [], report: "" }
        const { importedWith, table } = found.value
        const key = outputOf(claim, `view-${before}`)
        const shared = yield* views.now(projectId)
        const published = yield* layers.now(projectId, modelId, before)
        yield* OperationInput.keepView(blobs, key, { shared, importedWith }, published)
        const job = CompareModelsJob.make({
          before: yield* blobs.localCopy(table, scratch),
          after: yield* blobs.localCopy(outputOf(claim, importedFiles.table), scratch),
          view: yield* blobs.localCopy(key, scratch),
          report: importedFiles.report
        })
        yield* claims.compute(claim, job, scratch)
        yield* Effect.ignoreLogged(blobs.remove(key))
        const { added, changes, deleted } = ComparedChanges.read(`${scratch}/${comparedFiles.changes}`)
        return { changes, added, deleted, report: yield* claims.keep(claim, scratch, comparedFiles.report) }
      })

    /**
     * Writes the codes that published edits of a model refer to, and these edits, into the scratch folder, and returns the
     * paths of them and of the model's table; undefined if the model was removed.
     */
    const currentState = fn("ModelImport.currentState")(function* (claim: Claim, scratch: string, modelGuid: string) {
      const { modelId, projectId } = claim
      const of = { projectId, modelId }
      const [latest] = (yield* versions.list(of, { page: 1, pageSize: 1 })).items
      const found = latest === undefined ? Option.none() : yield* versions.find(of, latest.modelVersionId)
      if (latest === undefined || Option.isNone(found)) return undefined
      const named = EditReferences.none()
      const writer = Bun.file(join(scratch, editsFile)).writer()
      yield* Stream.runForEachChunk(versions.edits(of, latest.modelVersionId), (edits) =>
        Effect.promise(async () => {
          EditReferences.add(named, edits)
          for (const edit of edits) {
            if (edit.kind === "Code" || edit.kind === "Codes") await writer.write(`${JSON.stringify(edit)}\n`)
          }
          await writer.flush()
        })
      ).pipe(Effect.ensuring(Effect.promise(async () => writer.end())))
      const { codes } = EditReferences.listed(named)
      const guids = { locations: [], materials: [], codes }
      const described = yield* references.described(projectId, guids, ofCodification(modelGuid, null))
      yield* Effect.promise(() => Bun.write(join(scratch, codesFile), JSON.stringify([...described.codes])))
      return { table: yield* blobs.localCopy(found.value.table, scratch), codes: codesFile, edits: editsFile }
    })

    /** Reads the file in a worker process, stores table and report, then makes the model Ready in one step. */
    const run = fn("ModelImport.run")(function* (claim: Claim, command: ImportModel) {
      const scratch = yield* computation.scratch
      const file = yield* blobs.localCopy(command.file, scratch)
      const { format, modelGuid } = command
      const current = command.version === undefined ? undefined : yield* currentState(claim, scratch, modelGuid)
      const given = { file, format, modelGuid, converters, current }
      const read = yield* FileReading.read(formats, scratch, given, (job, { part, ...limits }) =>
        claims.compute(claim, job, scratch, { ...limits, part: [part[0] * isRead, part[1] * isRead] })
      )
      const { made, picture, ...figures } = read
      const { failure, geometry } = yield* geometries.measure(claim, scratch, {
        file: made === null ? file : join(scratch, made),
        table: join(scratch, importedFiles.table),
        report: join(scratch, importedFiles.report),
        picture: picture === null ? null : join(scratch, picture),
        part: [isRead, 1]
      })
      if (failure !== null) yield* Effect.promise(() => reportFailure(join(scratch, importedFiles.report), failure))
      const keep = (name: string) => claims.keep(claim, scratch, name)
      const files = {
        table: keep(importedFiles.table),
        parquet: keep(importedFiles.parquet),
        file: made === null ? Effect.succeed(null) : keep(made),
        // The report of a new file is stored later, after the comparison.
        report: command.version === undefined ? keep(importedFiles.report) : Effect.succeed(null)
      }
      const { report, ...kept } = yield* Effect.all(files, atOnce)
      const shared = ImportedContent.slices(`${scratch}/${importedFiles.shared}`)
      const outcome = { ...kept, ...figures, sizeBytes: Bun.file(file).size, shared, geometry }
      if (report === null) yield* operations.finishNewFile(claim, outcome, comparison(claim, scratch))
      else yield* operations.finishImport(claim, outcome, report)
    }, Effect.scoped)

    return { run }
  })
}) {}
