import { Context, type Effect, type Option } from "effect"
import type { CodificationLibrary, CodificationLibraryDraft } from "../domain/Codification.ts"
import type { NotFound, ProjectNotFound } from "../domain/Errors.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"

type Guid = string
type Written<A, E = never> = Effect.Effect<A, E | ProjectNotFound | StorageUnavailable | OutcomeUnknown>

/** The codification libraries of projects. Each change gives the project new versions. */
export class CodificationRepository extends Context.Tag("ports/CodificationRepository")<
  CodificationRepository,
  {
    /** In the order of creation. */
    readonly list: (projectId: ProjectId) => Effect.Effect<ReadonlyArray<CodificationLibrary>, StorageUnavailable>
    readonly find: (
      projectId: ProjectId,
      guid: Guid
    ) => Effect.Effect<Option.Option<CodificationLibrary>, StorageUnavailable>
    readonly create: (projectId: ProjectId, draft: CodificationLibraryDraft) => Written<CodificationLibrary>
    /** Removes a library with all its codes. Fails with `NotFound` where it is gone. */
    readonly remove: (projectId: ProjectId, guid: Guid) => Written<void, NotFound>
  }
>() {}
