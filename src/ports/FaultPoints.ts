import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Moments at which a process may die that tests want to look at. */
export type FaultPoint =
  | "upload.issued"
  | "upload.receiving"
  | "upload.stored"
  | "model.copied"
  | "view.kept"
  | "operation.uncommitted"
  | "operation.committed"
  | "post.answered"
  | "outbox.sent"
  | "operation.claimed"
  | "operation.working"
  | "operation.computed"
  | "operation.kept"
  | "import.begun"
  | "import.staged"
  | "edits.stored"
  | "edits.discarded"
  | "publish.locked"
  | "publish.applied"
  | "publish.committed"
  | "operation.finishing"
  | "operation.finished"
  | "result.asked"

/** Told that a point was reached. Nothing happens there but in tests of what survives. */
export class FaultPoints extends Context.Reference<FaultPoints>()("ports/FaultPoints", {
  defaultValue: (): { readonly reach: (point: FaultPoint) => Effect.Effect<void> } => ({ reach: () => Effect.void })
}) {}
