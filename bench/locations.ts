/**
 * Compares reading 10,000 and 100,000 locations of a project, over HTTP in this process. The locations are a tree of
 * sites, buildings, floors and spaces, each with the properties that a file gives it. Prints the times, their ratio,
 * and the delays of the event loop.
 *
 * Usage: bun run bench/locations.ts [--ci]
 */
import * as Effect from "effect/Effect"
import * as Storage from "../adapters/storage/testing/Storage.ts"
import * as GlobalId from "../src/domain/GlobalId.ts"
import type { ProjectId } from "../src/domain/Identifier.ts"
import type { ContentLocation } from "../src/domain/models/ModelContent.ts"
import * as Seed from "../src/http/testing/Seed.ts"
import * as Folder from "../adapters/storage/testing/Folder.ts"
import * as TestService from "../src/http/testing/TestService.ts"
import { idle, judge, line, read, type Reading, timed } from "./LibraryBench.ts"

const types = ["Site", "Building", "Floor", "Space"]
const fanOut = 24

const locations = (count: number): ReadonlyArray<ContentLocation> => {
  const levels = new Int32Array(count)
  return Array.from({ length: count }, (_, i) => {
    const parent = i === 0 ? -1 : Math.floor((i - 1) / fanOut)
    levels[i] = parent < 0 ? 0 : levels[parent]! + 1
    return {
      guid: GlobalId.derive(`${count}`, String(i)),
      name: `Space ${i}`,
      type: types[Math.min(levels[i], 3)]!,
      parent,
      longName: `Größe "${i}"`,
      properties: [{ set: "Qto_SpaceBaseQuantities", name: "NetFloorArea", value: String(i / 7) }]
    }
  })
}

const main = Effect.gen(function* () {
  const service = yield* TestService.make({ storage: Folder.durable("migrated") })
  const token = service.token("ada")
  const readings: Array<Reading> = []
  console.log(yield* Effect.promise(idle))
  for (const count of [10_000, 100_000]) {
    const projectId = yield* Effect.promise(() => Seed.project(service, token, `${count}`))
    const content = locations(count)
    const seeding = yield* Effect.promise(() =>
      timed(() => service.run(Storage.imported(projectId as ProjectId, { locations: content })))
    )
    const path = `/v1/projects/${projectId}/locations`
    const reading = yield* Effect.promise(() => read(service, token, path, 7))
    readings.push(reading)
    console.log(line(`${count} locations`, reading))
    const one = `${path}/${content[1]!.guid}`
    const put = (body: object) => timed(async () => (await service.call("PUT", one, { token, body })).text())
    const rename = yield* Effect.promise(() => put({ name: "Renamed" }))
    const move = yield* Effect.promise(() => put({ parentGuid: null }))
    const removal = yield* Effect.promise(() =>
      timed(() => service.call("DELETE", `${path}/${content[0]!.guid}`, { token }))
    )
    const written = { seeding, rename, move, removal }
    console.log(
      Object.entries(written)
        .map(([name, milliseconds]) => `  ${name} ${milliseconds.toFixed(0)} ms`)
        .join("")
    )
  }
  judge("100,000 against 10,000", readings[0]!, readings[1]!)
})

await Effect.runPromise(Effect.scoped(main))
