import * as Effect from "effect/Effect"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ProjectChange, ProjectDraft } from "../../domain/projects/Project.ts"
import { missing } from "../../domain/Missing.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { ProjectRepository } from "../../ports/projects/ProjectRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { blobsOfProject } from "../common/BlobKeys.ts"

/** The projects of a caller. Callers must have checked permissions. */
export class Projects extends Effect.Service<Projects>()("application/Projects", {
  effect: Effect.gen(function* () {
    const projects = yield* ProjectRepository
    const blobs = yield* BlobStore
    const datasets = yield* DatasetStore

    const create = (userId: UserId, draft: ProjectDraft) => projects.create(userId, draft)

    const read = fn("Projects.read")((userId: UserId, projectId: ProjectId) =>
      Effect.flatMap(projects.find(userId, projectId), Effect.mapError(missing.project))
    )

    const change = fn("Projects.change")(function* (userId: UserId, projectId: ProjectId, wanted: ProjectChange) {
      yield* projects.change(projectId, wanted)
      return yield* read(userId, projectId)
    })

    /** Removes the rows first: blobs that no row refers to are garbage, and are collected if removing them fails. */
    const remove = fn("Projects.remove")(function* (projectId: ProjectId) {
      yield* projects.remove(projectId)
      yield* Effect.catchTag(blobs.removeAll(blobsOfProject(projectId)), "BlobStoreUnavailable", (error) =>
        Effect.logWarning("Blobs of a deleted project are left for the collector", error)
      )
      if (datasets !== null) {
        yield* Effect.catchAll(datasets.blobs.removeAll(`${projectId}/`), (error) =>
          Effect.logWarning("The open dataset of a deleted project is left for the collector", error)
        )
      }
    })

    return { list: projects.list, create, read, change, remove }
  })
}) {}
