import { Effect } from "effect"
import * as Overlay from "../dataframe/query/Overlay.ts"
import type { SharedView } from "../dataframe/query/View.ts"
import * as ViewText from "../dataframe/query/ViewText.ts"
import { nextTurn } from "../runtime/EventLoop.ts"

const texts = new WeakMap<SharedView, Uint8Array>()

/**
 * What a project shares as text in shared memory: threads read it there, where to copy the objects would keep the event
 * loop as long as they are many. Made once, piece by piece.
 */
export const textOf = (shared: SharedView): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const known = texts.get(shared)
    return known === undefined ? make(shared) : Effect.succeed(known)
  })

const make = Effect.fnUntraced(function* (shared: SharedView) {
  const parts: Array<Buffer> = []
  for (const piece of ViewText.pieces({ shared, importedWith: 0, overlay: Overlay.empty })) {
    parts.push(Buffer.from(piece))
    // The first ones are short.
    if (parts.length % piecesOfTurn === 0) yield* nextTurn
  }
  const text = new Uint8Array(new SharedArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const part of parts) {
    text.set(part, at)
    at += part.length
  }
  texts.set(shared, text)
  return text
})

const piecesOfTurn = 4
