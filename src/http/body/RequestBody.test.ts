import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { effect } from "../../testing/EffectTest.ts"
import { turnsDuring } from "../../testing/Turns.ts"
import * as Connection from "../call/Connection.ts"
import * as TestService from "../testing/TestService.ts"
import * as Arrival from "./Arrival.ts"
import { BodyLimits } from "./BodyLimits.ts"

const kilobytes = (count: number) => count * 1024
const megabyte = kilobytes(1024)
const largest = 4 * megabyte
const limits = Effect.runSync(BodyLimits)

const made = (lowered: Partial<typeof limits> = {}) =>
  TestService.make({ ports: Layer.succeed(BodyLimits, { ...limits, ...lowered }) as unknown as Layer.Layer<never> })

const create = (service: TestService.TestService, body: unknown, user = "ada", headers = {}) =>
  service.call("POST", "/v1/projects", { token: service.token(user), body, headers })

const padded = (bytes: number) => {
  const body = new Uint8Array(bytes).fill(0x20)
  body.set(new TextEncoder().encode('{"name":"Large"}'))
  return body
}

/** A body that arrives in pieces and ends on request. */
const opened = (...pieces: ReadonlyArray<Uint8Array>) => {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (own) => {
      controller = own
      for (const piece of pieces) own.enqueue(piece)
    }
  })
  return {
    body,
    send: (piece: Uint8Array) => controller!.enqueue(piece),
    end: () => controller!.close(),
    breakOff: () => controller!.error(new Error("gone"))
  }
}

const problemOf = async (response: Response) => ({
  status: response.status,
  type: ((await response.json()) as { readonly type: string }).type.replace("urn:plinth:error:", "")
})

effect("a body of 4 MiB is accepted in one piece or in many; one byte more is refused", () =>
  Effect.gen(function* () {
    const service = yield* made()
    yield* Effect.promise(async () => {
      const inPieces = (bytes: Uint8Array, size: number) => {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size)
        )
        const { body, end } = opened(...pieces)
        end()
        return body
      }
      for (const size of [largest, 10_000]) {
        expect((await create(service, inPieces(padded(largest), size))).status).toBe(201)
        const refused = await create(service, inPieces(padded(largest + 1), size))
        expect(await problemOf(refused)).toEqual({ status: 413, type: "body-too-large" })
      }
      expect((await create(service, padded(largest + 1))).status).toBe(413)
    })
  })
)

effect(
  "unfinished bodies of a user take at most 64 MB; other users are not affected; every end releases the memory",
  () =>
    Effect.gen(function* () {
      const service = yield* made()
      yield* Effect.promise(async () => {
        const bodies = Array.from({ length: 16 }, () => opened(padded(largest)))
        const answers = bodies.map(({ body }) => create(service, body))
        await Bun.sleep(0)
        const refused = await create(service, padded(100_000))
        expect(refused.headers.get("retry-after")).not.toBeNull()
        expect(await problemOf(refused)).toEqual({ status: 503, type: "overloaded" })
        expect((await create(service, { name: "Small" })).status).toBe(201)
        expect((await create(service, padded(largest), "bert")).status).toBe(201)
        bodies[0]!.end()
        expect((await answers[0])!.status).toBe(201)
        expect((await create(service, padded(largest))).status).toBe(201)
        for (const { breakOff } of bodies.slice(1)) breakOff()
        for (const answer of answers.slice(1)) expect((await answer).status).toBe(400)
      })
    })
)

effect("under load, large bodies are refused and small ones served; no end of a request leaves memory reserved", () =>
  Effect.gen(function* () {
    const memory = { ofUser: megabyte, inAll: 1.5 * megabyte, forFew: kilobytes(128), fewBytes: kilobytes(128) }
    const jsonPace = { timeoutMs: 500, bytesPerSecond: Number.POSITIVE_INFINITY, mostMs: 500 }
    const service = yield* made({ memory, jsonPace })
    yield* Effect.promise(async () => {
      for (const ending of ["late", "well", "broken", "too large"]) {
        const bodies = ["ada", "ada", "bert", "cleo"].map((user) => ({
          user,
          ...opened(ending === "broken" ? new Uint8Array(kilobytes(384)) : padded(kilobytes(384)))
        }))
        const answers = bodies.slice(0, 3).map(({ body, user }) => create(service, body, user))
        // Users take turns: the order of users who start at the same time is not fixed.
        await Bun.sleep(50)
        expect((await create(service, bodies[3]!.body, bodies[3]!.user)).status).toBe(503)
        expect((await create(service, padded(kilobytes(100)), "dora")).status).toBe(201)
        for (const { send, end } of bodies.slice(0, 3)) {
          if (ending === "too large") send(new Uint8Array(largest))
          if (ending === "broken" || ending === "well") end()
        }
        const statuses = { late: 408, well: 201, broken: 400, "too large": 413 }
        for (const answer of answers) expect((await answer).status).toBe(statuses[ending as "late"])
      }
    })
  })
)

