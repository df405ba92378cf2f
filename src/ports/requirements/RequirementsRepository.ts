import * as Context from "effect/Context"
import type { LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { ProjectId, RequirementsId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type {
  AutoCheck,
  RequirementsDocument,
  RequirementsFacts
} from "../../domain/requirements/RequirementsDocument.ts"
import type { Found, Listed, Written } from "../Stored.ts"

/** The file of a document: its blob and its content. */
export interface RequirementsFile {
  readonly blob: string
  readonly facts: RequirementsFacts
}

/**
 * Documents of requirements of a project. Changes of a project that has meanwhile been deleted fail with
 * `ProjectNotFound`.
 */
export class RequirementsRepository extends Context.Tag("ports/RequirementsRepository")<
  RequirementsRepository,
  {
    /** Returns the documents in the order of their creation. */
    readonly list: (projectId: ProjectId) => Listed<RequirementsDocument>
    readonly find: (projectId: ProjectId, id: RequirementsId) => Found<RequirementsDocument>
    /** Returns the blob of the document's file. */
    readonly blob: (projectId: ProjectId, id: RequirementsId) => Found<string>
    /** Fails with `LimitExceeded` beyond 100 documents or 4,000 specifications of the project. */
    readonly create: (
      projectId: ProjectId,
      file: RequirementsFile
    ) => Written<RequirementsDocument, LimitExceeded | ProjectNotFound>
    /** Replaces the file. Fails with `LimitExceeded` beyond 4,000 specifications of the project. */
    readonly replace: (
      projectId: ProjectId,
      id: RequirementsId,
      file: RequirementsFile
    ) => Written<RequirementsDocument, LimitExceeded | NotFound | ProjectNotFound>
    /** Changes the document. If the change switches automatic checks on, the user is recorded as the one who did so. */
    readonly change: (
      projectId: ProjectId,
      userId: UserId,
      id: RequirementsId,
      change: Partial<AutoCheck>
    ) => Written<RequirementsDocument, NotFound | ProjectNotFound>
    readonly remove: (projectId: ProjectId, id: RequirementsId) => Written<void, NotFound | ProjectNotFound>
  }
>() {}
