import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { OperationRepository } from "../../src/ports/operations/OperationRepository.ts"
import { UploadRepository } from "../../src/ports/models/UploadRepository.ts"
import * as Restoration from "../backup/Restoration.ts"
import * as Repositories from "./Repositories.ts"
import * as DirectoryLock from "./sqlite/DirectoryLock.ts"
import * as Sqlite from "./sqlite/Sqlite.ts"

/**
 * Resets uploads and operations of earlier processes. This process has the folder to itself, so those processes have
 * ended.
 */
const takeUp = Effect.gen(function* () {
  yield* (yield* UploadRepository).takeUp
  const count = yield* (yield* OperationRepository).takeUp
  if (count > 0)
    yield* Effect.logInfo("Work of an earlier process is taken up again").pipe(Effect.annotateLogs({ count }))
})

/**
 * The repositories over a folder, which this process locks until the scope closes. First finishes an interrupted
 * restoration of the folder, then takes over the unfinished work of an earlier process.
 */
export const layer = (options: { readonly directory: string }) =>
  Layer.effectDiscard(takeUp).pipe(
    Layer.provideMerge(Repositories.layerWithUsers),
    Layer.provide(Sqlite.layer(options)),
    Layer.provide(Restoration.layerFinished(options)),
    Layer.provide(DirectoryLock.layer(options))
  )
