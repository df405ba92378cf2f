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

/** A message of `operations` is some hundred bytes; a longer one is not looked into. */
const maxBytes = 4096

/** A message and where it stood. */
export interface Received {
  readonly topic: string
  readonly partition: number
  readonly message: Pick<KafkaMessage, "headers" | "key" | "offset" | "value">
}

const decode = Schema.decodeEither(Schema.parseJson(OperationMessage), { onExcessProperty: "error" })
const deadText = Schema.encodeSync(Schema.parseJson(DeadLetter))
const utf8 = new TextDecoder("utf-8", { fatal: true })

/** What it says, or in a sentence why that cannot be told. */
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

/** Longer ones are of nobody whom we know. */
const maxTraceparent = 200

/** The span that a message belongs to, as it says; null where it says nothing. */
export const traceparentOf = ({ message: { headers } }: Received): string | null => {
  const given = headers?.["traceparent"]
  const one = Array.isArray(given) ? given[0] : given
  return one === undefined || one.length > maxTraceparent ? null : one.toString()
}

/** The dead letter of a message that nobody can handle. */
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
