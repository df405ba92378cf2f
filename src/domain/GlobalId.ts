import { createHash } from "node:crypto"
import * as Schema from "effect/Schema"

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"

/** Returns the message about a text that is not a GlobalId. */
export const notGlobalId = (): string => "must be an IFC GlobalId of 22 characters"

/**
 * The 22 characters that identify an IfcRoot: 128 bits in base 64, so the first character is 0 to 3.
 *
 * Source: IFC 4.3, IfcGloballyUniqueId.
 */
export const GlobalId = Schema.String.pipe(
  Schema.pattern(/^[0-3][0-9A-Za-z_$]{21}$/, { message: notGlobalId }),
  Schema.brand("GlobalId")
)
export type GlobalId = typeof GlobalId.Type

/** Returns the GlobalId of 16 bytes. */
const fromBytes = (bytes: Uint8Array): GlobalId => {
  let rest = 0n
  for (const byte of bytes.subarray(0, 16)) rest = (rest << 8n) | BigInt(byte)
  let text = ""
  for (let i = 0; i < 22; i++) {
    text = digits.charAt(Number(rest & 63n)) + text
    rest >>= 6n
  }
  return text as GlobalId
}

/** Returns the GlobalId of a UUID of 32 hexadecimal digits, with or without hyphens: the same 128 bits. */
export const fromUuid = (uuid: string): GlobalId => fromBytes(Buffer.from(uuid.replaceAll("-", ""), "hex"))

/** Returns a new random GlobalId. */
export const random = (): GlobalId => fromBytes(crypto.getRandomValues(new Uint8Array(16)))

/** Returns the GlobalId of some parts, always the same one. */
export const derive = (...parts: ReadonlyArray<string>): GlobalId =>
  fromBytes(createHash("sha1").update(parts.join("\0")).digest())
