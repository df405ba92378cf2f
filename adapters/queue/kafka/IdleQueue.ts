import { createRequire } from "node:module"

interface RequestQueue {
  readonly pending: ReadonlyArray<unknown>
  scheduleCheckPendingRequests: (this: RequestQueue) => void
}

const { prototype } = createRequire(import.meta.url)("kafkajs/src/network/requestQueue/index.js") as {
  readonly prototype: RequestQueue
}
const { scheduleCheckPendingRequests } = prototype

/**
 * Patches kafkajs 2.2.4, which checks every millisecond for held-back requests as long as a connection lives. It uses
 * timers that are set to past times, about which the runtime warns (kafkajs issue 1751, not fixed there). With the
 * patch it checks only while there are such requests.
 */
export const lookWhereSomethingWaits = (): void => {
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this)
  }
}
