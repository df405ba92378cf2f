import * as Context from "effect/Context"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { Read, Written } from "../Stored.ts"

/** Removal of data that is no longer needed. All ages are by the storage's clock. */
export class GarbageRepository extends Context.Tag("ports/GarbageRepository")<
  GarbageRepository,
  {
    /** Returns the storage's time minus `hours`, in milliseconds since 1970: anything older may be removed. */
    readonly hoursAgo: (hours: number) => Read<number>
    /** Removes uploads that ended at least `hours` ago, used or not, and returns their keys. */
    readonly forgetUploads: (hours: number) => Written<ReadonlyArray<string>>
    /** Removes stored answers whose retention has expired. */
    readonly forgetAnswers: Written<void>
    /**
     * Removes expired codes, sign-ins, revocations and secrets, and clients that registered themselves and were last used
     * at least `unusedDays` ago.
     */
    readonly forgetSignIns: (unusedDays: number) => Written<void>
    /** Removes messages that the queue has accepted. */
    readonly forgetMessages: Written<void>
    /** Removes models whose import failed at least `days` ago, and returns them. */
    readonly removeFailedModels: (
      days: number
    ) => Written<ReadonlyArray<{ readonly projectId: ProjectId; readonly modelId: ModelId }>>
    /**
     * Removes results that became Ready at least `readyDays` ago and were last requested at least `askedDays` ago, and
     * returns their number. Their blobs are unreferenced from then on.
     */
    readonly forgetResults: (readyDays: number, askedDays: number) => Written<number>
    /** Removes derived files that nobody requested within `askedDays`, and geometry of tables that no model uses. */
    readonly forgetDerived: (askedDays: number) => Written<void>
    /**
     * Removes, in many short transactions, the remaining rows of removed projects, models and libraries, of discarded
     * or published edits, and of staged data of finished imports.
     */
    readonly purgeRemoved: Written<void>
    /** Returns the keys that no row refers to. */
    readonly unreferenced: (keys: ReadonlyArray<string>) => Read<ReadonlyArray<string>>
  }
>() {}
