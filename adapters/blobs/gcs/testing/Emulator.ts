import process from "node:process"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Gcs from "../../Gcs.ts"
import { type Timeouts, timeouts } from "../Timeouts.ts"

/** The emulator for these tests; null if `TEST_GCS_API_ENDPOINT` is not set. */
export const emulator = process.env["TEST_GCS_API_ENDPOINT"] ?? null

/** The reason that is reported for tests that are skipped without an emulator. */
export const without = "Google Cloud Storage: TEST_GCS_API_ENDPOINT names no emulator"

/** The timeouts of the service, shortened so that no test waits long. */
export const quick: Timeouts = {
  ...timeouts,
  delay: "20 millis",
  answer: "1 second",
  transfer: "2 seconds",
  stall: "1 second",
  start: "3 seconds"
}

const asked = (method: string, url: string, body?: string) =>
  Effect.promise(async () => {
    const response = await fetch(url, { method, ...(body === undefined ? {} : { body }) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: ${response.status} ${text}`)
    return text
  })

/** An empty bucket of the emulator, which is removed when the scope closes. */
export const bucket = (endpoint: string) =>
  Effect.acquireRelease(
    Effect.gen(function* () {
      const name = `test-${crypto.randomUUID()}`
      yield* asked("POST", `${endpoint}/storage/v1/b?project=test`, JSON.stringify({ name }))
      return name
    }),
    (name) =>
      Effect.gen(function* () {
        const objects = `${endpoint}/storage/v1/b/${name}/o`
        const { items = [] } = JSON.parse(yield* asked("GET", objects)) as { items?: ReadonlyArray<{ name: string }> }
        yield* Effect.forEach(items, (item) => asked("DELETE", `${objects}/${encodeURIComponent(item.name)}`), {
          concurrency: 8
        })
        yield* asked("DELETE", `${endpoint}/storage/v1/b/${name}`)
      }).pipe(Effect.orDie)
  )

/** A store on a bucket of its own. */
export const layer = (endpoint: string) =>
  Layer.unwrapScoped(Effect.map(bucket(endpoint), (name) => Gcs.layer({ bucket: name, endpoint, timeouts: quick })))
