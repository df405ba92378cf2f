import { Effect } from "effect"
import { nextTurn } from "../runtime/EventLoop.ts"

const bytesOfTurn = 64 * 1024

/**
 * The UTF-8 of pieces in shared memory, made some at a time: threads read it there, where to copy the objects would
 * keep the event loop as long as they are many.
 */
export const sharedText = Effect.fnUntraced(function* (pieces: Iterable<string>) {
  const parts: Array<Buffer> = []
  let bytes = 0
  for (const piece of pieces) {
    const part = Buffer.from(piece)
    parts.push(part)
    bytes += part.length
    if (bytes < bytesOfTurn) continue
    bytes = 0
    yield* nextTurn
  }
  const text = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const part of parts) {
    text.set(part, at)
    at += part.length
  }
  return text
})
