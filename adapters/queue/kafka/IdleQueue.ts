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
 * As long as a connection lives, kafkajs 2.2.4 looks every millisecond whether requests wait that it held back, with
 * timers to moments that are over, of which the runtime warns (its issue 1751, whose fix it never got). With this it
 * looks where some do.
 */
export const lookWhereSomethingWaits = (): void => {
  prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this)
  }
}
