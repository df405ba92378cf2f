import * as Effect from "effect/Effect"
import { nextTurn } from "../../runtime/EventLoop.ts"

const bytesOfTurn = 64 * 1024

/**
 * Encodes pieces as UTF-8 into shared memory, some at a time, so that threads can read them there. Copying many objects
 * to a thread would block the event loop.
 */
export class SharedText {
  private readonly parts: Array<Buffer> = []
  private length = 0
  private bytesOfTurn = 0

  /** Appends a piece, yielding to the event loop after every 64 KB. */
  add(piece: string): Effect.Effect<void> {
    return Effect.suspend(() => {
      const part = Buffer.from(piece)
      this.parts.push(part)
      this.length += part.length
      this.bytesOfTurn += part.length
      if (this.bytesOfTurn < bytesOfTurn) return Effect.void
      this.bytesOfTurn = 0
      return nextTurn
    })
  }

  finish(): Uint8Array {
    const text = new Uint8Array(new SharedArrayBuffer(this.length))
    let at = 0
    for (const part of this.parts) {
      text.set(part, at)
      at += part.length
    }
    return text
  }
}

/** Encodes pieces as one shared text. */
export const sharedText = Effect.fnUntraced(function* (pieces: Iterable<string>) {
  const text = new SharedText()
  for (const piece of pieces) yield* text.add(piece)
  return text.finish()
})
