import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type DerivedFile, type DerivedName, sizeOfPicture, thumbnail } from "../../domain/models/DerivedFile.ts"
import { ModelNotFound, OperationFailed, Overloaded } from "../../domain/Errors.ts"
import type { ModelId, ProjectId, VersionId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import { AccessRepository, type ModelAccess, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { BlobNotFound, BlobStore } from "../../ports/BlobStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { OperationQueue } from "../../ports/operations/OperationQueue.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import * as SingleFlight from "../../runtime/SingleFlight.ts"
import { fn } from "../../runtime/Span.ts"
import { Downloads } from "./Downloads.ts"
import { EditLayers } from "../views/EditLayers.ts"
import * as OperationInput from "../operations/OperationInput.ts"
import { OperationStart } from "../operations/OperationStart.ts"
import { ProjectView } from "../views/ProjectView.ts"

/** Time that a request waits for a file that is being made. */
const longestWait = "25 seconds"
/** Polling interval: ten times a second as long as a request waits, then once a second. */
const lookEvery = (looks: number) => (looks < 250 ? "100 millis" : "1 second")

const notYet = () => new Overloaded({ details: "The file is being made. Try again in a moment." })

const mediaTypes = {
  glb: "model/gltf-binary",
  json: "application/json",
  parquet: "application/vnd.apache.parquet",
  png: "image/png"
} as const
const mediaTypeOf = (name: DerivedName) => mediaTypes[name.slice(name.lastIndexOf(".") + 1) as keyof typeof mediaTypes]

/**
 * Files derived from the latest public version of a model: geometry, pictures, quality, values. Workers make missing
 * ones on demand.
 */
export class DerivedFiles extends Effect.Service<DerivedFiles>()("application/DerivedFiles", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const blobs = yield* BlobStore
    const downloads = yield* Downloads
    const geometries = yield* GeometryRepository
    const layers = yield* EditLayers
    const operations = yield* OperationRepository
    const queue = yield* OperationQueue
    const start = yield* OperationStart
    const versions = yield* VersionRepository
    const views = yield* ProjectView

    /**
     * Returns the file that the import made if it is still valid: geometry until products are deleted, values until any
     * are edited.
     */
    const imported = fn("DerivedFiles.imported")(function* (
      modelId: ModelAccess["modelId"],
      { parquet, table }: NonNullable<ModelAccess["latest"]>,
      name: DerivedName
    ) {
      if (name === "quality.json" || (sizeOfPicture(name) !== null && name !== thumbnail)) return null
      const { deletions, values } = yield* geometries.published(modelId)
      if (name === "products.parquet") return values ? null : { blob: parquet, triangles: 0 }
      if (deletions) return null
      const geometry = Option.getOrNull(yield* geometries.find(table))
      if (geometry === null) return null
      if (name === thumbnail) return { blob: geometry.picture, triangles: 0 }
      return name === "exchange.glb" ? geometry.exchange : geometry.view
    })

    /** Has a worker make the file and waits for the operation to end. */
    const made = fn("DerivedFiles.made")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      name: DerivedName
    ) {
      const { importedWith, source, table } = model.latest!
      const { projectId } = project
      const { modelId } = model
      const { commit } = yield* start.prepare(project, model, userId, {
        keep: Effect.fnUntraced(function* (blob: string) {
          const view = yield* views.of(projectId, importedWith, source.sharedDataVersionId)
          const published = yield* layers.published(projectId, modelId, source)
          return yield* OperationInput.keepView(blobs, blob, view, published)
        }),
        command: (published) => ({ _tag: "DeriveFiles", name, source, table, published })
      })
      const { id } = yield* commit
      yield* queue.wake
      const look = Effect.gen(function* () {
        const operation = Option.getOrNull(yield* operations.find(id))
        if (operation === null || operation.status === "Failed") {
          const details = `The file could not be made: ${operation?.errorDetails ?? "its model is gone."}`
          return yield* new OperationFailed({ details })
        }
        if (operation.status !== "Ready") return null
        // The file is gone already because another version has been requested meanwhile.
        return yield* Effect.mapError(Effect.flatten(geometries.findDerived({ modelId, source, name })), notYet)
      })
      let found: DerivedFile | null = null
      for (let looks = 0; found === null; looks++) {
        yield* Effect.sleep(lookEvery(looks))
        found = yield* look
      }
      return found
    }, Effect.scoped)

    const runs = SingleFlight.make<DerivedFile, Effect.Effect.Error<ReturnType<typeof made>>>()

    /** Makes a file once for all requests to this process. If the first caller leaves, the others still wait. */
    const makeOnce = (project: ProjectAccess, model: ModelAccess, userId: UserId, name: DerivedName) => {
      const { modelVersionId, sharedDataVersionId } = model.latest!.source
      const key = `${model.modelId} ${modelVersionId} ${sharedDataVersionId} ${name}`
      return Effect.timeoutFail(runs.join(key, made(project, model, userId, name)), {
        duration: longestWait,
        onTimeout: notYet
      })
    }

    /**
     * Returns the file of the latest public version. Fails with `ModelNotFound`; `Overloaded` if it takes longer than a
     * request may; `OperationFailed` if it cannot be made; `TooManyRequests` like every operation.
     */
    const get = fn("DerivedFiles.get")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      name: DerivedName
    ) {
      if (model.latest === null) return yield* ModelNotFound.unknown()
      const { modelId } = model
      const { source } = model.latest
      const known = yield* imported(modelId, model.latest, name)
      if (known !== null) return known
      return yield* Effect.flatMap(
        geometries.findDerived({ modelId, source, name }),
        Option.match({ onNone: () => makeOnce(project, model, userId, name), onSome: Effect.succeed })
      )
    })

    const linkTo = fn("DerivedFiles.linkTo")(function* ({ blob, triangles }: DerivedFile, name: DerivedName) {
      const info = yield* blobs.info(blob)
      if (Option.isNone(info)) return yield* new BlobNotFound({ key: blob })
      const downloadUrl = yield* downloads.url(blob, name, mediaTypeOf(name))
      return { downloadUrl, sizeBytes: info.value.size, triangles }
    })

    /** Returns URL, size and triangles of the file. Fails like `get`, and with `BlobNotFound` if the file is gone. */
    const link = fn("DerivedFiles.link")(function* (
      project: ProjectAccess,
      model: ModelAccess,
      userId: UserId,
      name: DerivedName
    ) {
      return yield* linkTo(yield* get(project, model, userId, name), name)
    })

    /**
     * Returns URL, size and triangles of the shapes of the file that a public version is based on. Fails with
     * `VersionNotFound`; `OperationFailed` if the file has no shapes that could be computed; `BlobNotFound`.
     */
    const linkOfVersion = fn("DerivedFiles.linkOfVersion")(function* (
      projectId: ProjectId,
      modelId: ModelId,
      version: VersionId,
      format: "exchange" | "view"
    ) {
      const found = yield* versions.find({ projectId, modelId }, version)
      const { table } = yield* Effect.mapError(found, missing.version)
      const geometry = Option.flatMap(yield* geometries.find(table), Option.fromNullable)
      if (Option.isNone(geometry)) return yield* new OperationFailed({ details: "This version has no shapes." })
      return yield* linkTo(geometry.value[format], `${format}.glb`)
    })

    /** Makes the thumbnail for the list of models again if it is out of date. */
    const renew = fn("DerivedFiles.renew")(function* (userId: UserId, projectId: ProjectId, modelId: ModelId) {
      const found = yield* access.find(userId, projectId, modelId)
      const model = Option.flatMap(found, (one) => one.model)
      if (Option.isNone(found) || Option.isNone(model)) return
      yield* get(found.value.project, model.value, userId, thumbnail)
    }, Effect.ignoreLogged)

    return { get, link, linkOfVersion, renew }
  })
}) {}
