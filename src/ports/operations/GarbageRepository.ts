import * as Context from "effect/Context"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { Read, Written } from "../Stored.ts"

/** What nothing needs any more. All ages are by the storage's clock. */
export class GarbageRepository extends Context.Tag("ports/GarbageRepository")<
  GarbageRepository,
  {
    /** The storage's time less `hours`, in milliseconds since 1970: what is older than that may go. */
    readonly hoursAgo: (hours: number) => Read<number>
    /** Forgets uploads that ended `hours` ago or longer, used or not, and gives their keys. */
    readonly forgetUploads: (hours: number) => Written<ReadonlyArray<string>>
    /** Forgets answers that need not be given again. */
    readonly forgetAnswers: Written<void>
    /** Forgets codes, sign-ins, revocations and secrets whose time is over. */
    readonly forgetSignIns: Written<void>
    /** Forgets messages that the queue has taken. */
    readonly forgetMessages: Written<void>
    /** Removes models whose import failed `days` ago or longer, and says which. */
    readonly removeFailedModels: (
      days: number
    ) => Written<ReadonlyArray<{ readonly projectId: ProjectId; readonly modelId: ModelId }>>
    /**
     * Takes results away that have been Ready for `readyDays` and not been asked for since `askedDays`; their blobs
     * are nobody's from then on.
     */
    readonly forgetResults: (readyDays: number, askedDays: number) => Written<number>
    /** Forgets files made of models' versions that nobody asked for since `askedDays`, and geometry that no model has. */
    readonly forgetDerived: (askedDays: number) => Written<void>
    /**
     * Takes away, in many short transactions, what is still there of removed projects, models and libraries, of
     * edits that were discarded or published, and of what imports have stored that are over.
     */
    readonly emptyRemoved: Written<void>
    /** Those of the blobs that no row points to. */
    readonly unreferenced: (keys: ReadonlyArray<string>) => Read<ReadonlyArray<string>>
  }
>() {}
