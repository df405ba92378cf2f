import { benches } from "./Benches.ts"
import { service, type Suite } from "./Suite.ts"

/** The files of the image and of its tests. */
/** The documents that `/docs` shows as guides. */
const guides = ["README.md", "docs"]
const product = ["src", "adapters", "calculators", "sdk", "scripts/stories", "scripts/Image.ts"].concat(
  guides,
  "package-lock.json"
)
const page = ["src", "adapters", "calculators", "npm:preact", "npm:swagger-ui-dist", "npm:three"].concat(guides)
const servers = ["scripts/backends", "scripts/Backends.ts"]

/** The suites that must pass before a change lands. The longest are listed first, because they begin first. */
const beforeLanding: ReadonlyArray<Suite> = [
  { name: "test", command: "npm test", occasion: "run", dependsOn: ["."] },
  { name: "page", command: "npm run --silent test:page", occasion: "run", dependsOn: page },
  {
    name: "storage",
    command: "npm run --silent test:storage",
    occasion: "run",
    dependsOn: [...service, ...servers, "npm:pg", "npm:@effect/sql-pg"]
  },
  {
    name: "conformance",
    command: "npm run --silent conformance -- --lanes 6",
    occasion: "run",
    dependsOn: [...service, "spec-tests"]
  },
  {
    name: "conformance-servers",
    command: "npm run --silent conformance:all -- --only postgres,kafka,gcs,keycloak --tags queue,blobs,auth --each 3",
    occasion: "run",
    dependsOn: [...service, ...servers, "spec-tests", "scripts/conformance"]
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
    dependsOn: [...page, "bench/peers", "bench/PythonEnvironment.ts", "bench/BcfReaders.ts"]
  },
  {
    name: "dataset",
    command: "DATASET_KILLS=300 npm run --silent test:dataset",
    occasion: "nightly",
    dependsOn: [
      ...service,
      ...servers,
      "bench/peers",
      "bench/PythonEnvironment.ts",
      "bench/DatasetReaders.ts",
      "spec-tests/fixtures"
    ]
  },
  {
    name: "agreement",
    command: "npm run --silent agreement",
    occasion: "nightly",
    dependsOn: ["src/ifc", "src/geometry", "src/worker", "scripts/Agreement.ts", "npm:web-ifc"]
  },
  {
    name: "ids-agreement",
    command: "npm run --silent agreement:ids",
    occasion: "nightly",
    dependsOn: [
      "src/ids",
      "src/ifc",
      "scripts/ids-agreement",
      "scripts/IdsAgreement.ts",
      "bench",
      "npm:re2js",
      "npm:saxes"
    ]
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

/** Every suite of the project, one line each. Only this list decides when suites run. */
export const suites: ReadonlyArray<Suite> = [...beforeLanding, ...everyNight, ...benches]
