/** What the supervisor sends to a child: one job at a time. */
export interface Task {
  readonly name: string
  readonly input: unknown
  readonly scratch: string
  /** Bytes; above it the child collects its garbage before it answers. */
  readonly collectAbove: number
}

/** What a child sends to its supervisor. `resident` is its size in bytes after the work. */
export type Message =
  | { readonly type: "ready" }
  | { readonly type: "progress"; readonly fraction: number }
  | { readonly type: "answer"; readonly value: unknown; readonly resident: number }
  | {
      readonly type: "refused"
      readonly code: string
      readonly reason: string
      readonly line: number
      readonly resident: number
    }
  | { readonly type: "threw"; readonly name: string; readonly memory: boolean; readonly stack: string }

/**
 * File descriptor of a child over which its pulse runs: a byte comes in, eight bytes go back (the resident size in
 * bytes, a little-endian double). It closes when the supervisor ends, however it ends.
 */
export const PULSE_DESCRIPTOR = 3
export const PONG_BYTES = 8
