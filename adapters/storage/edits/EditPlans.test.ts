import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Edit } from "../../../src/domain/edits/Edit.ts"
import { EditRepository } from "../../../src/ports/edits/EditRepository.ts"
import { SessionRepository } from "../../../src/ports/models/SessionRepository.ts"
import { VersionRepository } from "../../../src/ports/models/VersionRepository.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { ada, newProject, readyModel } from "../testing/Work.ts"

withLayer(Storage.layer)(
  "edits and versions are read along indexes, and only edits that have ended since are sorted",
  () =>
    Effect.gen(function* () {
      const projectId = yield* newProject()
      const { modelId } = yield* readyModel(projectId)
      const edits = yield* EditRepository
      const versions = yield* VersionRepository
      yield* Effect.flatMap(SessionRepository, (sessions) => sessions.start(ada, modelId, "s"))
      const of = { projectId, modelId, userId: ada }
      const edit: Edit = { kind: "Attribute", guid: "a", name: "Name", now: "n" }
      const store = Effect.flatMap(edits.revision(of), (revision) => edits.store(of, "s", revision, [edit]))
      const publish = Effect.flatten(
        edits.publish(of, "s", { title: "t", description: null }, () => Effect.succeed({ edits: [edit], changes: [] }))
      )
      yield* store
      const version = Option.getOrThrow(yield* publish)
      const page = { page: 1, pageSize: 100 }
      const { texts } = yield* recorded(
        Effect.gen(function* () {
          yield* store
          yield* store
          yield* Effect.flatMap(edits.read(of), (personal) => Stream.runDrain(personal.edits))
          yield* Stream.runDrain(versions.edits(of, version))
          yield* versions.find(of, version)
          yield* versions.list(of, page)
          yield* versions.changes(of, version, page)
          yield* publish
          yield* edits.discard(of)
        })
      )
      expect(texts.length).toBeGreaterThan(20)
      const steps = yield* slowSteps(texts)
      const sortsEnded = (step: string) => step.startsWith("USE TEMP B-TREE FOR ORDER BY: SELECT e.version_id")
      expect(steps.filter((step) => !sortsEnded(step))).toEqual([])
    })
)
