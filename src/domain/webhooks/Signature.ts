import { createHmac, randomBytes } from "node:crypto"

const prefix = "whsec_"

/** Random bytes of a secret. */
const secretBytes = 32

/** Returns a new secret of Standard Webhooks. */
export const newSecret = (): string => prefix + randomBytes(secretBytes).toString("base64")

/** A message that is signed again for each try. */
export interface Message {
  /** The same for all tries of a delivery, so that receivers recognise duplicates. It has no dot. */
  readonly id: string
  /** Time of the try, in whole seconds since 1970. */
  readonly timestamp: number
  readonly body: string
}

/** Returns the headers of Standard Webhooks, with a signature by each of the secrets. */
export const signed = ({ body, id, timestamp }: Message, secrets: ReadonlyArray<string>): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), "base64")
      return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`
    })
    .join(" ")
})
