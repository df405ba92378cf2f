import { createHash, randomBytes } from "node:crypto"

/** Returns an unguessable text: 32 random bytes in base64url. */
export const opaque = (): string => randomBytes(32).toString("base64url")

/** Returns the form in which such a text is stored: its SHA-256 in base64url. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")
