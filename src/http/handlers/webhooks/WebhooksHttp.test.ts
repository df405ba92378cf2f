/* oxlint-disable no-restricted-imports -- the test moves the clock of the storage */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { offset } from "../../../../adapters/storage/sql/Clock.ts"
import type { Delivery, ShownWebhook, Webhook } from "../../../domain/webhooks/Webhook.ts"
import { WebhookRepository } from "../../../ports/webhooks/WebhookRepository.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"
import { type WebhookReceiver, webhookReceiver } from "../../testing/WebhookReceiver.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
let receiver: WebhookReceiver
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make({ webhookPrivate: true }), scope))
  receiver = webhookReceiver()
})
afterAll(async () => {
  offset.millis = 0
  await receiver.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const day = 24 * 3_600_000

/** A project with a webhook of its own. */
const hooked = async (types: ReadonlyArray<string>, { url = receiver.url, user = "ada" } = {}) => {
  const token = service.token(user)
  const projectId = await Seed.project(service, token)
  const path = `/v1/projects/${projectId}`
  const send = (method: string, below: string, body?: unknown, as = token) =>
    service.call(method, `${path}${below}`, { token: as, ...(body === undefined ? {} : { body }) })
  const made = await Seed.json<ShownWebhook>(await send("POST", "/webhooks", { url, types }), 201)
  const hook = `/webhooks/${made.id}`
  const deliveries = async () =>
    (await Seed.json<{ deliveries: ReadonlyArray<Delivery> }>(await send("GET", `${hook}/deliveries`))).deliveries
  /** Waits until the newest delivery is in the wanted state. */
  const until = async (is: (delivery: Delivery) => boolean): Promise<Delivery> => {
    for (;;) {
      const [newest] = await deliveries()
      if (newest !== undefined && is(newest)) return newest
      await Bun.sleep(20)
    }
  }
  const rename = (name: string) => send("PUT", "", { name })
  const read = async () => Seed.json<Webhook>(await send("GET", hook))
  return { projectId, send, hook, secret: made.secret, deliveries, until, rename, read, token }
}

type Hooked = Awaited<ReturnType<typeof hooked>>

const ofProject =
  ({ projectId }: Hooked, change = "Changed") =>
  ({ body }: { readonly body: { readonly data: Readonly<Record<string, unknown>> } }) =>
    JSON.stringify(body.data["data"]) === JSON.stringify({ id: projectId, change })

test("an event is sent as Standard Webhooks specify, and its delivery is listed with the answer", async () => {
  const hook = await hooked(["project.changed"])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response("x".repeat(5000), { status: 202 }))
  await hook.rename("Tower")
  const { body, headers, id } = await receiver.first(ofProject(hook))
  const delivery = await hook.until(({ status }) => status === "Delivered")
  const feed = await Seed.json<{ events: ReadonlyArray<{ id: string; at: string }> }>(
    await hook.send("GET", `/events?after=${Number(delivery.eventId) - 1}`)
  )
  expect(body).toEqual({ type: "project.changed", timestamp: feed.events[0]!.at, data: feed.events[0]! })
  expect(id).toBe(delivery.id)
  expect(headers.get("user-agent")).toBe("Plinth-Webhooks")
  expect(headers.get("content-type")).toBe("application/json")
  expect(delivery).toEqual({
    id: delivery.id,
    eventId: delivery.eventId!,
    type: "project.changed",
    status: "Delivered",
    tries: [{ at: expect.any(String), status: 202, ms: expect.any(Number), answer: "x".repeat(1024) }]
  })
  // Changes of other members are delivered too; types that the webhook does not name are not.
  await hook.send("PUT", "/members/bert", { role: "User" })
  await hook.rename("House")
  await hook.until(({ eventId, status }) => eventId !== delivery.eventId && status === "Delivered")
  expect((await hook.deliveries()).map(({ type }) => type)).toEqual(["project.changed", "project.changed"])
})

test("a receiver that is unavailable for a day gets the event afterwards, under the same id", async () => {
  const hook = await hooked(["*"])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response("away", { status: 503 }))
  await hook.rename("Away")
  const { id } = await receiver.first(ofProject(hook))
  for (const tries of [1, 2, 3, 4, 5, 6, 7]) {
    const waiting = await hook.until((delivery) => delivery.tries.length >= tries)
    expect(waiting.status).toBe("Pending")
    if (tries === 7) receiver.answerBy(() => new Response(null, { status: 200 }))
    offset.millis += Date.parse(waiting.nextAt!) - (Date.now() + offset.millis) + 1
  }
  const delivered = await hook.until(({ status }) => status === "Delivered")
  expect(delivered.tries.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503, 503, 200])
  expect(receiver.received.filter(ofProject(hook)).map((message) => message.id)).toEqual(Array(8).fill(id))
  expect(Date.parse(delivered.tries[7]!.at) - Date.parse(delivered.tries[0]!.at)).toBeGreaterThan(day)
  expect((await hook.read()).enabled).toBe(true)
  offset.millis = 0
})

