import { connect, type Socket } from "node:net"
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AnswerLimits, Answers } from "../../application/common/Answers.ts"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

/** The service behind a listener of its own, with a model of a user. */
const served = Effect.gen(function* () {
  const service = yield* TestService.make()
  const server = yield* Effect.acquireRelease(
    Effect.sync(() => Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => service.fetch(request) })),
    (server) => Effect.promise(() => server.stop(true))
  )
  const modelOf = (user: string) =>
    Effect.promise(async () => {
      const token = service.token(user)
      const projectId = await Seed.project(service, token)
      const { modelId } = await Seed.model(service, token, projectId)
      return { token, path: `/v1/projects/${projectId}/models/${modelId}/products/properties/query?pageSize=5000` }
    })
  return { service, port: server.port!, modelOf }
})

/** A request needs some hundred bytes for each kilobyte of its answer. */
const manyFields = JSON.stringify({ fields: Array.from({ length: 9000 }, (_, i) => `${i} ${"x".repeat(400)}`) })

interface Asked {
  readonly token: string
  readonly path: string
}

/** Sends a query on a separate connection, and reads only the first bytes. */
const asked = (port: number, { path, token }: Asked, body: string): Promise<{ status: number; socket: Socket }> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", reject)
    socket.once("data", (bytes) => {
      socket.pause()
      resolve({ status: Number(bytes.toString("latin1").split(" ")[1]), socket })
    })
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
  })

effect("unread answers use up the share of their user only; disconnecting releases it", () =>
  Effect.gen(function* () {
    const { modelOf, port, service } = yield* served
    const [ada, bert] = [yield* modelOf("ada"), yield* modelOf("bert")]
    const reserved = Effect.promise(() => service.run(Effect.flatMap(Answers, ({ bytesReserved }) => bytesReserved)))
    const sockets: Array<Socket> = []
    const ask = (who: Asked, body = manyFields) =>
      Effect.promise(async () => {
        const { socket, status } = await asked(port, who, body)
        sockets.push(socket)
        return status
      })
    let status = 200
    for (let i = 0; status === 200 && i < 20; i++) status = yield* ask(ada)
    expect(status).toBe(503)
    expect(sockets.length).toBeGreaterThan(2)
    expect(yield* reserved).toBeLessThanOrEqual(256 * 1024 * 1024)
    expect(yield* ask(ada, "{}")).toBe(200)
    const other = yield* Effect.promise(async () => {
      const response = await fetch(`http://127.0.0.1:${port}${bert.path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${bert.token}` },
        body: manyFields
      })
      return { status: response.status, body: (await response.json()) as { totalCount: number; result: Array<object> } }
    })
    expect([other.status, other.body.result.length]).toEqual([200, other.body.totalCount])
    for (const socket of sockets) socket.destroy()
    while ((yield* reserved) > 0) yield* Effect.sleep("10 millis")
    expect(yield* ask(ada)).toBe(200)
    sockets.at(-1)!.destroy()
  })
)

/** Memory for one list that is not read; two do not fit. */
const lowered: AnswerLimits["Type"] = { ofUser: 500 * 1024, inAll: 1024 * 1024, forFew: 0, fewBytes: 0 }
const propertyDefinitions = Array.from({ length: 1000 }, (_, i) => ({ name: `Property ${i}`, dataType: "string" }))

effect("unread lists use up the share of their user only; disconnecting releases it", () =>
  Effect.gen(function* () {
    const ports = Layer.succeed(AnswerLimits, lowered) as unknown as Layer.Layer<never>
    const service = yield* TestService.make({ ports })
    const reserved = Effect.promise(() => service.run(Effect.flatMap(Answers, ({ bytesReserved }) => bytesReserved)))
    const listOf = (user: string) =>
      Effect.promise(async () => {
        const token = service.token(user)
        const path = `/v1/projects/${await Seed.project(service, token)}/customProperties`
        const body = { name: "Set", propertyDefinitions }
        await Seed.json(await service.call("POST", `${path}/property-sets`, { token, body }), 201)
        return { token, path }
      })
    const [ada, bert] = [yield* listOf("ada"), yield* listOf("bert")]
    const get = ({ path, token }: Asked) => Effect.promise(() => service.call("GET", path, { token }))
    const first = yield* get(ada)
    expect([first.status, (yield* get(ada)).status]).toEqual([200, 503])
    expect((yield* get({ ...ada, path: "/v1/projects" })).status).toBe(200)
    const listed = yield* Effect.promise(async () =>
      Seed.json<{ sets: ReadonlyArray<object> }>(await service.call("GET", bert.path, bert))
    )
    expect(listed.sets).toMatchObject([{ propertyDefinitions }])
    expect(yield* reserved).toBeGreaterThan(lowered.ofUser / 2)
    yield* Effect.promise(() => first.body!.cancel())
    expect(yield* reserved).toBe(0)
    expect((yield* get(ada)).status).toBe(200)
  })
)
