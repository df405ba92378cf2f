import { SessionAlreadyActive, SessionNotActive } from "../Errors.ts"

/** Lifetime of a modification session after its last use. */
export const sessionMillis = 30 * 60_000

/** A modification session of a user on a model. */
export interface ActiveSession {
  /** Name that the client gave the session; null if it gave none. */
  readonly clientSessionId: string | null
  /** Milliseconds since 1970, by the storage's clock. */
  readonly expiresAt: number
}

/** Returns the error for starting a session beside another one, which expires in this many milliseconds if unused. */
export const anotherActive = (millisLeft: number): SessionAlreadyActive =>
  new SessionAlreadyActive({
    details: `Another session of yours is active on this model. End it, or wait: unused, it expires in ${Math.ceil(millisLeft / 1000)} seconds.`
  })

export const notActive = (): SessionNotActive =>
  new SessionNotActive({ details: "You have no active session with this id on this model. Start one first." })
