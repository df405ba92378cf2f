import * as Effect from "effect/Effect"
import { nextTurn } from "../../runtime/EventLoop.ts"

const bytesOfTurn = 64 * 1024

/**
 * The UTF-8 of pieces in shared memory, made some at a time: threads read it there, where to copy the objects would
 * keep the event loop as long as they are many.
 */
export class SharedText {
  private readonly parts: Array<Buffer> = []
  private length = 0
  private bytesOfTurn = 0

  /** Puts a piece behind the others; with what is long, others have their turn. */
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

/** The text of pieces. */
export const sharedText = Effect.fnUntraced(function* (pieces: Iterable<string>) {
  const text = new SharedText()
  for (const piece of pieces) yield* text.add(piece)
  return text.finish()
})
