import type * as Duration from "effect/Duration"

/** How long the bucket is waited for, and how often it is asked. */
export interface Patience {
  /** How often a request is sent in all while its failures pass. */
  readonly attempts: number
  /** Before the second time; doubled before each further one, and varied. */
  readonly delay: Duration.DurationInput
  /** For the answer to a request that carries no content. */
  readonly answer: Duration.DurationInput
  /** For taking one part of an upload, and for one step of a copy. */
  readonly transfer: Duration.DurationInput
  /** Between two pieces of a download. */
  readonly stall: Duration.DurationInput
  /** For the bucket to be there when the service starts. */
  readonly start: Duration.DurationInput
  /** How long it is believed that the bucket takes writes, once it has taken one. */
  readonly checked: Duration.DurationInput
}

/** A server that never answers is given up after two minutes, one that takes no part of an upload after six. */
export const patience: Patience = {
  attempts: 6,
  delay: "250 millis",
  answer: "15 seconds",
  transfer: "1 minute",
  stall: "20 seconds",
  start: "1 minute",
  checked: "15 seconds"
}