test("410 disables a webhook, which is an event; enabled again, it receives only later events", async () => {
  const hook = await hooked(["project.*"])
  const other = "/webhooks"
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response("gone", { status: 410 }))
  await hook.rename("Gone")
  await hook.until(({ status }) => status === "Failed")
  expect(await hook.read()).toMatchObject({ enabled: false, disabledReason: "Gone" })
  const feed = await Seed.json<{ events: ReadonlyArray<{ type: string; userId: string; object: string }> }>(
    await hook.send("GET", "/events")
  )
  expect(feed.events.at(-1)).toMatchObject({ type: "webhook.disabled", object: hook.hook.slice(1) })
  expect((await hook.send("POST", `${hook.hook}/test`)).status).toBe(400)
  await hook.rename("Missed")
  receiver.answerBy(() => new Response(null, { status: 200 }))
  const enabled = await Seed.json<Webhook>(await hook.send("PUT", hook.hook, { enabled: true }))
  expect(enabled).not.toHaveProperty("disabledReason")
  const seen = receiver.received.length
  await hook.rename("Heard")
  await hook.until(({ status }) => status === "Delivered")
  expect(receiver.received.length).toBe(seen + 1)
  expect((await Seed.json<{ webhooks: ReadonlyArray<Webhook> }>(await hook.send("GET", other))).webhooks.length).toBe(1)
})

test("five days without success disable a webhook", async () => {
  const hook = await hooked(["*"])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response(null, { status: 500 }))
  await hook.rename("First")
  await hook.until(({ tries }) => tries.length === 1)
  offset.millis = 5 * day
  await hook.rename("Second")
  while ((await hook.read()).enabled) await Bun.sleep(20)
  expect(await hook.read()).toMatchObject({ enabled: false, disabledReason: "NoSuccess" })
  expect((await hook.deliveries()).map(({ status }) => status)).toEqual(["Failed", "Failed"])
  offset.millis = 0
})

test("tests and retries are sent once; both secrets sign for a day after a rotation, even if the key is rotated too", async () => {
  const hook = await hooked([])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response("no", { status: 500 }))
  const test = await Seed.json<Delivery>(await hook.send("POST", `${hook.hook}/test`), 202)
  const failed = await hook.until(({ status }) => status === "Failed")
  expect(failed).toMatchObject({ id: test.id, type: "webhook.test", tries: [{ status: 500, answer: "no" }] })
  expect(failed).not.toHaveProperty("eventId")
  const rotated = await Seed.json<ShownWebhook>(await hook.send("POST", `${hook.hook}/rotate`))
  expect(rotated.secret).not.toBe(hook.secret)
  await service.run(Effect.flatMap(WebhookRepository, ({ renewKey }) => renewKey))
  receiver.expect(rotated.secret, hook.secret)
  receiver.answerBy(() => new Response(null, { status: 200 }))
  expect((await hook.send("POST", `${hook.hook}/deliveries/${test.id}/retry`)).status).toBe(202)
  const { tries } = await hook.until(({ status }) => status === "Delivered")
  expect(tries.map(({ status }) => status)).toEqual([500, 200])
  offset.millis = day
  receiver.expect(rotated.secret)
  await hook.send("POST", `${hook.hook}/test`)
  await hook.until(({ id, status }) => id !== test.id && status === "Delivered")
  expect(receiver.received.at(-1)!.signatures.length).toBe(1)
  offset.millis = 0
})

test("a webhook receives events that its author may see within its scopes, until the author loses the role", async () => {
  const hook = await hooked([])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response(null, { status: 200 }))
  await hook.send("PUT", "/members/bert", { role: "Owner" })
  const bert = service.token("bert", ["projects:read", "projects:write"])
  await Seed.json(await hook.send("PUT", hook.hook, { types: ["*"] }, bert))
  expect((await hook.read()).createdBy).toBe("bert")
  // The token of bert reads no libraries.
  await hook.send("POST", "/locations", { name: "Site" })
  await hook.rename("Seen")
  // The membership of `bert` may be delivered before or after the webhook was changed; before, it selected all types.
  const isRename = ({ type }: Delivery) => type !== "member.changed"
  await hook.until((one) => isRename(one) && one.status === "Delivered")
  expect((await hook.deliveries()).filter(isRename).map(({ type }) => type)).toEqual(["project.changed"])
  await hook.send("PUT", "/members/bert", { role: "Contributor" })
  while ((await hook.read()).enabled) await Bun.sleep(20)
  expect(await hook.read()).toMatchObject({ enabled: false, disabledReason: "MakerIsNoOwner" })
  expect((await hook.deliveries()).filter(isRename).length).toBe(1)
})

