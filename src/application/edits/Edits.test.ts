import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { GlobalId } from "../../domain/GlobalId.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { EditRepository } from "../../ports/edits/EditRepository.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import { withLayer } from "../../testing/EffectTest.ts"
import { EditLayers } from "../views/EditLayers.ts"
import { type Editor, Edits } from "./Edits.ts"
import { Products } from "../products/Products.ts"
import { QueryThreads } from "../views/QueryThreads.ts"
import type { SeenTable } from "../views/TableThreads.ts"
import { Sessions } from "../models/Sessions.ts"

const guid = "0wall00000000000000000" as GlobalId
const project: ProjectAccess = { projectId: "1" as ProjectId } as ProjectAccess
const model = { modelId: "2" as ModelId, guid, latest: null, revision: 0 } as unknown as ModelAccess
const editorOf = (user: string): Editor => ({ userId: user as UserId, project, model })

const edit = { kind: "Deleted", guid } as const
/** A deletion in the form in which a thread returns it. */
const deletion = Effect.succeed(new TextEncoder().encode(JSON.stringify([edit])))

/** Edits with threads that answer in the given order, and a storage whose revisions were set by other writers first. */
const over = (answers: Array<Effect.Effect<Uint8Array>>, others: number) => {
  let stored = 0
  const storage = Layer.mock(EditRepository, {
    revision: () => Effect.sync(() => stored),
    store: (_, __, revision) => Effect.sync(() => (stored++ < others ? Option.none() : Option.some(revision + 1)))
  })
  const threads = { edit: () => Effect.suspend(() => answers.shift()!) } as unknown as QueryThreads
  return Edits.Default.pipe(
    Layer.provide(
      Layer.mergeAll(
        storage,
        Layer.mock(ReferenceRepository, {}),
        Layer.succeed(Products, { see: () => Effect.succeed({} as SeenTable) } as unknown as Products),
        Layer.succeed(QueryThreads, threads),
        Layer.succeed(Sessions, { need: () => Effect.succeed("s") } as unknown as Sessions),
        Layer.succeed(EditLayers, {} as EditLayers)
      )
    )
  )
}

const remove = (user: string) =>
  Effect.scoped(Effect.flatMap(Edits, (edits) => Effect.flatten(edits.remove(editorOf(user), "s", guid))))

/** Longer than an edit may take if it is made again. */
const slow = Effect.delay(deletion, "1100 millis")

const thrice = [slow, deletion, deletion]
withLayer(over(thrice, 2))("an edit may take its time when it is made first, and is made again until it fits", () =>
  Effect.gen(function* () {
    yield* remove("ada")
    expect(thrice).toEqual([])
  })
)

withLayer(over([deletion, Effect.never], 1))("an edit that takes too long to be made again is Overloaded", () =>
  Effect.gen(function* () {
    expect(yield* Effect.flip(remove("ada"))).toMatchObject({ _tag: "Overloaded" })
  })
)

withLayer(over([Effect.never, deletion, deletion], 0))(
  "what one user changes is made one after the other; another's does not wait for it",
  () =>
    Effect.gen(function* () {
      const first = yield* Effect.fork(remove("ada"))
      yield* Effect.sleep("20 millis")
      const second = yield* Effect.fork(remove("ada"))
      yield* remove("bert")
      expect(Option.isNone(yield* Fiber.poll(second))).toBe(true)
      yield* Fiber.interrupt(first)
      yield* Fiber.join(second)
    })
)
