import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { ModelId, type ProjectId, type RequirementsId } from "../../domain/Identifier.ts"
import { missing } from "../../domain/Missing.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { RequirementsChange } from "../../domain/requirements/RequirementsDocument.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { RequirementsRepository } from "../../ports/requirements/RequirementsRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { requirementsFile } from "../common/BlobKeys.ts"
import { RequirementsFiles } from "./RequirementsFiles.ts"

/** Documents of requirements of a project. Contract section 17. Callers must have checked scopes and roles. */
export class Requirements extends Effect.Service<Requirements>()("application/Requirements", {
  effect: Effect.gen(function* () {
    const documents = yield* RequirementsRepository
    const files = yield* RequirementsFiles
    const blobs = yield* BlobStore

    /** Fails with `NotFound` if the project has no such document. */
    const read = fn("Requirements.read")((projectId: ProjectId, id: RequirementsId) =>
      Effect.flatMap(documents.find(projectId, id), Effect.mapError(missing.requirements))
    )

    /** Returns the bytes of a document as they were sent. Fails like `read`. */
    const bytes = fn("Requirements.bytes")(function* (projectId: ProjectId, id: RequirementsId) {
      const blob = yield* Effect.flatMap(documents.blob(projectId, id), Effect.mapError(missing.requirements))
      // A document that was replaced meanwhile has lost its earlier file.
      return yield* Effect.catchTag(blobs.read(blob), "BlobNotFound", missing.requirements)
    })

    /**
     * Returns the file of a document whose bytes are stored. A file that no document names is removed by the collector.
     * Fails like `RequirementsFiles.describe`.
     */
    const kept = fn("Requirements.kept")(function* (projectId: ProjectId, userId: UserId, body: Uint8Array) {
      const facts = yield* files.describe(userId, body)
      const blob = requirementsFile(projectId, crypto.randomUUID())
      yield* blobs.put(blob, Stream.make(body))
      return { blob, facts }
    })

    /** Returns the commit of a new document. It fails like `RequirementsRepository.create`. */
    const create = fn("Requirements.create")(function* (projectId: ProjectId, userId: UserId, body: Uint8Array) {
      const file = yield* kept(projectId, userId, body)
      return documents.create(projectId, file)
    })

    /** Replaces the file of a document. Fails like `kept` and `RequirementsRepository.replace`. */
    const replace = fn("Requirements.replace")(function* (
      projectId: ProjectId,
      userId: UserId,
      id: RequirementsId,
      body: Uint8Array
    ) {
      return yield* documents.replace(projectId, id, yield* kept(projectId, userId, body))
    })

    const change = (
      projectId: ProjectId,
      userId: UserId,
      id: RequirementsId,
      { models, ...change }: RequirementsChange
    ) =>
      documents.change(projectId, userId, id, {
        ...change,
        ...(models === undefined
          ? {}
          : { models: models === null ? null : [...new Set(models.map((one) => ModelId.make(String(one))))] })
      })

    return {
      list: documents.list,
      read,
      bytes,
      create,
      replace,
      change,
      remove: documents.remove
    }
  })
}) {}
