import { expect, test } from "bun:test"
import type { ConfigError } from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Adapters from "../../adapters/Adapters.ts"
import { configuration, defaultWorkerMemory, variableFault } from "./Configuration.ts"

const mebibyte = 1024 ** 2

const decoded = <A>(config: Effect.Effect<A, ConfigError>, variables: Readonly<Record<string, string>>) =>
  Effect.runSync(
    Effect.either(Effect.withConfigProvider(config, ConfigProvider.fromMap(new Map(Object.entries(variables)))))
  )

/** The line on a variable that cannot be decoded. */
const faultOf = (config: Effect.Effect<unknown, ConfigError>, variables: Readonly<Record<string, string>>) =>
  variableFault(Either.getOrThrow(Either.flip(decoded(config, variables))))

test("a memory limit with which no worker could start is refused", () => {
  const least = 512 * mebibyte
  const found = Either.getOrThrow(decoded(configuration, { WORKER_MEMORY_BYTES: String(least) }))
  expect(found.workerMemoryBytes).toEqual(Option.some(least))
  for (const value of [least - 1, 0, -1]) {
    expect(faultOf(configuration, { WORKER_MEMORY_BYTES: String(value) })).toBe(
      "WORKER_MEMORY_BYTES: must be at least 536870912 (512 MiB)"
    )
  }
})

test.each([
  ["ROLE", "everything", configuration, /^ROLE: .*all/],
  ["STORAGE", "oracle", Adapters.isShared, /^STORAGE: .*sqlite/],
  ["LOG_LEVEL", "loud", configuration, /^LOG_LEVEL: must be debug, info, warn, error, none$/],
  ["IMPLICIT_SESSIONS", "often", configuration, /^IMPLICIT_SESSIONS: .*boolean/],
  ["CLIENT_REGISTRATION", "yes", Adapters.isRegistrationOpen, /^CLIENT_REGISTRATION: .*open/],
  ["CONVERTER_RVT", "convert {in}", configuration, /^CONVERTER_RVT: must have both/],
  ["TRUST_PROXY", "always", configuration, /^TRUST_PROXY: .*boolean/]
] as const)("%s=%s is refused and the variable named", (name, value, config, line) => {
  expect(faultOf(config, { [name]: value })).toMatch(line)
})

test.each([
  [{}, "GCS_BUCKET: Expected GCS_BUCKET to exist in the provided map"],
  [{ GCS_BUCKET: "gs://b" }, "GCS_BUCKET: must be the name of a bucket"],
  [
    { GCS_BUCKET: "bucket", GCS_API_ENDPOINT: "http://host/storage/v1" },
    "GCS_API_ENDPOINT: must be an http or https URL without a path"
  ]
])("BLOBS=gcs with %j is refused and the variable named", (variables, line) => {
  expect(faultOf(Adapters.filesOrigin, { BLOBS: "gcs", ...variables })).toBe(line)
})

// Memory of the machine, workers, and the limit of each worker; in MiB.
test.each([
  [64 * 1024, 4, 4096],
  [8 * 1024, 3, 2048],
  [4 * 1024, 7, 1024],
  [1024, 2, 1024],
  [700, 2, 700],
  [512, 1, 512],
  [256, 1, 512]
])("with %d MiB and %d workers each worker has %d MiB", (memory, workers, each) => {
  expect(defaultWorkerMemory(workers, memory * mebibyte)).toBe(each * mebibyte)
})
