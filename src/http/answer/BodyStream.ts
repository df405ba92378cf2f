import { setImmediate } from "node:timers/promises"

/** A source of bytes, read piece by piece. */
interface Pieces {
  /** Returns the next piece, or null at the end. Throws if the bytes are no longer available. */
  readonly next: () => Uint8Array<ArrayBuffer> | null
  readonly drop: () => void
}

/**
 * Returns a body stream that produces a piece only after the socket has taken the previous one, so that the server
 * neither copies nor buffers what a client does not read. The event loop turns between two pieces.
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
