import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Scope, scopes, UserId } from "../../../domain/Principal.ts"
import { tokenOf } from "../../../domain/signin/ProgramToken.ts"
import { Accounts } from "../../../application/signin/Accounts.ts"
import { ProgramTokens } from "../../../application/signin/ProgramTokens.ts"
import { Authenticator } from "../../../ports/signin/Authenticator.ts"
import { effect } from "../../../testing/EffectTest.ts"
import * as Connection from "../../call/Connection.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

interface Made {
  readonly id: string
  readonly token: string
}

const day = 24 * 3_600_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const draft = (more: object = {}) => ({ name: "Nightly", scopes, expiresAt: inDays(1), ...more })

const make = async (service: TestService.TestService, more: object = {}, user = "ada"): Promise<Made> =>
  Seed.json<Made>(await service.call("POST", "/v1/tokens", { token: service.token(user), body: draft(more) }), 201)

const names = async (service: TestService.TestService, token: string) =>
  (
    await Seed.json<{ projects: ReadonlyArray<{ name: string }> }>(await service.call("GET", "/v1/projects", { token }))
  ).projects.map(({ name }) => name)

const problem = async (response: Response, status: number) => {
  const body = await Seed.json<{ type: string; errors?: ReadonlyArray<{ pointer: string }> }>(response, status)
  return body.type.replace("urn:plinth:error:", "")
}

effect("a token is shown once, acts as its user with its scopes, is listed with its last use, and is removed", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const projectId = await Seed.project(service, token, "Own")
      const expiresAt = inDays(365)
      const made = await make(service, { scopes: ["projects:read", "models:read", "models:read"], expiresAt })
      expect(made).toEqual({
        id: made.id,
        name: "Nightly",
        scopes: ["projects:read", "models:read"],
        createdAt: expect.any(String),
        expiresAt,
        token: expect.stringMatching(/^plinth_[0-9A-Za-z]{40}$/)
      } as never)
      const list = async () =>
        (
          await Seed.json<{ tokens: ReadonlyArray<Record<string, unknown>> }>(
            await service.call("GET", "/v1/tokens", { token })
          )
        ).tokens
      const { token: secret, ...rest } = made
      expect(await list()).toEqual([rest])
      expect(await names(service, secret)).toEqual(["Own"])
      const read = await Seed.json<{ role: string }>(
        await service.call("GET", `/v1/projects/${projectId}`, { token: secret })
      )
      expect(read.role).toBe("Owner")
      expect(
        await problem(await service.call("POST", "/v1/projects", { token: secret, body: { name: "n" } }), 403)
      ).toBe("insufficient-scope")
      // The day of use is written after the response.
      const today = `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`
      while ((await list())[0]!["lastUsedAt"] === undefined) await Bun.sleep(5)
      expect(await list()).toEqual([{ ...rest, lastUsedAt: today }])
      const path = `/v1/tokens/${made.id}`
      expect(await problem(await service.call("DELETE", path, { token: service.token("bert") }), 404)).toBe("not-found")
      expect((await service.call("DELETE", path, { token })).status).toBe(204)
      expect((await service.call("GET", "/v1/projects", { token: secret })).status).toBe(401)
      expect(await problem(await service.call("DELETE", path, { token }), 404)).toBe("not-found")
      expect(await list()).toEqual([])
    })
  })
)

effect("a token that is limited to projects shows nothing of other projects", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const ada = service.token("ada")
      const [own, other] = [await Seed.project(service, ada, "Own"), await Seed.project(service, ada, "Other")]
      const here = await Seed.model(service, ada, own)
      const there = await Seed.model(service, ada, other)
      const { token } = await make(service, { projects: [own] })
      expect(await names(service, token)).toEqual(["Own"])
      expect((await service.call("GET", `/v1/operations/${here.operationId}`, { token })).status).toBe(200)
      for (const method of ["GET", "DELETE"]) {
        const path = `/v1/operations/${there.operationId}`
        expect(await problem(await service.call(method, path, { token }), 404)).toBe("operation-not-found")
      }
      const answer = async (id: string) => {
        const body = await Seed.json<object>(await service.call("GET", `/v1/projects/${id}`, { token }), 404)
        return { ...body, instance: "", requestId: "" }
      }
      expect(await answer(other)).toEqual(await answer("9007199254740991"))
      expect(await problem(await service.call("POST", "/v1/projects", { token, body: { name: "n" } }), 403)).toBe(
        "forbidden"
      )
    })
  })
)

