import * as Schema from "effect/Schema"
import { ModelId, OperationId, ProjectId } from "../../domain/Identifier.ts"
import { AnyOperationKind, OperationKind, OperationStatus } from "../../domain/operations/Operation.ts"
import { UserId } from "../../domain/Principal.ts"

/** Topics of messages. Each message is JSON; its field `v` is the version of its format. */
export const Topic = Schema.Literal("operations", "operation-events", "operations.dead", "events")
export type Topic = typeof Topic.Type

/** Maximum length of texts in a message that come from outside, in UTF-16 code units. */
export const maxText = 1000

const version = Schema.Literal(1).annotations({ description: "The version of the format." })
const text = (description: string) => Schema.String.pipe(Schema.maxLength(maxText, { description }))
const count = (description: string) => Schema.Int.pipe(Schema.nonNegative({ description }))
const attempt = count("The number of attempts, including this one.")
const at = Schema.String.annotations({
  description: "The time by the clock of the storage: RFC 3339, UTC, with milliseconds."
})

/** Message on `operations`: an operation is waiting for a worker. */
export const OperationMessage = Schema.Struct({
  v: version,
  operationId: OperationId,
  kind: AnyOperationKind
}).annotations({ identifier: "OperationMessage", description: "An operation is waiting for a worker." })
export type OperationMessage = typeof OperationMessage.Type

/** Message on `operation-events`: informs other systems of an operation's state. */
export const OperationEvent = Schema.Struct({
  v: version,
  operationId: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  percentageCompleted: count("100 if and only if the operation is Ready."),
  projectId: ProjectId,
  modelId: ModelId,
  startedBy: UserId,
  attempt,
  at,
  error: Schema.NullOr(
    Schema.String.annotations({ description: "The error code of the API if the operation is Failed." })
  ),
  errorDetails: Schema.NullOr(text("The error in one sentence."))
}).annotations({
  identifier: "OperationEvent",
  description: "The state of an operation changed. InProgress is repeated if another worker takes over."
})
export type OperationEvent = typeof OperationEvent.Type

const DeadOperation = Schema.Struct({
  v: version,
  reason: Schema.Literal("ResourceLimit"),
  details: text("The reason in one sentence."),
  operationId: OperationId,
  kind: AnyOperationKind,
  projectId: ProjectId,
  modelId: ModelId,
  attempt,
  at
}).annotations({ description: "An operation became Failed because it cannot be finished." })

const DeadMessage = Schema.Struct({
  v: version,
  reason: Schema.Literal("InvalidMessage", "UnknownOperation"),
  details: text("The reason in one sentence."),
  topic: Schema.String.annotations({ description: "The topic of the message." }),
  partition: count("The partition of the message."),
  offset: Schema.String.annotations({ description: "The offset of the message." }),
  bytes: count("The size of the message in bytes."),
  beginning: text("The first bytes of the message as UTF-8.")
}).annotations({ description: "A message on `operations` cannot be processed." })
export type DeadMessage = typeof DeadMessage.Type

/** Message on `operations.dead`: something that cannot be processed. */
export const DeadLetter = Schema.Union(DeadOperation, DeadMessage).annotations({ identifier: "DeadLetter" })
export type DeadLetter = typeof DeadLetter.Type
