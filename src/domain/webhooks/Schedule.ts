import type { DeliveryStatus } from "./Webhook.ts"

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** Milliseconds before each try, counted from the one before it (contract section 15). */
const waits = [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 10 * hour]

/** Longest wait that a receiver may ask for, in milliseconds. */
const longestAsked = 10 * hour

/** Milliseconds without success after which a webhook is disabled. */
export const withoutSuccessMillis = 5 * 24 * hour

/** How a try ended. */
export type Outcome =
  | {
      readonly _tag: "Answered"
      readonly status: number
      readonly answer: string
      /** Milliseconds that the receiver asks to wait; null if it does not. */
      readonly retryAfterMillis: number | null
    }
  /** There was no answer, for the reason in `answer`. */
  | { readonly _tag: "Unanswered"; readonly answer: string }
  /** The address of the target may not be reached, so nothing was sent. */
  | { readonly _tag: "Refused"; readonly answer: string }

/** The state of a delivery after a try. */
export interface Next {
  readonly status: DeliveryStatus
  /** Milliseconds until the next try; null if there is none. */
  readonly waitMillis: number | null
  /** True if the receiver is gone for good. */
  readonly isGone: boolean
}

/**
 * Returns the state of a delivery after its latest try. A try that a user requested is not repeated.
 *
 * @param tries the number of tries, the latest included
 * @param share from 0 to 1; the part of the random delay that is added, so that not all receivers are called at once
 */
export const afterTry = (outcome: Outcome, tries: number, isAsked: boolean, share: number): Next => {
  const ended = (status: DeliveryStatus, isGone = false): Next => ({ status, waitMillis: null, isGone })
  if (outcome._tag === "Refused") return ended("Refused")
  if (outcome._tag === "Answered") {
    if (outcome.status >= 200 && outcome.status < 300) return ended("Delivered")
    if (outcome.status === 410) return ended("Failed", true)
  }
  const wait = isAsked ? undefined : waits[tries]
  if (wait === undefined) return ended("Failed")
  const asked = outcome._tag === "Answered" && isBusy(outcome.status) ? (outcome.retryAfterMillis ?? 0) : 0
  const waitMillis = Math.max(wait * (1 + share / 10), Math.min(asked, longestAsked))
  return { status: "Pending", waitMillis: Math.round(waitMillis), isGone: false }
}

/** Returns whether a receiver with this status may ask for a longer wait. */
const isBusy = (status: number): boolean => status === 429 || status === 503
