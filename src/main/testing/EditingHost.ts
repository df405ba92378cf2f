import { Effect, Exit, Layer, Scope } from "effect"
import * as MemoryBlobStore from "../../../adapters/blobs/testing/Memory.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { BlobStore } from "../../ports/BlobStore.ts"

/** A service in this process that can be stopped and started again over the same storage and blobs. */
export interface EditingHost {
  service: TestService.TestService
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** @param storage built anew at each start; absent: in memory, where a restart has nothing left */
export const start = async (storage?: TestService.TestOptions["storage"]): Promise<EditingHost> => {
  const blobs = await Effect.runPromise(Effect.provide(BlobStore, MemoryBlobStore.layer))
  // Tables that are not shared are asked on the spot: that takes half the time.
  const read: typeof blobs.read = (key) => blobs.read(key)
  const ports = Layer.succeed(BlobStore, storage === undefined ? { ...blobs, read } : blobs)
  const make = async () => {
    const scope = Effect.runSync(Scope.make())
    const options = storage === undefined ? { ports } : { ports, storage }
    const service = await Effect.runPromise(Scope.extend(TestService.make(options), scope))
    return { service, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }
  let running = await make()
  const host: EditingHost = {
    service: running.service,
    restart: async () => {
      await running.stop()
      running = await make()
      host.service = running.service
    },
    stop: () => running.stop()
  }
  return host
}
