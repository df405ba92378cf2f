import process from "node:process"

/** Figures of a run; each check is a line, and the last line is the total. */
export interface Report {
  readonly figure: (name: string, value: number | string) => void
  /** Prints a figure and checks that it holds. */
  readonly check: (name: string, value: number | string, holds: boolean) => void
  readonly fault: (text: string) => void
  /** Ends the run as failed because a step did not finish. */
  readonly giveUp: (what: string) => never
  /** Prints the total and sets the exit code. */
  readonly end: () => void
}

export const make = (): Report => {
  let passed = 0
  let failed = 0
  const startedAt = performance.now()
  const end = (): void => {
    console.log(`took ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`)
    console.log(`${passed} passed, ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  }
  const line = (mark: string, name: string, value: number | string) => console.log(`${mark} ${name}: ${value}`)
  return {
    figure: (name, value) => line("      ", name, value),
    check: (name, value, holds) => {
      if (holds) passed += 1
      else failed += 1
      line(holds ? "ok    " : "FAILED", name, value)
    },
    fault: (text) => console.log(`       ! ${text}`),
    giveUp: (what) => {
      failed += 1
      line("FAILED", what, "no end within two minutes")
      end()
      return process.exit(1)
    },
    end
  }
}

/** Returns the value below which this fraction of the list lies; 0 for an empty list. */
export const quantile = (values: ReadonlyArray<number>, part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0

export const seconds = (millis: number): string => `${(millis / 1000).toFixed(2)} s`
