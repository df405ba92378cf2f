import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import type { KafkaMessage } from "kafkajs"
import {
  type DeadMessage,
  DeadLetter,
  maxText,
  OperationMessage
} from "../../../src/ports/operations/OperationMessages.ts"
import type { Message } from "../../../src/ports/operations/OutboxRepository.ts"

/** The most bytes of a message that are parsed. A message of `operations` has some hundred. */
const maxBytes = 4096

/** A message and its position. */
export interface Received {
  readonly topic: string
  readonly partition: number
  readonly message: Pick<KafkaMessage, "headers" | "key" | "offset" | "value">
}

const decode = Schema.decodeEither(Schema.parseJson(OperationMessage), { onExcessProperty: "error" })
const deadText = Schema.encodeSync(Schema.parseJson(DeadLetter))
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Decodes a message. Fails with a sentence that says why it is invalid. */
export const read = ({ message: { value } }: Received): Either.Either<OperationMessage, string> => {
  if (value === null || value.length === 0) return Either.left("The message is empty.")
  if (value.length > maxBytes) return Either.left(`The message has more than ${maxBytes} bytes.`)
  return Either.try({ try: () => utf8.decode(value), catch: () => "The message is not UTF-8." }).pipe(
    Either.flatMap((text) =>
      Either.mapLeft(decode(text), (error) =>
        ParseResult.TreeFormatter.formatErrorSync(error).replaceAll(/\s+/g, " ").slice(0, maxText)
      )
    )
  )
}

/** The longest `traceparent` that is accepted, in characters. Known senders use shorter ones. */
const maxTraceparent = 200

/** Returns the `traceparent` header of a message, or null if it has none. */
export const traceparentOf = ({ message: { headers } }: Received): string | null => {
  const given = headers?.["traceparent"]
  const one = Array.isArray(given) ? given[0] : given
  return one === undefined || one.length > maxTraceparent ? null : one.toString()
}

/** Returns the dead letter for a message that cannot be handled. */
export const deadLetter = (
  { message: { key, offset, value }, partition, topic }: Received,
  reason: DeadMessage["reason"],
  details: string
): Message => {
  const bytes = value ?? Buffer.alloc(0)
  const beginning = new TextDecoder().decode(bytes.subarray(0, maxText))
  return {
    topic: "operations.dead",
    key: key?.toString("utf8", 0, maxText) ?? "",
    message: deadText({ v: 1, reason, details, topic, partition, offset, bytes: bytes.length, beginning })
  }
}
