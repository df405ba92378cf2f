/** When a suite runs: before a change lands, every night, or as a measurement that needs the machine for itself. */
export type Occasion = "run" | "nightly" | "bench"

export interface Suite {
  readonly name: string
  /** A command for the shell. It prints lines "N pass" and "N fail", or "N passed, N failed". */
  readonly command: string
  readonly occasion: Occasion
  /**
   * Folders and files, relative to the root, and names of npm packages (`npm:web-ifc`) whose change can change what the
   * suite says. `--changed` leaves a suite out if none of them changed.
   */
  readonly dependsOn: ReadonlyArray<string>
  /** Whether the suite judges times or ratios, so that no other suite may run beside it. */
  readonly runsAlone?: true
}

/** The files of the image and of its tests. */
const product = ["src", "adapters", "calculators", "sdk", "scripts/stories", "scripts/Image.ts", "package-lock.json"]
/** The product without the page for browsers. */
const service = [
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
const page = ["src", "adapters", "calculators", "npm:preact", "npm:three"]
const servers = ["scripts/backends", "scripts/Backends.ts"]

/** The suites that must pass before a change lands. The longest stand first, because they begin first. */
const beforeLanding: ReadonlyArray<Suite> = [
  { name: "test", command: "npm test", occasion: "run", dependsOn: ["."] },
  {
    name: "page",
    command: "npm run --silent test:page",
    occasion: "run",
    dependsOn: page
  },
  {
    name: "conformance",
    command: "npm run --silent conformance -- --lanes 6",
    occasion: "run",
    dependsOn: [...service, "spec-tests"]
  },
  {
    name: "conformance-servers",
    command: "npm run --silent conformance:all -- --only postgres,kafka,gcs,keycloak --tags queue,blobs,auth",
    occasion: "run",
    dependsOn: [...service, ...servers, "spec-tests", "scripts/conformance"]
  },
  {
    name: "storage",
    command: "npm run --silent test:storage",
    occasion: "run",
    dependsOn: [...service, ...servers, "npm:pg", "npm:@effect/sql-pg"]
  },
  {
    name: "image",
    command: "npm run --silent test:image -- --smoke",
    occasion: "run",
    dependsOn: [...product, "Containerfile", ".containerignore", "deploy", "scripts/image"]
  },
  {
    name: "stories",
    command: "npm run --silent test:stories",
    occasion: "run",
    dependsOn: [
      ...service,
      "README.md",
      "examples",
      "sdk",
      "scripts/sdk",
      "scripts/stories",
      "scripts/Stories.ts",
      "spec-tests/client",
      "spec-tests/fixtures"
    ]
  },
  { name: "check", command: "npm run --silent check", occasion: "run", dependsOn: ["."] }
]

/** All other tests, with full volumes. */
const everyNight: ReadonlyArray<Suite> = [
  {
    name: "conformance-all",
    command: "npm run --silent conformance:all",
    occasion: "nightly",
    dependsOn: [...service, ...servers, "spec-tests", "scripts/conformance"]
  },
  { name: "page-more", command: "npm run --silent test:page-more", occasion: "nightly", dependsOn: page },
  { name: "test-full", command: "npm run --silent test:full", occasion: "nightly", dependsOn: ["."] },
  {
    name: "storage-full",
    command: "TEST_VOLUME=full npm run --silent test:storage",
    occasion: "nightly",
    dependsOn: [...service, ...servers, "npm:pg", "npm:@effect/sql-pg"]
  },
  {
    name: "image-full",
    command: "npm run --silent test:image",
    occasion: "nightly",
    dependsOn: [...product, "spec-tests", "Containerfile", ".containerignore", "deploy", "scripts/image"]
  },
  {
    name: "export",
    command: "npm run --silent test:export -- --seeds 100",
    occasion: "nightly",
    dependsOn: ["src/ifc", "src/dataframe", "src/application", "src/worker", "adapters/formats", "scripts/export"]
  },
  {
    name: "chaos",
    command: "npm run --silent chaos -- --seeds 1 --kills 100 --ci",
    occasion: "nightly",
    dependsOn: [...service, "scripts/chaos", "scripts/Chaos.ts"]
  },
  {
    name: "faults",
    command: "npm run --silent test:faults -- --stopped 20",
    occasion: "nightly",
    dependsOn: ["src/application", "src/worker", "src/main", "adapters", "scripts/faults"]
  },
  {
    name: "edits",
    command: "EDIT_SEQUENCES=2000 npm run --silent test:edits",
    occasion: "nightly",
    dependsOn: ["src/domain", "src/dataframe", "src/application", "adapters/storage"]
  },
  {
    name: "kafka",
    command: "npm run --silent test:kafka",
    occasion: "nightly",
    dependsOn: [
      "src/worker",
      "src/application",
      "src/main",
      "adapters/queue",
      "adapters/storage",
      ...servers,
      "npm:kafkajs"
    ]
  },
  {
    name: "providers",
    command: "npm run --silent test:providers",
    occasion: "nightly",
    dependsOn: ["src/web", "src/http", "adapters/auth", "adapters/blobs", ...servers, "npm:openid-client"]
  },
  {
    name: "watching",
    command: "npm run --silent test:watching",
    occasion: "nightly",
    dependsOn: [...service, "deploy/prometheus", "deploy/grafana", "scripts/watching"]
  },
  {
    name: "oidc",
    command: "npm run --silent test:oidc",
    occasion: "nightly",
    dependsOn: ["src/http", "src/main", "adapters/auth", ...servers, "npm:openid-client", "npm:jose"]
  },
  {
    name: "gcs",
    command: "npm run --silent test:gcs",
    occasion: "nightly",
    dependsOn: ["src/main", "adapters/blobs", ...servers, "npm:@google-cloud/storage"]
  },
  {
    name: "failover",
    command: "npm run --silent chaos:failover -- --failovers 6 --ci",
    occasion: "nightly",
    dependsOn: [...service, ...servers, "scripts/chaos", "scripts/ChaosFailover.ts"]
  },
  {
    name: "tables",
    command: "npm run --silent test:tables",
    occasion: "nightly",
    dependsOn: [
      ...service,
      "bench/peers",
      "bench/PythonEnvironment.ts",
      "bench/TableReaders.ts",
      "examples/keep_duckdb.py",
      "spec-tests/fixtures",
      "npm:fflate",
      "npm:@uwdata/flechette"
    ]
  },
  {
    name: "topics",
    command: "npm run --silent test:topics",
    occasion: "nightly",
    dependsOn: [...service, "bench/peers", "bench/PythonEnvironment.ts", "bench/BcfReaders.ts"]
  },
  {
    name: "agreement",
    command: "npm run --silent agreement",
    occasion: "nightly",
    dependsOn: ["src/ifc", "src/geometry", "src/worker", "scripts/Agreement.ts", "npm:web-ifc"]
  },
  {
    name: "release",
    command: "npm run --silent release-check",
    occasion: "nightly",
    dependsOn: [...product, "releases", "scripts/release", "CHANGELOG.md"]
  },
  {
    name: "cluster",
    command: "npm run --silent chaos:cluster -- --kills 300 --ci",
    occasion: "nightly",
    dependsOn: [...service, ...servers, "scripts/chaos", "scripts/ChaosCluster.ts"],
    runsAlone: true
  },
  {
    name: "attack",
    command: "npm run --silent attack -- --seeds 1 --rounds 10 --ci",
    occasion: "nightly",
    dependsOn: [...service, "scripts/attack", "scripts/Attack.ts"],
    runsAlone: true
  }
]

/** Folders and packages that each bench measures. */
const measured: Readonly<Record<string, ReadonlyArray<string>>> = {
  loop: service,
  http: ["src/http", "src/application", "src/runtime", "adapters/auth", "adapters/storage", "npm:effect", "npm:bun"],
  load: service,
  workers: ["src/worker", "src/application", "adapters/queue", "adapters/storage"],
  page: ["src/web", "src/geometry", "npm:three", "npm:preact"],
  query: ["src/dataframe", "src/application", "npm:arquero"],
  projects: ["src/dataframe", "npm:arquero"],
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

const benches = Object.entries(measured).map(([name, dependsOn]): Suite => ({
  name: `bench-${name}`,
  // It prints what traces cost and has no gate.
  command: name === "traces" ? "npm run --silent bench:traces" : `npm run --silent bench:${name} -- --ci`,
  occasion: "bench",
  dependsOn: [...dependsOn, "bench"],
  runsAlone: true
}))

/** Every suite of the project, one line each. Nothing else decides what runs when. */
export const suites: ReadonlyArray<Suite> = [...beforeLanding, ...everyNight, ...benches]
