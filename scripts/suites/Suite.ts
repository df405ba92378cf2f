/** When a suite runs: before a change lands, every night, or as a measurement that needs the machine for itself. */
export type Occasion = "run" | "nightly" | "bench"

export interface Suite {
  readonly name: string
  /** A command for the shell. It prints lines "N pass" and "N fail", or "N passed, N failed". */
  readonly command: string
  readonly occasion: Occasion
  /**
   * Folders and files, relative to the root, and names of npm packages (`npm:web-ifc`) whose changes can change the
   * result of the suite. `--changed` leaves a suite out if none of them changed.
   */
  readonly dependsOn: ReadonlyArray<string>
  /** Whether the suite judges times or ratios, so that no other suite may run beside it. */
  readonly runsAlone?: true
}

/** The product without the page for browsers. */
export const service = [
  "src/domain",
  "src/runtime",
  "src/parquet",
  "src/iceberg",
  "src/sheets",
  "src/bcf",
  "src/ifc",
  "src/ids",
  "src/geometry",
  "src/dataframe",
  "src/ports",
  "src/application"
].concat(["src/http", "src/worker", "src/main", "adapters", "calculators"])
