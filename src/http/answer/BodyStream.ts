import { setImmediate } from "node:timers/promises"

/** Bytes that are given piece by piece. */
interface Pieces {
  /** Null at the end; throws where there is nothing to be had any more. */
  readonly next: () => Uint8Array<ArrayBuffer> | null
  readonly drop: () => void
}

/**
 * A body that gives a piece when the socket has taken the one before, and not earlier: what a reader leaves is neither
 * copied nor held by the server. Between two pieces the event loop turns.
 */
export const bodyStream = ({ drop, next }: Pieces): ReadableStream<Uint8Array> => {
  let isFirst = true
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        if (!isFirst) await setImmediate()
        isFirst = false
        const piece = next()
        if (piece === null) controller.close()
        else controller.enqueue(piece)
      },
      cancel: drop
    },
    { highWaterMark: 0 }
  )
}
