/** Lifetime of a modification session after its last use. */
export const sessionMillis = 30 * 60_000

/** A modification session of a user on a model. */
export interface ActiveSession {
  /** Name that the client gave the session; null if it gave none. */
  readonly clientSessionId: string | null
  /** Milliseconds since 1970, by the storage's clock. */
  readonly expiresAt: number
}
