/** How long a modification session lives after it was last used. */
export const sessionMillis = 30 * 60_000

/** A modification session of a user on a model. */
export interface ActiveSession {
  /** As the client named it; null where it never did. */
  readonly clientSessionId: string | null
  /** Milliseconds since 1970, by the storage's clock. */
  readonly expiresAt: number
}
