import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { planOf, recorded } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { ada, newProject, readyModel, whole } from "../testing/Work.ts"

/** A statement as it is sent for so many ids. */
const forIds = (text: string, count: number): string =>
  text.replaceAll(/\bIN \(\+\?(?:,\+\?)*\)/g, `IN (${Array.from({ length: count }, () => "+?").join(",")})`)

withLayer(Storage.layer)("to list models takes no longer for who is a member of many other projects", () =>
  Effect.gen(function* () {
    const models = yield* ModelRepository
    const projectId = yield* newProject()
    for (const name of ["Walls", "Doors"]) yield* readyModel(projectId, name)
    const { result, texts } = yield* recorded(whole(models.list(projectId, ada)))
    expect(result).toHaveLength(2)
    expect(texts.map((text) => forIds(text, 2))).not.toEqual(texts.map((text) => forIds(text, 3)))
    for (const count of [1, 30, 128]) {
      const sent = texts.map((text) => forIds(text, count))
      const steps = (yield* Effect.forEach(sent, planOf)).flat()
      expect(steps.filter((step) => step.includes("project_members_of_user"))).toEqual([])
    }
  })
)
