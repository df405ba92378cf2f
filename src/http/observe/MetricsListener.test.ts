import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { effect } from "../../testing/EffectTest.ts"
import { freePort } from "../../testing/FreePort.ts"
import * as Requests from "./Requests.ts"
import * as MetricsListener from "./MetricsListener.ts"
import type { Observation } from "./Observer.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

const seen: Observation = {
  endpoint: "readProject",
  method: "GET",
  path: "/v1/projects/1",
  status: 200,
  milliseconds: 3,
  bytes: null,
  userId: null,
  address: null,
  requestId: "r",
  span: null
}

const usage = () => ({ residentBytes: 1000, heapBytes: 500, cpuSeconds: 1.5, startedAtSeconds: 1_700_000_000 })

/** Runs work while the listener is active. */
const listening = <A>(options: Partial<MetricsListener.MetricsOptions>, use: (port: number) => Promise<A>) =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      await Seed.model(service, token, await Seed.project(service, token))
    })
    const port = options.port ?? (yield* Effect.promise(freePort))
    const requests = Requests.make()
    for (const milliseconds of [0.5, 3, 3, 40_000]) requests.observe({ ...seen, milliseconds })
    requests.observe({ ...seen, endpoint: null, status: 404, path: "/made/up" })
    const layer = MetricsListener.layer({
      host: "127.0.0.1",
      port,
      isChosen: true,
      usage,
      requests: requests.metric,
      ...options
    })
    const work = Effect.zipRight(
      Layer.build(layer),
      Effect.promise(() => use(port))
    )
    return yield* Effect.promise(() => service.run(Effect.exit(Effect.scoped(work))))
  })

effect("GET /metrics reports requests, operations, workers, memory and the event loop", () =>
  Effect.gen(function* () {
    const exit = yield* listening({}, async (port) => {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`)
      expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8")
      const text = await response.text()
      const series = 'plinth_http_request_duration_seconds_bucket{endpoint="readProject",status="200"'
      for (const line of [
        `${series},le="0.001"} 1`,
        `${series},le="0.005"} 3`,
        `${series},le="10"} 3`,
        `${series},le="+Inf"} 4`,
        'plinth_http_request_duration_seconds_count{endpoint="readProject",status="200"} 4',
        'plinth_http_request_duration_seconds_sum{endpoint="readProject",status="200"} 40.0065',
        'plinth_http_request_duration_seconds_count{endpoint="none",status="404"} 1',
        'plinth_operations{kind="ImportIfc",state="Ready"} 1',
        'plinth_operations{kind="ExportIfc",state="Failed"} 0',
        'plinth_worker_processes{state="alive"} 1',
        "process_resident_memory_bytes 1000",
        "process_cpu_seconds_total 1.5",
        "# TYPE process_cpu_seconds_total counter"
      ]) {
        expect(text.split("\n")).toContain(line)
      }
      expect(text).toMatch(/^plinth_table_cache_bytes \d+$/m)
      expect(text).toMatch(/^plinth_event_loop_delay_seconds\{statistic="p99"\} \d/m)
      expect(text).not.toContain("made/up")
      // Every line is a comment or a sample (Prometheus, text format 0.0.4).
      const sample = /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{[a-zA-Z_]\w*="[^"]*"(,[a-zA-Z_]\w*="[^"]*")*\})? (\d|NaN|\+Inf)/
      for (const line of text.split("\n").slice(0, -1))
        expect(line.startsWith("# ") || sample.test(line), line).toBe(true)
      expect((await fetch(`http://127.0.0.1:${port}/v1/projects`)).status).toBe(404)
      expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(405)
    })
    expect(exit).toEqual(Exit.void)
  })
)

effect("an occupied address fails the start only if it was configured", () =>
  Effect.gen(function* () {
    const taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
    yield* Effect.addFinalizer(() => Effect.promise(() => taken.stop(true)))
    const chosen = yield* listening({ port: taken.port! }, async () => undefined)
    expect(String(chosen)).toContain("METRICS_PORT")
    const standing = yield* listening({ port: taken.port!, isChosen: false }, async () => undefined)
    expect(Exit.isSuccess(standing)).toBe(true)
    const none = yield* listening({ port: 0 }, async () => undefined)
    expect(Exit.isSuccess(none)).toBe(true)
  })
)
