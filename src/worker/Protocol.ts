import type { RecordedSpan } from "./RecordedSpans.ts"

/** Message from the supervisor to a child, which has one job at a time. */
export interface Task {
  /** Encoded request of a job. */
  readonly request: { readonly _tag: string }
  readonly scratch: string
  /** Size in bytes above which the child collects its garbage before it answers. */
  readonly collectAbove: number
  /** True if the spans of the job are wanted. */
  readonly isTraced: boolean
}

/** Message about a finished job: its exit, as the request encodes it, and the child's size after it, in bytes. */
export interface Answer {
  readonly type: "answer"
  readonly exit: unknown
  readonly resident: number
  /** Recorded spans, parents first. */
  readonly spans: ReadonlyArray<RecordedSpan>
  /** Number of further spans that were left out. */
  readonly spansLeft: number
}

/** Message from a child to its supervisor. */
export type Message =
  | Answer
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly fraction: number }
  | { readonly type: "threw"; readonly name: string; readonly memory: boolean; readonly stack: string }

/**
 * File descriptor of a child for its heartbeat: a byte comes in, two little-endian doubles go back (the resident size
 * in bytes, and the milliseconds that the process has worked, all threads together at most the elapsed time). It closes
 * when the supervisor ends, however it ends.
 */
export const PULSE_DESCRIPTOR = 3
export const PONG_BYTES = 16