effect("Owners see the tokens that reach their project, and can exclude them", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const ada = service.token("ada")
      const bert = service.token("bert")
      const projectId = await Seed.project(service, ada, "Shared")
      const own = await Seed.project(service, bert, "Own")
      await service.call("PUT", `/v1/projects/${projectId}/members/bert`, { token: ada, body: { role: "Contributor" } })
      const made = await make(service, {}, "bert")
      await make(service, { projects: [own] }, "bert")
      expect(await names(service, made.token)).toEqual(["Own", "Shared"])
      const path = `/v1/projects/${projectId}/tokens`
      expect(await problem(await service.call("GET", path, { token: bert }), 403)).toBe("forbidden")
      const tokens = async () =>
        (
          await Seed.json<{ tokens: ReadonlyArray<Record<string, unknown>> }>(
            await service.call("GET", path, { token: ada })
          )
        ).tokens
      const [one, ...others] = await tokens()
      expect(others).toEqual([])
      expect(Object.keys(one!).filter((name) => name !== "lastUsedAt")).toEqual([
        "id",
        "name",
        "scopes",
        "expiresAt",
        "userId"
      ])
      expect([one!["id"], one!["userId"]]).toEqual([made.id, "bert"])
      expect((await service.call("DELETE", `${path}/${made.id}`, { token: ada })).status).toBe(204)
      expect(await tokens()).toEqual([])
      expect(await names(service, made.token)).toEqual(["Own"])
      expect(await problem(await service.call("GET", `/v1/projects/${projectId}`, { token: made.token }), 404)).toBe(
        "project-not-found"
      )
      expect(await problem(await service.call("DELETE", `${path}/${made.id}`, { token: ada }), 404)).toBe("not-found")
      expect(await problem(await service.call("DELETE", `${path}/1`, { token: ada }), 400)).toBe("invalid-identifier")
    })
  })
)

effect("a secret is not stored for its Idempotency-Key: a repetition is refused; refusals are stored", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const token = service.token("ada")
      const body = draft()
      const create = (key: string, sent: object = body) =>
        service.call("POST", "/v1/tokens", { token, body: sent, headers: { "idempotency-key": key } })
      const first = await Promise.all([create("a"), create("a"), create("a")])
      expect(first.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400])
      const { token: secret } = await Seed.json<Made>(
        first.find(({ status }) => status === 201)!,
        201
      )
      expect(await problem(await create("a"), 400)).toBe("idempotency-key-reused")
      expect(await problem(await create("a", draft({ name: "Other" })), 400)).toBe("idempotency-key-reused")
      expect(await names(service, secret)).toEqual([])
      const rows = await service.run(
        Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ answer: string }>`SELECT answer FROM answers`)
      )
      expect(JSON.stringify(rows)).not.toContain("plinth_")
      const invalid = draft({ scopes: [] })
      const refused = () => create("b", invalid)
      expect(await problem(await refused(), 400)).toBe("invalid-body")
      expect(await problem(await refused(), 400)).toBe("invalid-body")
    })
  })
)

effect("scopes beyond those of the caller are refused, and foreign projects are unknown", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const foreign = await Seed.project(service, service.token("bert"))
      const held: ReadonlyArray<Scope> = ["projects:write", "models:read"]
      const create = (more: object) =>
        service.call("POST", "/v1/tokens", {
          token: service.token("ada", held),
          body: draft({ scopes: ["models:read"], ...more })
        })
      const faults = async (more: object) =>
        (await Seed.json<{ errors: ReadonlyArray<{ pointer: string }> }>(await create(more), 400)).errors.map(
          ({ pointer }) => pointer
        )
      expect(await faults({ scopes: ["models:read", "models:write"] })).toEqual(["/scopes/1"])
      expect(await faults({ scopes: ["admin"] })).toEqual(["/scopes/0"])
      expect(await faults({ expiresAt: inDays(367) })).toEqual(["/expiresAt"])
      expect(await faults({ expiresAt: inDays(-1) })).toEqual(["/expiresAt"])
      expect(await faults({ projects: ["x"] })).toEqual(["/projects/0"])
      expect(await problem(await create({ projects: [foreign] }), 404)).toBe("project-not-found")
    })
  })
)

effect("a token of a user whom another process revoked is refused after 15 seconds", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const { token } = await make(service)
      const now = Date.now()
      const verified = (seconds: number) => {
        const at = now + seconds * 1000
        const clock = { ...Clock.make(), currentTimeMillis: Effect.succeed(at), unsafeCurrentTimeMillis: () => at }
        return service.run(
          Effect.flatMap(ProgramTokens, ({ verify }) => Effect.isSuccess(Effect.withClock(verify(token), clock)))
        )
      }
      expect(await verified(0)).toBe(true)
      // The use case of accounts has no access to the tokens that this process caches.
      await service.run(Effect.flatMap(Accounts, ({ revoke }) => revoke(UserId.make("ada"))))
      expect([await verified(14.9), await verified(15)]).toEqual([true, false])
    })
  })
)

effect("program tokens are never sent to the issuer, and refused ones count for their address", () =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    const away = (token: string) =>
      Effect.sync(() => void seen.push(token)).pipe(Effect.zipRight(Effect.die(new Error("asked"))))
    const authenticator = Layer.succeed(Authenticator, {
      verify: away,
      known: (token) => void seen.push(token),
      check: Effect.void
    }) as unknown as Layer.Layer<never>
    const service = yield* TestService.make({ ports: authenticator, settings: { requestsPerMinute: 100_000 } })
    yield* Effect.promise(async () => {
      const ask = async (token: string) => {
        const headers = { authorization: `Bearer ${token}` }
        const request = new Request(`${TestService.publicUrl}/v1/projects`, { headers })
        return (await service.fetch(request, { ...Connection.none, address: "192.0.2.1" })).status
      }
      const bad = ["plinth_", "plinth_x.y.z", tokenOf("a".repeat(34)), `${tokenOf("a".repeat(34)).slice(0, -1)}!`]
      const statuses: Array<number> = []
      for (let i = 0; i < 400; i++) statuses.push(await ask(bad[i % bad.length]!))
      expect(statuses.slice(0, 300).every((status) => status === 401)).toBe(true)
      expect(statuses).toContain(429)
      expect(seen).toEqual([])
    })
  })
)
