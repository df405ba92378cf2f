import * as Effect from "effect/Effect"
import type { SharedView } from "../../dataframe/query/View.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import { sharedText } from "../common/SharedText.ts"

const texts = new WeakMap<SharedView, Uint8Array>()

/** Returns the text if it has been created. */
export const knownText = (shared: SharedView): Uint8Array | undefined => texts.get(shared)

/** Returns the shared data of a project as text in shared memory, created once. */
export const textOf = (shared: SharedView): Effect.Effect<Uint8Array> =>
  Effect.suspend(() => {
    const known = knownText(shared)
    if (known !== undefined) return Effect.succeed(known)
    return Effect.tap(sharedText(ViewText.pieces({ shared, importedWith: 0 })), (text) =>
      Effect.sync(() => texts.set(shared, text))
    )
  })
