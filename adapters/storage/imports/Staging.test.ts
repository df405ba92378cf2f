import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Stream from "effect/Stream"
import * as GlobalId from "../../../src/domain/GlobalId.ts"
import { type SharedContent, sliceOf } from "../../../src/domain/models/SharedSlice.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import * as Repositories from "../Repositories.ts"
import { sharedContent } from "../testing/SharedContent.ts"
import * as Folder from "../testing/Folder.ts"
import { planOf, recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import { bert, claimed, newImport, newProject, outcomeOf } from "../testing/Work.ts"
import { stagingContract } from "./Staging.contract.ts"

overStorages(stagingContract)

/** This many items of each kind. */
const content = (count: number): SharedContent => ({
  locations: Array.from({ length: count }, (_, i) => ({
    guid: GlobalId.derive("staging", String(i)),
    name: `Space ${i}`,
    type: "Space",
    parent: i - 1 < 40 ? i - 1 : 0,
    longName: null,
    properties: []
  })),
  ...sharedContent(count)
})

/** An import of this many items of each kind, in slices of 200. */
const importing = (count: number) =>
  Effect.gen(function* () {
    const operations = yield* OperationRepository
    yield* newImport(yield* newProject())
    const { locations, materials, ...rest } = sliceOf(content(count))
    const empty = sliceOf({ locations: [], materials: [], codifications: [], codes: [] })
    const slices = Array.from({ length: Math.ceil(count / 200) }, (_, i) => [i * 200, (i + 1) * 200] as const)
    const shared = Stream.fromIterable([
      ...slices.map((at) => ({ ...empty, locations: locations.slice(...at) })),
      ...slices.map((at) => ({ ...empty, materials: materials.slice(...at) })),
      { ...empty, codifications: rest.codifications },
      ...slices.map((at) => ({ ...empty, codes: rest.codes.slice(...at) }))
    ])
    expect(yield* operations.finishImport(yield* claimed(), { ...outcomeOf("1"), shared }, "reports/1")).toBe(true)
  })

withLayer(Storage.layer)("the content of a file becomes visible by the same few statements, however much it is", () =>
  Effect.gen(function* () {
    const lastStep = (count: number) =>
      Effect.map(recorded(importing(count)), ({ texts }) =>
        texts.slice(texts.findLastIndex((text) => text.startsWith("INSERT INTO codes")) + 1)
      )
    const few = yield* lastStep(3)
    expect(yield* lastStep(2000)).toEqual(few)
    expect(few.length).toBeLessThan(20)
  })
)

withLayer(Storage.layer)("every statement that stores the content of a file finds its rows by an index", () =>
  Effect.gen(function* () {
    const projectId = yield* newProject()
    const finish = (locations: SharedContent["locations"]) =>
      Effect.gen(function* () {
        const { finishImport } = yield* OperationRepository
        yield* newImport(projectId)
        const shared = Stream.make(sliceOf({ ...sharedContent(3), locations }))
        expect(yield* finishImport(yield* claimed(), { ...outcomeOf("1"), shared }, "reports/1")).toBe(true)
      })
    const [site, ...spaces] = content(3).locations.map((location) => ({ ...location, parent: 2 }))
    // Locations that precede their parents come first, followed by the same locations with other names.
    const places = [...spaces, { ...site!, parent: -1 }]
    const { texts } = yield* recorded(
      Effect.zipRight(finish(places), finish(places.map((place) => ({ ...place, name: "Room" }))))
    )
    const updates = texts.filter((text) => /UPDATE locations SET (?:parent_guid|differs)/.test(text))
    expect(updates).toHaveLength(2)
    // Each statement finds its own rows and does not scan those of the project.
    for (const text of updates)
      expect((yield* planOf(text)).join()).toMatch(/SEARCH locations .*project_id=. AND guid=./)
    expect(yield* slowSteps(texts)).toEqual([])
  })
)

withLayer(
  Layer.mergeAll(
    Repositories.layer.pipe(Layer.provideMerge(Folder.durable("migrated"))),
    Logger.remove(Logger.defaultLogger)
  )
)("other users keep writing while the content of a large file is stored", () =>
  Effect.gen(function* () {
    const projects = yield* ProjectRepository
    let writes = 0
    const write = Effect.tap(projects.create(bert, { name: "Small" }), () => Effect.sync(() => (writes += 1)))
    yield* Effect.raceFirst(importing(2000), Effect.forever(write))
    // The import stores 31 slices. Another user writes at least once for every two of them.
    expect(writes).toBeGreaterThanOrEqual(15)
  })
)
