import { service, type Suite } from "./Suite.ts"

/** Folders and packages that each bench measures. */
const measured: Readonly<Record<string, ReadonlyArray<string>>> = {
  loop: service,
  http: ["src/http", "src/application", "src/runtime", "adapters/auth", "adapters/storage", "npm:effect", "npm:bun"],
  load: service,
  workers: ["src/worker", "src/application", "adapters/queue", "adapters/storage"],
  page: ["src/web", "src/geometry", "npm:three", "npm:preact"],
  query: ["src/dataframe", "src/application", "npm:arquero"],
  projects: ["src/dataframe", "npm:arquero"],
  dataset: ["src/domain", "src/dataframe", "src/iceberg", "src/parquet", "calculators"],
  ids: ["src/ids", "src/ifc", "npm:re2js", "npm:saxes"],
  import: ["src/ifc", "src/dataframe/table", "src/worker", "src/application", "adapters/storage"],
  export: ["src/ifc", "src/dataframe", "src/worker", "src/application"],
  meshes: ["src/geometry", "npm:web-ifc"],
  parquet: ["src/dataframe/parquet", "src/parquet", "npm:hyparquet-writer"],
  sheets: [
    "src/sheets",
    "src/parquet",
    "src/dataframe/edits/sheet",
    "npm:fflate",
    "npm:@uwdata/flechette",
    "npm:hyparquet-writer"
  ],
  overlay: ["src/dataframe/edits", "src/application"],
  edits: ["src/dataframe/edits", "src/application", "adapters/storage/edits"],
  locations: ["src/application", "adapters/storage/libraries", "adapters/storage/imports"],
  codes: ["src/application", "adapters/storage/libraries", "adapters/storage/imports"],
  traces: ["src/http", "src/ports", "adapters/tracing", "npm:@effect/opentelemetry"]
}

/** The suites that run benchmarks. */
export const benches: ReadonlyArray<Suite> = Object.entries(measured).map(([name, dependsOn]): Suite => ({
  name: `bench-${name}`,
  // The bench of traces prints their cost and has no gate.
  command: name === "traces" ? "npm run --silent bench:traces" : `npm run --silent bench:${name} -- --ci`,
  occasion: "bench",
  dependsOn: [...dependsOn, "bench"],
  runsAlone: true
}))
