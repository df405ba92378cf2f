import { Effect, Exit, Layer, Scope } from "effect"
import * as MemoryBlobStore from "../../../adapters/blobs/testing/Memory.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { BlobStore } from "../../ports/BlobStore.ts"

/** Services in this process that can be stopped and started again over the same storage and blobs. */
export interface EditingHost {
  /** Each time the next of those that share the work. */
  readonly service: TestService.TestService
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * @param storage built anew at each start; absent: in memory, where a restart has nothing left
 * @param count how many share the work, each with what it remembers for itself
 */
export const start = async (storage?: TestService.TestOptions["storage"], count = 1): Promise<EditingHost> => {
  const blobs = await Effect.runPromise(Effect.provide(BlobStore, MemoryBlobStore.layer))
  // Tables that are not shared are asked on the spot: that takes half the time.
  const read: typeof blobs.read = (key) => blobs.read(key)
  const ports = Layer.succeed(BlobStore, storage === undefined ? { ...blobs, read } : blobs)
  const make = async () => {
    const scope = Effect.runSync(Scope.make())
    const options = storage === undefined ? { ports } : { ports, storage }
    const one = Scope.extend(TestService.make(options), scope)
    const services = await Effect.runPromise(Effect.replicateEffect(one, count))
    return { services, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
  }
  let running = await make()
  let turn = 0
  return {
    get service() {
      return running.services[turn++ % count]!
    },
    restart: async () => {
      await running.stop()
      running = await make()
    },
    stop: () => running.stop()
  }
}
