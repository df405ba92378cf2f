import type { RecordedSpan } from "./RecordedSpans.ts"

/** What the supervisor sends to a child: one job at a time. */
export interface Task {
  /** A request of a job, encoded. */
  readonly request: { readonly _tag: string }
  readonly scratch: string
  /** Bytes; above it the child collects its garbage before it answers. */
  readonly collectAbove: number
  /** Whether its spans are wanted. */
  readonly isTraced: boolean
}

/** That a job is done: how it ended, as the request encodes it, and the child's size after it in bytes. */
export interface Answer {
  readonly type: "answer"
  readonly exit: unknown
  readonly resident: number
  /** Parents first. */
  readonly spans: ReadonlyArray<RecordedSpan>
  /** How many more it made, which it left out. */
  readonly spansLeft: number
}

/** What a child sends to its supervisor. */
export type Message =
  | Answer
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly fraction: number }
  | { readonly type: "threw"; readonly name: string; readonly memory: boolean; readonly stack: string }

/**
 * File descriptor of a child over which its pulse runs: a byte comes in, two little-endian doubles go back (the resident
 * size in bytes, and the milliseconds that the process has worked, which its threads together do at most as long as there
 * is time). It closes when the supervisor ends, however it ends.
 */
export const PULSE_DESCRIPTOR = 3
export const PONG_BYTES = 16
