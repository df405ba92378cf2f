import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { EventId } from "../../../src/domain/events/Event.ts"
import { DeliveryId, type ProjectId } from "../../../src/domain/Identifier.ts"
import { scopes } from "../../../src/domain/Principal.ts"
import { DeliveryRepository } from "../../../src/ports/webhooks/DeliveryRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { WebhookRepository } from "../../../src/ports/webhooks/WebhookRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, later, newProject } from "../testing/Work.ts"

const maker = { userId: ada, scopes: new Set(scopes) }
const page = { page: 1, pageSize: 100 }
const leaseMillis = 45_000
const delivered = { status: "Delivered", waitMillis: null, isGone: false } as const
const ended = { outcome: { _tag: "Answered", status: 200, answer: "ok", retryAfterMillis: null }, ms: 5 } as const

const newWebhook = (projectId: ProjectId, secret: string) =>
  Effect.flatMap(WebhookRepository, (webhooks) =>
    webhooks.create(projectId, maker, {
      url: "https://a.invalid/",
      types: ["*"],
      description: null,
      enabled: true,
      secret
    })
  )

/** A project with a webhook that has handled `count` events. */
const heard = (count: number) =>
  Effect.gen(function* () {
    const deliveries = yield* DeliveryRepository
    const projectId = yield* newProject()
    const { id } = yield* newWebhook(projectId, "whsec_old")
    for (let i = 0; i < count; i++) {
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.change(projectId, { name: `${i}` }))
    }
    const behind = (yield* deliveries.behind).find((one) => one.projectId === projectId)!
    const from = Number(behind.heardTo)
    const events = Array.from({ length: count }, (_, i) => ({
      id: EventId.make(String(from + i + 1)),
      type: "project.changed" as const
    }))
    const add = deliveries.add(behind, events.at(-1)!.id, events)
    return { projectId, id, deliveries, add, webhook: behind.webhook, events }
  })

overStorages((it) => {
  it("each event has one delivery, whoever adds it first; they are listed newest first", () =>
    Effect.gen(function* () {
      const { add, deliveries, events, id, projectId } = yield* heard(5)
      const added = yield* Effect.all([add, add, add], { concurrency: "unbounded" })
      expect(added.filter((isAdded) => isAdded)).toEqual([true])
      const { items, totalCount } = yield* deliveries.list(projectId, id, page)
      expect(items.map(({ eventId }) => eventId)).toEqual(events.map((event) => event.id).toReversed())
      expect(totalCount).toBe(5)
      const second = yield* deliveries.list(projectId, id, { page: 2, pageSize: 2 })
      expect(second.items).toEqual(items.slice(2, 4))
    }))

  it("a claim belongs to one worker until its lease runs out, and a late result of the first changes nothing", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { add, deliveries, id, projectId, webhook } = yield* heard(1)
        yield* add
        const claims = yield* Effect.all(
          Array.from({ length: 4 }, () => deliveries.claim(webhook, leaseMillis)),
          { concurrency: "unbounded" }
        )
        const [first] = claims.flatMap(Option.toArray)
        expect(claims.filter(Option.isSome).length).toBe(1)
        expect(first!.secrets).toEqual(["whsec_old"])
        yield* later(leaseMillis + 1)
        expect((yield* deliveries.due).map((one) => one.webhook)).toContain(webhook)
        const second = Option.getOrThrow(yield* deliveries.claim(webhook, leaseMillis))
        expect(second.deliveryId).toBe(first!.deliveryId)
        yield* deliveries.settle(first!, ended, delivered)
        expect((yield* deliveries.list(projectId, id, page)).items[0]!.status).toBe("Pending")
        yield* deliveries.settle(second, ended, delivered)
        expect((yield* deliveries.list(projectId, id, page)).items).toMatchObject([
          { status: "Delivered", tries: [{ status: 200, ms: 5, answer: "ok" }] }
        ])
        expect(Option.isNone(yield* deliveries.claim(webhook, leaseMillis))).toBe(true)
      })
    ))

  it("a rotated key keeps all secrets, and an old secret signs until it expires", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const webhooks = yield* WebhookRepository
        const { deliveries, id, projectId, webhook } = yield* heard(1)
        yield* webhooks.renewKey
        yield* webhooks.rotate(projectId, id, "whsec_new", 1000)
        yield* webhooks.renewKey
        const secrets = Effect.gen(function* () {
          yield* deliveries.test(projectId, id, DeliveryId.make(crypto.randomUUID()))
          return Option.getOrThrow(yield* deliveries.claim(webhook, leaseMillis)).secrets
        })
        expect(yield* secrets).toEqual(["whsec_new", "whsec_old"])
        yield* later(1001)
        expect(yield* secrets).toEqual(["whsec_new"])
      })
    ))

  it("a result for a former maker, receiver or lease does not disable a webhook", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const webhooks = yield* WebhookRepository
        const { add, deliveries, id, projectId, webhook } = yield* heard(2)
        yield* add
        const isEnabled = Effect.map(webhooks.find(projectId, id), (found) => Option.getOrThrow(found).enabled)
        const gone = { status: "Failed", waitMillis: null, isGone: true } as const
        const first = Option.getOrThrow(yield* deliveries.claim(webhook, leaseMillis))
        yield* webhooks.change(projectId, { ...maker, userId: bert }, id, { url: "https://b.invalid/" })
        yield* deliveries.disable(first, "MakerIsNoOwner")
        yield* deliveries.settle(first, ended, gone)
        expect(yield* isEnabled).toBe(true)
        const late = Option.getOrThrow(yield* deliveries.claim(webhook, leaseMillis))
        yield* later(leaseMillis + 1)
        const again = Option.getOrThrow(yield* deliveries.claim(webhook, leaseMillis))
        yield* deliveries.settle(late, ended, gone)
        expect(yield* isEnabled).toBe(true)
        yield* deliveries.settle(again, ended, gone)
        expect(yield* isEnabled).toBe(false)
      })
    ))

  it("a webhook with another URL has five days of its own to succeed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const webhooks = yield* WebhookRepository
        const { add, deliveries, id, projectId, webhook } = yield* heard(2)
        yield* add
        const failOnce = Effect.gen(function* () {
          const claim = Option.getOrThrow(yield* deliveries.claim(webhook, leaseMillis))
          yield* deliveries.settle(claim, ended, { status: "Failed", waitMillis: null, isGone: false })
          return Option.getOrThrow(yield* webhooks.find(projectId, id)).enabled
        })
        expect(yield* failOnce).toBe(true)
        yield* later(5 * 24 * 3_600_000)
        yield* webhooks.change(projectId, maker, id, { url: "https://b.invalid/" })
        expect(yield* failOnce).toBe(true)
      })
    ))

  it("deliveries older than 30 days are removed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { add, deliveries, id, projectId } = yield* heard(3)
        yield* add
        yield* deliveries.forget(30)
        expect((yield* deliveries.list(projectId, id, page)).totalCount).toBe(3)
        yield* later(31 * 24 * 3_600_000)
        yield* deliveries.forget(30)
        expect((yield* deliveries.list(projectId, id, page)).totalCount).toBe(0)
      })
    ))
})
