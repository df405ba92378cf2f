import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { scopes } from "../../../src/domain/Principal.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { DeliveryRepository } from "../../../src/ports/webhooks/DeliveryRepository.ts"
import { WebhookRepository } from "../../../src/ports/webhooks/WebhookRepository.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, later, newProject } from "../testing/Work.ts"

const webhook = {
  url: "https://a.invalid/",
  types: ["*"],
  description: null,
  enabled: true,
  secret: "whsec_a"
} as const

/** A project with a webhook. */
const listened = Effect.gen(function* () {
  const projectId = yield* newProject()
  yield* Effect.flatMap(WebhookRepository, (webhooks) =>
    webhooks.create(projectId, { userId: ada, scopes: new Set(scopes) }, webhook)
  )
  return projectId
})

const rename = (projectId: ProjectId, name: string) =>
  Effect.flatMap(ProjectRepository, (projects) => projects.change(projectId, { name }))

/** The projects with a webhook that has not handled all events. */
const behind = Effect.map(
  Effect.flatMap(DeliveryRepository, (deliveries) => deliveries.behind),
  (webhooks) => webhooks.map(({ projectId }) => projectId).toSorted()
)

/** Marks all events as handled and searches twice, so that the repository has recorded it. */
const allHeard = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`UPDATE webhooks SET heard_to = (SELECT max(id) FROM events)`
  yield* behind
  yield* later(10_000)
  expect(yield* behind).toEqual([])
})

overStorages((it, name) => {
  it("webhooks are behind until they have handled all events, whatever other webhooks have handled", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [one, other] = [yield* listened, yield* listened]
        yield* allHeard
        yield* rename(one, "Never heard")
        for (let i = 0; i < 3; i++) {
          yield* rename(other, `Name ${i}`)
          expect(yield* behind).toEqual([one, other])
          yield* sql`UPDATE webhooks SET heard_to = (SELECT max(id) FROM events) WHERE project_id = ${Number(other)}`
          expect(yield* behind).toEqual([one])
          yield* later(20_000)
        }
      })
    ))

  it("a webhook that is behind an older event is found within a minute", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [one, other] = [yield* listened, yield* listened]
        yield* rename(one, "Committed late")
        yield* rename(other, "Committed early")
        yield* allHeard
        yield* sql`UPDATE webhooks SET heard_to = 0 WHERE project_id = ${Number(one)}`
        yield* later(60_000)
        expect(yield* behind).toEqual([one])
      })
    ))

  if (!name.startsWith("SQLite")) return
  it("the searches for new events and for due deliveries read no whole table", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const deliveries = yield* DeliveryRepository
        yield* listened
        yield* allHeard
        const { texts } = yield* recorded(Effect.all([deliveries.behind, deliveries.due]))
        expect(texts).toHaveLength(3)
        // Only the few webhooks that were found are sorted.
        expect((yield* slowSteps(texts)).filter((step) => !step.includes("FOR ORDER BY"))).toEqual([])
      })
    ))
})
