import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { effect } from "../../testing/EffectTest.ts"
import * as AccessLog from "./AccessLog.ts"
import type { Observation } from "./Observer.ts"

const seen: Observation = {
  endpoint: "readProject",
  method: "GET",
  path: "/v1/projects/1",
  status: 200,
  milliseconds: 1.23456,
  bytes: 60,
  userId: "ada",
  address: "192.0.2.1",
  requestId: "r-1",
  span: null
}

/** The lines of requests, written when the scope closes at the latest. */
const lines = (format: "json" | "pretty" | "gcp", ...requests: ReadonlyArray<Observation>) =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const write = async (text: string) => void written.push(text)
    yield* Effect.scoped(
      Effect.map(AccessLog.make({ format, project: "house", write }), (observe) => {
        for (const request of requests) observe(request)
      })
    )
    return written.join("").split("\n").slice(0, -1)
  })

effect("a line is one JSON object with all known values", () =>
  Effect.gen(function* () {
    const [line] = yield* lines("json", seen)
    const { timestamp, ...rest } = JSON.parse(line!) as { readonly timestamp: string }
    expect(Number.isNaN(Date.parse(timestamp))).toBe(false)
    expect(rest).toEqual({
      message: "request",
      logLevel: "INFO",
      annotations: {
        method: "GET",
        endpoint: "readProject",
        path: "/v1/projects/1",
        status: 200,
        ms: 1.23,
        bytes: 60,
        user: "ada",
        address: "192.0.2.1",
        requestId: "r-1"
      }
    })
  })
)

const span = Tracer.externalSpan({ traceId: "a".repeat(32), spanId: "b".repeat(16), sampled: true })

effect("a line has the trace of its request", () =>
  Effect.gen(function* () {
    const [line] = yield* lines("json", { ...seen, span })
    expect(JSON.parse(line!)).toMatchObject({
      annotations: { requestId: "r-1" },
      trace_id: "a".repeat(32),
      span_id: "b".repeat(16),
      trace_flags: "01"
    })
  })
)

effect("gcp: a line has the fields of Google Cloud Logging", () =>
  Effect.gen(function* () {
    const hidden = { ...span, sampled: false }
    const [line, failed] = yield* lines("gcp", { ...seen, span: hidden }, { ...seen, status: 503, bytes: null })
    const { time, ...rest } = JSON.parse(line!) as { readonly time: string }
    expect(Number.isNaN(Date.parse(time))).toBe(false)
    expect(rest).toEqual({
      severity: "INFO",
      message: "GET /v1/projects/1 200",
      httpRequest: {
        requestMethod: "GET",
        requestUrl: "/v1/projects/1",
        status: 200,
        responseSize: "60",
        latency: "0.001235s",
        remoteIp: "192.0.2.1"
      },
      endpoint: "readProject",
      user: "ada",
      requestId: "r-1",
      "logging.googleapis.com/trace": `projects/house/traces/${"a".repeat(32)}`,
      "logging.googleapis.com/spanId": "b".repeat(16),
      "logging.googleapis.com/trace_sampled": false
    })
    expect(JSON.parse(failed!)).toMatchObject({ severity: "ERROR", httpRequest: { status: 503 } })
    expect(failed).not.toContain("trace")
  })
)

effect("unknown values are left out", () =>
  Effect.gen(function* () {
    const [line] = yield* lines("json", { ...seen, endpoint: null, bytes: null, userId: null, address: null })
    const { annotations } = JSON.parse(line!) as { readonly annotations: object }
    expect(Object.keys(annotations)).toEqual(["method", "path", "status", "ms", "requestId"])
  })
)

effect("a request has exactly one line without control characters, whatever the client sends", () =>
  Effect.gen(function* () {
    const nasty = 'a"\\\r\n\u0085\u009b31m\u2028\u2029\u0000\u007f b'
    for (const format of ["json", "pretty", "gcp"] as const) {
      const found = yield* lines(format, { ...seen, userId: nasty, requestId: nasty, path: `/${nasty}`, method: nasty })
      expect(found.length).toBe(1)
      // oxlint-disable-next-line no-control-regex
      expect(found[0]).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/)
      if (format === "gcp") expect(JSON.parse(found[0]!)).toMatchObject({ user: nasty })
      if (format === "json") expect(JSON.parse(found[0]!)).toMatchObject({ annotations: { user: nasty } })
    }
  })
)

effect("no line contains a ticket, and paths are cut", () =>
  Effect.gen(function* () {
    const ticket = `${Buffer.from("x".repeat(120)).toString("base64url")}.${"y".repeat(43)}`
    const found = yield* lines(
      "json",
      { ...seen, path: `/v1/files/downloads/${ticket}/result.json` },
      { ...seen, path: `/v1/Files/uploads/${ticket}/` },
      { ...seen, path: `/${"ab/".repeat(5000)}` }
    )
    expect(found.join()).not.toContain(ticket.slice(0, 30))
    expect(found[0]).toContain('"/v1/files/downloads/eHh4eHh4…/result.json"')
    for (const line of found) expect(line.length).toBeLessThan(1000)
  })
)

effect("lines are written in batches, one at a time", () =>
  Effect.gen(function* () {
    const batches: Array<string> = []
    let running = 0
    let most = 0
    const write = async (text: string) => {
      most = Math.max(most, ++running)
      await Bun.sleep(1)
      batches.push(text)
      running -= 1
    }
    yield* Effect.scoped(
      Effect.map(AccessLog.make({ format: "json", write }), (observe) => {
        for (let i = 0; i < 1000; i++) observe(seen)
      })
    )
    expect(batches.join("").split("\n").length).toBe(1001)
    expect(batches.length).toBeLessThan(10)
    expect(most).toBe(1)
  })
)

effect("a blocked reader delays nothing and costs a limited amount of memory", () =>
  Effect.gen(function* () {
    const batches: Array<string> = []
    let read = (): void => undefined
    const write = (text: string) => {
      batches.push(text)
      return new Promise<void>((resolve) => (read = resolve))
    }
    yield* Effect.scoped(
      Effect.gen(function* () {
        const observe = yield* AccessLog.make({ format: "json", write })
        for (let i = 0; i < 40_000; i++) observe(seen)
        expect(batches.length).toBe(1)
        read()
        yield* Effect.promise(() => Bun.sleep(1))
        read()
      })
    )
    const told = /"annotations":\{"requests":(\d+)\}/.exec(batches.join(""))
    const requests = batches.join("").split('"message":"request"').length - 1
    expect(Number(told?.[1]) + requests).toBe(40_000)
    expect(batches.join("").length).toBeLessThan(5 * 1024 * 1024)
  })
)

effect("a log that cannot be written fails no request", () =>
  Effect.scoped(
    Effect.gen(function* () {
      const observe = yield* AccessLog.make({ format: "pretty", write: () => Promise.reject(new Error("no space")) })
      for (let i = 0; i < 1000; i++) observe(seen)
      yield* Effect.promise(() => Bun.sleep(5))
      observe(seen)
    })
  )
)

effect("a log that is never written does not delay the shutdown", () =>
  Effect.gen(function* () {
    const write = () => new Promise<void>(() => undefined)
    yield* Effect.scoped(Effect.map(AccessLog.make({ format: "json", write }), (observe) => observe(seen)))
  })
)
