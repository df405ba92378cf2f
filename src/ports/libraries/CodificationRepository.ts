import * as Context from "effect/Context"
import type { CodificationLibrary, CodificationLibraryDraft } from "../../domain/libraries/Codification.ts"
import type { LimitExceeded, NotFound } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Found, Listed } from "../Stored.ts"

type Guid = string

/** The codification libraries of projects. */
export class CodificationRepository extends Context.Tag("ports/CodificationRepository")<
  CodificationRepository,
  {
    /** Returns the libraries in the order of creation. */
    readonly list: (projectId: ProjectId) => Listed<CodificationLibrary>
    readonly find: (projectId: ProjectId, guid: Guid) => Found<CodificationLibrary>
    /** Creates a library. Fails with `LimitExceeded` if users have created 5,000. */
    readonly create: (
      projectId: ProjectId,
      draft: CodificationLibraryDraft
    ) => SharedChange<CodificationLibrary, LimitExceeded>
    /** Removes a library with all its codes. Fails with `NotFound` if it does not exist. */
    readonly remove: (projectId: ProjectId, guid: Guid) => SharedChange<void, NotFound>
  }
>() {}
