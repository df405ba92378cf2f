import { expect } from "bun:test"
import { Effect, Layer } from "effect"
import * as Storage from "../../adapters/storage/testing/Storage.ts"
import type { ProjectId, VersionId } from "../domain/Identifier.ts"
import { withLayer } from "../domain/testing/EffectTest.ts"
import { MaterialRepository } from "../ports/MaterialRepository.ts"
import { PropertySetRepository } from "../ports/PropertySetRepository.ts"
import { ProjectView } from "./ProjectView.ts"

const it = withLayer(ProjectView.layer.pipe(Layer.provideMerge(Storage.layer)))

/** The source that a model version has now. */
const sourceOf = (projectId: ProjectId, modelVersionId: VersionId) =>
  Effect.map(Storage.versionsOf(projectId), ([row]) => ({
    sharedDataVersionId: String(row![0]) as VersionId,
    projectVersionId: String(row![1]) as VersionId,
    modelVersionId
  }))

it("one state of a project is one view, whoever asks; a change makes another", () =>
  Effect.gen(function* () {
    const views = yield* ProjectView
    const sets = yield* PropertySetRepository
    const materials = yield* MaterialRepository
    const projectId = yield* Storage.newProject
    const { modelVersionId } = yield* Storage.imported(projectId, {})
    const view = Effect.flatMap(sourceOf(projectId, modelVersionId as VersionId), (source) =>
      views.of(projectId, source)
    )
    const [first, ...others] = yield* Effect.all(
      Array.from({ length: 10 }, () => view),
      { concurrency: "unbounded" }
    )
    for (const other of others) expect(other).toBe(first!)
    expect(first).toMatchObject({ projectId, definitions: [] })

    yield* sets.create(projectId, {
      name: "S",
      propertyDefinitions: [
        { name: "a", dataType: "Enumeration", enumerationValues: ["x"] },
        { name: "b", dataType: "Real", unit: "kg" },
        { name: "c", dataType: "Boolean", unit: "" }
      ]
    })
    const { guid } = yield* materials.createLibrary(projectId, { name: "L" })
    const oak = yield* materials.create(projectId, guid, { name: "Oak" })
    const second = yield* view
    expect(second).not.toBe(first!)
    expect(second.definitions.map(({ guid: _, ...rest }) => rest)).toEqual([
      { set: "S", name: "a", dataType: "Enum", unit: null, enumerationValues: ["x"] },
      { set: "S", name: "b", dataType: "Real", unit: "kg", enumerationValues: null },
      { set: "S", name: "c", dataType: "Boolean", unit: null, enumerationValues: null }
    ])
    expect(second.references.materials).toEqual(new Map([[oak.guid, { name: "Oak" }]]))
    expect(structuredClone(second)).toEqual(second)
  }))
