import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"

const algorithm = "aes-256-gcm"
const [nonceBytes, tagBytes] = [12, 16]

/** Encrypts the secret of a webhook under a key of 32 bytes. It can be opened for this webhook only. */
export const seal = (key: Uint8Array, webhookId: string, secret: string): Uint8Array => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(webhookId))
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Returns the secret. Throws if it was encrypted under another key or for another webhook. */
export const open = (key: Uint8Array, webhookId: string, sealed: Uint8Array): string => {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, key, nonce)
    .setAAD(Buffer.from(webhookId))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
}
