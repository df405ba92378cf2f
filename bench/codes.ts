/**
 * Compares reading and extending a codification library of 5,000 codes with one of 50,000, over HTTP in this process:
 * reading all codes, and adding codes at the top and below a chain of codes. Prints the times, their ratio, and the
 * delays of the event loop.
 *
 * Usage: bun run bench/codes.ts [--ci]
 */
import * as Effect from "effect/Effect"
import { system } from "../src/dataframe/testing/TestContent.ts"
import * as Storage from "../adapters/storage/testing/Storage.ts"
import { ofCodification } from "../src/domain/DerivedUuid.ts"
import type { ProjectId } from "../src/domain/Identifier.ts"
import type { ContentCode } from "../src/domain/models/ModelContent.ts"
import * as Seed from "../src/http/testing/Seed.ts"
import * as Folder from "../adapters/storage/testing/Folder.ts"
import * as TestService from "../src/http/testing/TestService.ts"
import { idle, judge, line, read, type Reading, timed } from "./LibraryBench.ts"

const added = 200

const codes = (count: number): ReadonlyArray<ContentCode> =>
  Array.from({ length: count }, (_, i) => ({
    codification: 0,
    identification: `EF_${i}`,
    name: `Größe "${i}"`,
    description: `The code number ${i}`,
    uri: null,
    parent: i === 0 ? -1 : Math.floor((i - 1) / 12)
  }))

const main = Effect.gen(function* () {
  const service = yield* TestService.make({ storage: Folder.durable("migrated") })
  const token = service.token("ada")
  const readings: Array<Reading> = []
  console.log(yield* Effect.promise(idle))
  for (const count of [5000, 50_000]) {
    const projectId = yield* Effect.promise(() => Seed.project(service, token, `${count}`))
    const content = { codifications: [system("Uniclass")], codes: codes(count) }
    const { model } = yield* Effect.promise(() => service.run(Storage.imported(projectId as ProjectId, content)))
    const path = `/v1/projects/${projectId}/codifications/${ofCodification(model.guid, "Uniclass")}`
    const reading = yield* Effect.promise(() => read(service, token, path, 7))
    readings.push(reading)
    console.log(line(`${count} codes`, reading))
    let parentId = ""
    const add = async (identification: string, below: string) => {
      const body = { name: "n", identification, parentId: below }
      const answer = await service.call("POST", `${path}/codification`, { token, body })
      parentId = (await Seed.json<{ guid: string }>(answer, 201)).guid
    }
    const wide = yield* Effect.promise(() =>
      timed(async () => {
        for (let i = 0; i < added; i++) await add(`wide ${i}`, "")
      })
    )
    const deep = yield* Effect.promise(() =>
      timed(async () => {
        for (let i = 0; i < added; i++) await add(`deep ${i}`, parentId)
      })
    )
    const removal = yield* Effect.promise(() => timed(() => service.call("DELETE", path, { token })))
    console.log(
      `  a new code ${(wide / added).toFixed(2)} ms  below a chain ${(deep / added).toFixed(2)} ms` +
        `  removal ${removal.toFixed(0)} ms`
    )
  }
  judge("50,000 against 5,000", readings[0]!, readings[1]!)
})

await Effect.runPromise(Effect.scoped(main))
