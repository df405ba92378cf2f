import type * as Duration from "effect/Duration"

/** Timeouts and retries of requests to the bucket. */
export interface Timeouts {
  /** The most times a request is sent while its failures are transient. */
  readonly attempts: number
  /** The pause before the second attempt. It doubles before each further one, with jitter. */
  readonly delay: Duration.DurationInput
  /** The timeout of a request that carries no content. */
  readonly answer: Duration.DurationInput
  /** The timeout of one part of an upload, and of one step of a copy. */
  readonly transfer: Duration.DurationInput
  /** The timeout between two pieces of a download. */
  readonly stall: Duration.DurationInput
  /** How long the start of the service waits for the bucket. */
  readonly start: Duration.DurationInput
  /** How long a successful test write is taken as proof that the bucket accepts writes. */
  readonly checked: Duration.DurationInput
}

/**
 * The usual timeouts. It gives up a server that never answers after two minutes, and one that accepts no part of an
 * upload after six.
 */
export const timeouts: Timeouts = {
  attempts: 6,
  delay: "250 millis",
  answer: "15 seconds",
  transfer: "1 minute",
  stall: "20 seconds",
  start: "1 minute",
  checked: "15 seconds"
}
