import type { ModelId } from "../../domain/Identifier.ts"

/** The first and the longest pause after a failure, in milliseconds. */
const [firstPause, longestPause] = [60_000, 3_600_000]

/**
 * Models whose rows could not be made, which may take all the memory or time of a worker. They are tried again after
 * pauses that double, and at once when they change. Another process begins with the first pause.
 */
export class FailedModels {
  private readonly failures = new Map<
    ModelId,
    { readonly state: string; readonly pause: number; readonly until: number }
  >()

  /** Returns whether a model may be tried at a time in milliseconds. `state` changes with what its rows are made of. */
  mayTry(modelId: ModelId, state: string, now: number): boolean {
    const last = this.failures.get(modelId)
    return last === undefined || last.state !== state || last.until <= now
  }

  failed(modelId: ModelId, state: string, now: number): void {
    const last = this.failures.get(modelId)
    const pause = last?.state === state ? Math.min(2 * last.pause, longestPause) : firstPause
    this.failures.set(modelId, { state, pause, until: now + pause })
  }

  succeeded(modelId: ModelId): void {
    this.failures.delete(modelId)
  }
}
