import * as Schema from "effect/Schema"

/** A file as a client sends it: its bytes or, if it is large, the key of the blob that has them. */
export type SentFile =
  | { readonly kind: "octets"; readonly bytes: Uint8Array }
  | { readonly kind: "octets"; readonly blob: string }

const isSent = (value: unknown): value is SentFile => typeof value === "object" && value !== null && "kind" in value

export const SentFile = Schema.declare(isSent).annotations({
  jsonSchema: { type: "string", format: "binary", description: "The bytes of a file" }
})
