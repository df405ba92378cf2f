import { Schema } from "effect"
import { ModelId, OperationId, ProjectId } from "../domain/Identifier.ts"
import { OperationKind, OperationStatus } from "../domain/Operation.ts"
import { UserId } from "../domain/Principal.ts"

/** What messages are about. Each is JSON whose `v` says by which of these formats it is written. */
export const Topic = Schema.Literal("operations", "operation-events", "operations.dead")
export type Topic = typeof Topic.Type

/** Longest text of a message that somebody else chose, in UTF-16 code units. */
export const maxText = 1000

const text = Schema.String.pipe(Schema.maxLength(maxText))
const version = Schema.Literal(1)
const count = Schema.NonNegativeInt

/** Tells workers of an operation that waits: `operations`. */
export const OperationMessage = Schema.Struct({
  v: version,
  operationId: OperationId,
  kind: OperationKind
}).annotations({ identifier: "OperationMessage" })
export type OperationMessage = typeof OperationMessage.Type

/** Tells other systems what became of an operation: `operation-events`. */
export const OperationEvent = Schema.Struct({
  v: version,
  operationId: OperationId,
  kind: OperationKind,
  status: OperationStatus,
  percentageCompleted: count,
  projectId: ProjectId,
  modelId: ModelId,
  startedBy: UserId,
  /** How often it was tried, this time included. */
  attempt: count,
  /** When, by the storage's clock: RFC 3339, UTC, to the millisecond. */
  at: Schema.String,
  /** A code of contract section 10 where it is Failed. */
  error: Schema.NullOr(Schema.String),
  errorDetails: Schema.NullOr(text)
}).annotations({ identifier: "OperationEvent" })
export type OperationEvent = typeof OperationEvent.Type

/** An operation that ended Failed because it could not be brought to an end: `operations.dead`. */
const DeadOperation = Schema.Struct({
  v: version,
  reason: Schema.Literal("ResourceLimit"),
  details: text,
  operationId: OperationId,
  kind: OperationKind,
  projectId: ProjectId,
  modelId: ModelId,
  attempt: count,
  at: Schema.String
})

/** A message of `operations` that nobody can handle: `operations.dead`. */
const DeadMessage = Schema.Struct({
  v: version,
  reason: Schema.Literal("InvalidMessage", "UnknownOperation"),
  details: text,
  /** Where it stood. */
  topic: Schema.String,
  partition: count,
  offset: Schema.String,
  bytes: count,
  /** Its first bytes as UTF-8; what is none is replaced. */
  beginning: text
})
export type DeadMessage = typeof DeadMessage.Type

export const DeadLetter = Schema.Union(DeadOperation, DeadMessage).annotations({ identifier: "DeadLetter" })
export type DeadLetter = typeof DeadLetter.Type
