import { createHash, randomBytes } from "node:crypto"

/** A text that nobody guesses: 32 random bytes in base64url. */
export const opaque = (): string => randomBytes(32).toString("base64url")

/** What is kept of such a text: its SHA-256 in base64url. */
export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url")
