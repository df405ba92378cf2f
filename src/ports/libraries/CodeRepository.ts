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

/** The key of a code: its project, its library and its own guid. */
export interface CodeKey {
  readonly projectId: ProjectId
  readonly libraryGuid: Guid
  readonly codificationGuid: Guid
}

/** The codes of codification libraries. Each list is a consistent snapshot and is delivered in slices. */
export class CodeRepository extends Context.Tag("ports/CodeRepository")<
  CodeRepository,
  {
    /** Returns the codes of a library by sort, then identification; codes without `sort` come last. */
    readonly list: (projectId: ProjectId, libraryGuid: Guid) => Listed<KeptCode>
    readonly find: (key: CodeKey) => Found<KeptCode>
    /**
     * Creates a code. Fails with `NotFound` if the library does not exist, `DuplicateName` if the library already has
     * the identification, `ReferenceNotFound` if the parent is not in the library, `LimitExceeded` if it has 100,000
     * codes, or if the measure definitions exceed 256 KB.
     */
    readonly create: (
      projectId: ProjectId,
      libraryGuid: Guid,
      draft: CodeDraft
    ) => SharedChange<KeptCode, NotFound | DuplicateName | ReferenceNotFound | LimitExceeded>
    /**
     * Changes a code. Fails like `create`, and with `InvalidHierarchy` if the parent is the code itself or one of its
     * descendants, or if a new parent has 200 ancestors.
     */
    readonly change: (
      key: CodeKey,
      change: CodeChange
    ) => SharedChange<KeptCode, NotFound | DuplicateName | ReferenceNotFound | InvalidHierarchy | LimitExceeded>
    /** Removes a code; its children move up to its parent. Fails with `NotFound` if it does not exist. */
    readonly remove: (key: CodeKey) => SharedChange<void, NotFound>
    /**
     * Returns the codes for which product tables may be out of date, by guid: codes that users created or changed, and
     * null for deleted ones.
     */
    readonly changed: (projectId: ProjectId) => Read<ReadonlyMap<string, CodeNow | null>>
  }
>() {}
