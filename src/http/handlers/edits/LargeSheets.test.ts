/* oxlint-disable no-restricted-imports -- the tests look at the blobs of a service */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { BlobStore } from "../../../ports/BlobStore.ts"
import { effect } from "../../../testing/EffectTest.ts"
import { BodyLimits } from "../../body/BodyLimits.ts"
import * as Seed from "../../testing/Seed.ts"
import { sheetUser } from "../../testing/SheetUser.ts"
import * as TestService from "../../testing/TestService.ts"

const megabyte = 1024 * 1024
const limits = Effect.runSync(BodyLimits)
const wall = "2WallA0000000000000000"

/** A service whose users may reserve little more memory than the largest body of JSON. */
const world = Effect.gen(function* () {
  const memory = { ...limits.memory, ofUser: 5 * megabyte }
  const service = yield* TestService.make({
    ports: Layer.succeed(BodyLimits, { ...limits, memory }) as unknown as Layer.Layer<never>
  })
  const token = service.token("ada")
  const projectId = yield* Effect.promise(() => Seed.project(service, token))
  const { modelId } = yield* Effect.promise(() => Seed.model(service, token, projectId, "House"))
  const ada = sheetUser(service, `/v1/projects/${projectId}/models/${modelId}`, "ada")
  yield* Effect.promise(() => ada.start())
  const bodies = () => service.run(Effect.flatMap(BlobStore, (blobs) => Stream.runCount(blobs.list("uploads/bodies/"))))
  return { ada, bodies }
})

/** A table that changes the name of a wall and has long texts in a column that is ignored. */
const sheetOf = (name: string, bytes: number) =>
  `Guid,Name,${Array.from({ length: 1000 }, (_, i) => `X${i}`).join()}\n${wall},${name},` +
  Array.from({ length: 1000 }, () => "x".repeat(bytes / 1000)).join()

effect(
  "tables over 4 MB take no memory of bodies, are read as a whole, and leave nothing",
  Effect.fn(function* () {
    const { ada, bodies } = yield* world
    const take = (name: string) => {
      const sheet = sheetOf(name, 5 * megabyte)
      return ada.take(sheet, "?dryRun=true", { "content-length": String(sheet.length) })
    }
    const answers = yield* Effect.promise(() => Promise.all(["A", "B", "C"].map(take)))
    expect(answers.map(({ changes, errors }) => [errors, changes?.map(({ after }) => after)])).toEqual([
      [[], ["A"]],
      [[], ["B"]],
      [[], ["C"]]
    ])
    expect(yield* Effect.promise(bodies)).toBe(0)
  })
)

effect(
  "a stored table that is sent again with its key gets the first answer, and another one is refused",
  Effect.fn(function* () {
    const { ada, bodies } = yield* world
    const send = (name: string) =>
      Effect.promise(async () => {
        const headers = { "x-client-session-id": "ada", "idempotency-key": "once" }
        const answer = await ada.send(sheetOf(name, 5 * megabyte), "", headers)
        const { edits, error } = (await answer.json()) as { readonly edits?: number; readonly error?: string }
        return [answer.status, edits ?? error]
      })
    expect(yield* send("A")).toEqual([200, 1])
    expect(yield* send("A")).toEqual([200, 1])
    expect(yield* send("B")).toEqual([400, "IdempotencyKeyReused"])
    expect(yield* Effect.promise(ada.changes)).toEqual([[wall, "Name", "Wall A", "A"]])
    expect(yield* Effect.promise(bodies)).toBe(0)
  })
)

effect(
  "a table over 32 MB is refused while it arrives, and one that ends early leaves nothing",
  Effect.fn(function* () {
    const { ada, bodies } = yield* world
    const piece = new Uint8Array(megabyte).fill(0x61)
    const streamed = (pieces: number, end: "closed" | "broken") => {
      let sent = 0
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (sent++ < pieces) controller.enqueue(piece.slice())
          else if (end === "closed") controller.close()
          else controller.error(new Error("broken"))
        }
      })
      return Effect.promise(async () => {
        const { status } = await ada.send(body as never, "?dryRun=true")
        return [status, sent] as const
      })
    }
    const [status, sent] = yield* streamed(100, "closed")
    expect(status).toBe(413)
    expect(sent).toBeLessThan(40)
    expect((yield* streamed(8, "broken"))[0]).toBe(400)
    expect(yield* Effect.promise(bodies)).toBe(0)
  })
)