effect("unfinished small bodies have their own limit, which large ones do not use up", () =>
  Effect.gen(function* () {
    const most = kilobytes(128)
    const service = yield* made({ memory: { ofUser: most, inAll: 10 * most, forFew: most, fewBytes: most } })
    yield* Effect.promise(async () => {
      const small = kilobytes(64)
      const bodies = [most, small, small].map((bytes) => opened(padded(bytes)))
      const answers = bodies.map(({ body }) => create(service, body))
      await Bun.sleep(0)
      expect((await create(service, { name: "Small" })).status).toBe(503)
      expect((await create(service, padded(small), "bert")).status).toBe(201)
      for (const { end } of bodies) end()
      for (const answer of answers) expect((await answer).status).toBe(201)
      expect((await create(service, { name: "Small" })).status).toBe(201)
    })
  })
)

effect("unauthenticated bodies are counted by network and do not use the memory of other networks and users", () =>
  Effect.gen(function* () {
    const most = kilobytes(16)
    const service = yield* made({ memory: { ofUser: most, inAll: 10 * most, forFew: most, fewBytes: most } })
    const signIn = (address: string, body: unknown) =>
      service.fetch(
        new Request("http://service.test/v1/auth/token", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: body as ReadableStream
        }),
        { ...Connection.none, address }
      )
    yield* Effect.promise(async () => {
      const unfinished = opened(padded(most))
      const answer = signIn("2001:db8::1", unfinished.body)
      await Bun.sleep(0)
      expect((await signIn("2001:db8::2", "{}")).status).toBe(503)
      expect((await signIn("192.0.2.1", "{}")).status).toBe(400)
      expect((await create(service, { name: "Small" })).status).toBe(201)
      unfinished.end()
      expect((await answer).status).toBe(400)
      expect((await signIn("2001:db8::2", "{}")).status).toBe(400)
      expect((await signIn("192.0.2.1", padded(most + 1))).status).toBe(413)
    })
  })
)

effect("a body that stalls or trickles ends with 408 and a closed connection; a steady one is accepted", () =>
  Effect.gen(function* () {
    const service = yield* made({ jsonPace: { ...limits.jsonPace, timeoutMs: 300 } })
    yield* Effect.promise(async () => {
      const trickle = opened(new TextEncoder().encode('{"name":'))
      const drops = setInterval(() => trickle.send(new Uint8Array([0x20])), 20)
      const steady = opened(padded(20_000))
      const flow = setInterval(() => steady.send(new Uint8Array(20_000).fill(0x20)), 50)
      const flowing = create(service, steady.body)
      for (const body of [opened().body, trickle.body]) {
        const refused = await create(service, body)
        expect(refused.headers.get("connection")).toBe("close")
        expect(await problemOf(refused)).toEqual({ status: 408, type: "request-timeout" })
      }
      clearInterval(drops)
      await Bun.sleep(300)
      clearInterval(flow)
      steady.end()
      expect((await flowing).status).toBe(201)
    })
  })
)

test("the extension of the timeout by received bytes is limited", async () => {
  const { body } = opened(new Uint8Array(10 * megabyte))
  const arrival = Arrival.of(body, { timeoutMs: 100, bytesPerSecond: 4096, mostMs: 100 })
  expect(await arrival.next()).toHaveLength(10 * megabyte)
  expect(await arrival.next()).toBe("late")
})

test("bodies in tiny pieces let other requests in", async () => {
  const crumbs = 5000
  const { body, end } = opened(...Array.from({ length: crumbs }, () => new Uint8Array(1)))
  end()
  const arrival = Arrival.of(body, limits.jsonPace)
  let taken = 0
  const turns = await turnsDuring(async () => {
    while ((await arrival.next()) !== "end") taken++
  })
  expect(taken).toBe(crumbs)
  expect(turns).toBeGreaterThan(crumbs / 2)
})

test("many large bodies at once let other requests in", async () => {
  const pieces = 16
  const arrivals = Array.from({ length: 20 }, () => {
    const { body, end } = opened(...Array.from({ length: pieces }, () => new Uint8Array(kilobytes(128))))
    end()
    return Arrival.of(body, limits.jsonPace)
  })
  let taken = 0
  const turns = await turnsDuring(() =>
    Promise.all(
      arrivals.map(async (arrival) => {
        while ((await arrival.next()) !== "end") taken++
      })
    )
  )
  expect(taken).toBe(20 * pieces)
  // The bodies have 40 MB together; a turn reads half a megabyte, and the first piece of each arrives at once.
  expect(turns).toBeGreaterThan(70)
})