test("redirects are failures, and a receiver that does not answer is one", async () => {
  const hook = await hooked([])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response(null, { status: 302, headers: { location: receiver.url } }))
  const seen = receiver.received.length
  await hook.send("POST", `${hook.hook}/test`)
  expect(await hook.until(({ status }) => status === "Failed")).toMatchObject({ tries: [{ status: 302 }] })
  expect(receiver.received.length).toBe(seen + 1)
  await hook.send("PUT", hook.hook, { url: "http://127.0.0.1:1/" })
  await hook.send("POST", `${hook.hook}/test`)
  const failed = await hook.until(({ status, type }) => status === "Failed" && type === "webhook.test")
  expect(failed.tries.length).toBe(1)
})

test("a webhook whose events cannot be read stops no other", async () => {
  const broken = await hooked(["*"])
  const { projectId } = broken
  const sql = (run: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError>) =>
    service.run(Effect.flatMap(SqlClient.SqlClient, run))
  await sql(
    (sql) => sql`INSERT INTO events (project_id, at, user_id, type, object, data, audience)
      VALUES (${Number(projectId)}, 0, 'ada', 'unknown.type', '', '{}', 'Members')`
  )
  const hook = await hooked(["project.changed"])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response())
  await hook.rename("Heard")
  expect((await receiver.first(ofProject(hook))).body.type).toBe("project.changed")
  await sql((sql) => sql`DELETE FROM events WHERE type = 'unknown.type'`)
})

test("slow receivers of one user do not delay those of others", async () => {
  const slow = webhookReceiver()
  const held: Array<() => void> = []
  slow.answerBy(() => new Promise((resolve) => held.push(() => resolve(new Response()))))
  const crowd = await hooked(["*"], { url: slow.url, user: "eve" })
  // Each webhook gets two concurrent requests, and all webhooks together get 64.
  await Promise.all(Array.from({ length: 31 }, () => crowd.send("POST", "/webhooks", { url: slow.url, types: ["*"] })))
  for (const name of ["One", "Two", "Three"]) await crowd.rename(name)
  while (held.length < 64) await Bun.sleep(20)
  const hook = await hooked(["project.changed"])
  receiver.expect(hook.secret)
  receiver.answerBy(() => new Response())
  await hook.rename("Other")
  // Places become free one after the other; 32 deliveries to the slow receiver wait longer for a place than the other
  // delivery does.
  const isThere = () => receiver.received.some(ofProject(hook))
  for (let free = 0; free < 30 && !isThere(); free++) {
    held[free]!()
    await Bun.sleep(200)
  }
  expect(isThere()).toBe(true)
  slow.answerBy(() => new Response(null, { status: 410 }))
  for (const release of held) release()
  await hook.until(({ status }) => status === "Delivered")
  await slow.stop()
})

test("without WEBHOOK_PRIVATE, saved private addresses are refused at each try, and loopback ones at POST and PUT", () =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const strict = yield* TestService.make()
        yield* Effect.promise(async () => {
          const token = strict.token("ada")
          const projectId = await Seed.project(strict, token)
          const path = `/v1/projects/${projectId}/webhooks`
          const refused = async (method: string, below: string, url: string) => {
            const answer = await strict.call(method, path + below, { token, body: { url, types: ["*"] } })
            expect([url, answer.status, ((await answer.json()) as { type: string }).type]).toEqual([
              url,
              400,
              "urn:plinth:error:target-refused"
            ])
          }
          for (const url of ["https://localhost/", "https://2130706433/", "http://example.com/"]) {
            await refused("POST", "", url)
          }
          const body = { url: "https://receiver.invalid/", types: ["*"] }
          const made = await Seed.json<{ id: string }>(await strict.call("POST", path, { token, body }), 201)
          await refused("PUT", `/${made.id}`, "https://[::ffff:127.0.0.1]/")
          await strict.run(
            Effect.flatMap(WebhookRepository, (webhooks) =>
              webhooks.change(
                projectId as never,
                { userId: "ada" as never, scopes: new Set(["projects:read"]) },
                made.id as never,
                { url: "https://localhost:9/" }
              )
            )
          )
          await strict.call("POST", `${path}/${made.id}/test`, { token })
          for (;;) {
            const answer = await strict.call("GET", `${path}/${made.id}/deliveries`, { token })
            const [delivery] = (await Seed.json<{ deliveries: ReadonlyArray<Delivery> }>(answer)).deliveries
            if (delivery?.status === "Pending") await Bun.sleep(20)
            else {
              expect(delivery).toMatchObject({ status: "Refused", tries: [{ answer: expect.any(String) }] })
              return
            }
          }
        })
      })
    )
  ))
