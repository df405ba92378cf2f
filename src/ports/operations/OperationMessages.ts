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
const attempt = count("How often it was tried, this time included.")
const at = Schema.String.annotations({
  description: "When, by the clock of the storage: RFC 3339, UTC, to the millisecond."
})

/** Message on `operations`: an operation is waiting for a worker. */
export const OperationMessage = Schema.Struct({
  v: version,
  operationId: OperationId,
  kind: AnyOperationKind
}).annotations({ identifier: "OperationMessage", description: "An operation waits to be worked on." })
export type OperationMessage = typeof OperationMessage.Type

/** Message on `operation-events`: informs other systems of an operation's state. */
export const OperationEvent = Schema.Struct({
  v: version,
  operationId: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  percentageCompleted: count("100 exactly when it is Ready."),
  projectId: ProjectId,
  modelId: ModelId,
  startedBy: UserId,
  attempt,
  at,
  error: Schema.NullOr(Schema.String.annotations({ description: "Why it is Failed: a code that the API gives too." })),
  errorDetails: Schema.NullOr(text("The same in a sentence."))
}).annotations({
  identifier: "OperationEvent",
  description: "The state of an operation changed; InProgress comes again where another worker took over."
})
export type OperationEvent = typeof OperationEvent.Type

const DeadOperation = Schema.Struct({
  v: version,
  reason: Schema.Literal("ResourceLimit"),
  details: text("Why, in a sentence."),
  operationId: OperationId,
  kind: AnyOperationKind,
  projectId: ProjectId,
  modelId: ModelId,
  attempt,
  at
}).annotations({ description: "An operation ended Failed because it cannot be brought to an end." })

const DeadMessage = Schema.Struct({
  v: version,
  reason: Schema.Literal("InvalidMessage", "UnknownOperation"),
  details: text("Why, in a sentence."),
  topic: Schema.String.annotations({ description: "The topic of the message." }),
  partition: count("The partition of the message."),
  offset: Schema.String.annotations({ description: "The offset of the message." }),
  bytes: count("How long it is."),
  beginning: text("Its first bytes, as far as they are UTF-8.")
}).annotations({ description: "A message of `operations` is of no use to anybody." })
export type DeadMessage = typeof DeadMessage.Type

/** Message on `operations.dead`: something that cannot be processed. */
export const DeadLetter = Schema.Union(DeadOperation, DeadMessage).annotations({ identifier: "DeadLetter" })
export type DeadLetter = typeof DeadLetter.Type
