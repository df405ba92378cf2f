import * as JSONSchema from "effect/JSONSchema"
import * as Schema from "effect/Schema"
import { EventMessage } from "../../../../src/ports/events/EventMessage.ts"
import {
  DeadLetter,
  OperationEvent,
  OperationMessage,
  type Topic
} from "../../../../src/ports/operations/OperationMessages.ts"

const formats = {
  operations: OperationMessage,
  "operation-events": OperationEvent,
  "operations.dead": DeadLetter,
  events: EventMessage
} satisfies Record<Topic, Schema.Schema.Any>

/** The formats of all messages as one JSON Schema, a property for each topic. */
export const document = JSONSchema.make(Schema.Struct(formats))
