import * as Context from "effect/Context"
import type { CodeNow } from "../../dataframe/query/View.ts"
import type { CodeChange, CodeDraft, KeptCode } from "../../domain/libraries/Codification.ts"
import type {
  DuplicateName,
  InvalidHierarchy,
  LimitExceeded,
  NotFound,
  ReferenceNotFound
} from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { SharedChange } from "./SharedChange.ts"
import type { Found, Listed, Read } from "../Stored.ts"

type Guid = string

/** Names a code: its project, its library, and itself. */
export interface CodeKey {
  readonly projectId: ProjectId
  readonly libraryGuid: Guid
  readonly codificationGuid: Guid
}

/** The codes of codification libraries. Streams are of one moment and come in slices. */
export class CodeRepository extends Context.Tag("ports/CodeRepository")<
  CodeRepository,
  {
    /** The codes of a library by sort, then identification; those without sort last. */
    readonly list: (projectId: ProjectId, libraryGuid: Guid) => Listed<KeptCode>
    readonly find: (key: CodeKey) => Found<KeptCode>
    /**
     * Fails with `NotFound` where the library is gone, `DuplicateName` for an identification that it has,
     * `ReferenceNotFound` for a parent that it has not, `LimitExceeded` where it has 100,000 codes, or where the
     * measure definitions are over 256 KB.
     */
    readonly create: (
      projectId: ProjectId,
      libraryGuid: Guid,
      draft: CodeDraft
    ) => SharedChange<KeptCode, NotFound | DuplicateName | ReferenceNotFound | LimitExceeded>
    /**
     * As `create`, and fails with `InvalidHierarchy` for a parent that is the code itself or lies below it, and for a new one
     * that lies below 200 others.
     */
    readonly change: (
      key: CodeKey,
      change: CodeChange
    ) => SharedChange<KeptCode, NotFound | DuplicateName | ReferenceNotFound | InvalidHierarchy | LimitExceeded>
    /** Removes a code; those right below it move up to its parent. Fails with `NotFound` where it is gone. */
    readonly remove: (key: CodeKey) => SharedChange<void, NotFound>
    /** What product tables may not say, or say otherwise, by guid: codes made or changed here; null: deleted. */
    readonly changed: (projectId: ProjectId) => Read<ReadonlyMap<string, CodeNow | null>>
  }
>() {}
