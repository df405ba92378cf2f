import * as Effect from "effect/Effect"

/** Length, in bytes, of the nonce at the start of sealed data (NIST SP 800-38D, section 8.2.2). */
const nonceBytes = 12

const bytesOf = (text: string) => new TextEncoder().encode(text)

/**
 * Seals texts under two secrets, neither of which is enough to open them: one of the deployment, and one that only the
 * holder of a token or URL has. AES-256-GCM with a key derived by HKDF-SHA-256 (RFC 5869) from the first, with the
 * second as salt.
 */
export const make = (secret: Uint8Array, purpose: string) => {
  const keyOf = async (holder: string) =>
    crypto.subtle.deriveKey(
      { name: "HKDF", hash: "SHA-256", salt: bytesOf(holder), info: bytesOf(`plinth ${purpose}`) },
      await crypto.subtle.importKey("raw", new Uint8Array(secret), "HKDF", false, ["deriveKey"]),
      { name: "AES-GCM", length: 256 },
      false,
      ["encrypt", "decrypt"]
    )

  return {
    /** Returns nonce, ciphertext and tag. */
    seal: (text: string, holder: string): Effect.Effect<Uint8Array<ArrayBuffer>> =>
      Effect.promise(async () => {
        const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
        const sealed = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await keyOf(holder), bytesOf(text))
        return new Uint8Array(Buffer.concat([iv, Buffer.from(sealed)]))
      }),
    /** Returns the text, or null if the data was altered or a secret is wrong. */
    open: (sealed: Uint8Array, holder: string): Effect.Effect<string | null> =>
      Effect.promise(async () => {
        const [iv, rest] = [sealed.slice(0, nonceBytes), sealed.slice(nonceBytes)]
        try {
          const text = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await keyOf(holder), rest)
          return new TextDecoder().decode(text)
        } catch {
          return null
        }
      })
  }
}
