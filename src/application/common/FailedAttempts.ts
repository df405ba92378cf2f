interface Pauses {
  /** The pause after the first failure, in milliseconds. */
  readonly first: number
  /** The longest pause, in milliseconds. */
  readonly longest: number
}

interface Failure {
  readonly state: string
  readonly at: number
  readonly pause: number
}

/**
 * Things on which some work failed. They are tried again after pauses that double, and at once when they change. A
 * thing that was not tried again within the longest pause is forgotten. Each process keeps its own record.
 */
export class FailedAttempts<Key extends string> {
  /** By the time of the failure, the oldest first. */
  private readonly failures = new Map<Key, Failure>()
  private readonly pauses: Pauses

  constructor(pauses: Pauses) {
    this.pauses = pauses
  }

  /** The number of things that are remembered. */
  get size(): number {
    return this.failures.size
  }

  /** Returns whether a thing may be tried at a time in milliseconds. `state` changes with what the work depends on. */
  mayTry(key: Key, state: string, now: number): boolean {
    this.forgetBefore(now - 2 * this.pauses.longest)
    const last = this.failures.get(key)
    return last === undefined || last.state !== state || last.at + last.pause <= now
  }

  failed(key: Key, state: string, now: number): void {
    const last = this.failures.get(key)
    const pause = last?.state === state ? Math.min(2 * last.pause, this.pauses.longest) : this.pauses.first
    this.failures.delete(key)
    this.failures.set(key, { state, at: now, pause })
  }

  succeeded(key: Key): void {
    this.failures.delete(key)
  }

  /** Each failure is checked once; the first one that is kept ends the loop. */
  private forgetBefore(time: number): void {
    for (const [key, { at }] of this.failures) {
      if (at >= time) return
      this.failures.delete(key)
    }
  }
}
