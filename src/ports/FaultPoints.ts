import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** Moments at which tests let the process die. */
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
  | "webhook.claimed"
  | "webhook.sent"
  | "dataset.claimed"
  | "dataset.written"
  | "dataset.kept"
  | "dataset.committed"

/** Hook that runs when a point is reached. It does nothing except in crash tests. */
export class FaultPoints extends Context.Reference<FaultPoints>()("ports/FaultPoints", {
  defaultValue: (): { readonly reach: (point: FaultPoint) => Effect.Effect<void> } => ({ reach: () => Effect.void })
}) {}
