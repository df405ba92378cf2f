import { Context, type Effect } from "effect"
import type { ModelId, ProjectId } from "../domain/Identifier.ts"
import type { OutcomeUnknown, StorageUnavailable } from "../domain/StorageErrors.ts"

type Lost = StorageUnavailable | OutcomeUnknown

/** What nothing needs any more. All ages are by the storage's clock. */
export class GarbageRepository extends Context.Tag("ports/GarbageRepository")<
  GarbageRepository,
  {
    /** The storage's time less `hours`, in milliseconds since 1970: what is older than that may go. */
    readonly hoursAgo: (hours: number) => Effect.Effect<number, StorageUnavailable>
    /** Forgets uploads that ended `hours` ago or longer, used or not, and gives their keys. */
    readonly forgetUploads: (hours: number) => Effect.Effect<ReadonlyArray<string>, Lost>
    /** Forgets answers that need not be given again. */
    readonly forgetAnswers: Effect.Effect<void, Lost>
    /** Forgets messages that the queue has taken. */
    readonly forgetMessages: Effect.Effect<void, Lost>
    /** Removes models whose import failed `days` ago or longer, and says which. */
    readonly removeFailedModels: (
      days: number
    ) => Effect.Effect<ReadonlyArray<{ readonly projectId: ProjectId; readonly modelId: ModelId }>, Lost>
    /**
     * Takes results away that have been Ready for `readyDays` and not been asked for since `askedDays`; their blobs
     * are nobody's from then on.
     */
    readonly forgetResults: (readyDays: number, askedDays: number) => Effect.Effect<number, Lost>
    /** Those of the blobs that no row points to. */
    readonly unreferenced: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  }
>() {}
