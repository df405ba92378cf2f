import { Deferred, Effect, FiberId, Stream } from "effect"
import type { FieldDataType } from "../domain/FieldDetail.ts"
import type { ProjectId, VersionId } from "../domain/Identifier.ts"
import type { PropertyDataType } from "../domain/PropertyDefinition.ts"
import type { StorageUnavailable } from "../domain/StorageErrors.ts"
import * as Overlay from "../dataframe/query/Overlay.ts"
import { type CustomDefinition, propertyKey, type SharedView, type View } from "../dataframe/query/View.ts"
import type { LatestVersion } from "../ports/AccessRepository.ts"
import { CodeRepository } from "../ports/CodeRepository.ts"
import { LocationRepository } from "../ports/LocationRepository.ts"
import { MaterialRepository } from "../ports/MaterialRepository.ts"
import { PropertySetRepository } from "../ports/PropertySetRepository.ts"
import { Settings } from "../ports/Settings.ts"
import { nextTurn } from "../runtime/EventLoop.ts"
import { fn } from "../runtime/Span.ts"
import { textOf } from "./ViewTexts.ts"

/** What views may take of the memory beside the tables: one part for so many of `CACHE_BYTES`. */
const partOfCache = 8
/** The objects of a view take so many times its text, which is kept as well. */
const timesText = 5

const definitionsOfTurn = 2000

interface Entry {
  readonly version: VersionId
  readonly made: Deferred.Deferred<SharedView, StorageUnavailable>
  bytes: number
}

const dataTypes: Readonly<Record<PropertyDataType, FieldDataType>> = {
  string: "String",
  integer: "Integer",
  double: "Real",
  boolean: "Boolean",
  enumeration: "Enum"
}

/** What projects add to the tables of their models: the latest of each project, the least recently used let go. */
export class ProjectView extends Effect.Service<ProjectView>()("application/ProjectView", {
  effect: Effect.gen(function* () {
    const propertySets = yield* PropertySetRepository
    const materials = yield* MaterialRepository
    const locations = yield* LocationRepository
    const codes = yield* CodeRepository
    const mostBytes = (yield* Settings).cacheBytes / partOfCache
    const entries = new Map<ProjectId, Entry>()

    const definitionsOf = fn("ProjectView.definitionsOf")(function* (projectId: ProjectId) {
      const definitions: Array<CustomDefinition> = []
      for (const set of yield* propertySets.list(projectId)) {
        for (const { dataType, enumerationValues, guid, name, unitName } of set.propertyDefinitions) {
          const unit = unitName === "" ? null : unitName
          definitions.push({ set: set.name, name, guid, dataType: dataTypes[dataType!], unit, enumerationValues })
          if (definitions.length % definitionsOfTurn === 0) yield* nextTurn
        }
      }
      return definitions
    })

    const guidsOf = fn("ProjectView.guidsOf")(function* (projectId: ProjectId) {
      const guids = new Map<string, string>()
      const take = Stream.runForEach(propertySets.guids(projectId), ({ guid, name, set }) =>
        Effect.sync(() => guids.set(propertyKey(set, name), guid))
      )
      return yield* Effect.as(take, guids)
    })

    /** Its parts are read side by side: each waits for others more than it reads. */
    const make = fn("ProjectView.make")(function* (projectId: ProjectId) {
      const parts = {
        definitions: definitionsOf(projectId),
        propertyGuids: guidsOf(projectId),
        locations: locations.changed(projectId),
        materials: materials.differences(projectId),
        codes: codes.changed(projectId)
      }
      const { propertyGuids, definitions, ...references } = yield* Effect.all(parts, { concurrency: "unbounded" })
      return {
        projectId,
        definitions,
        propertyGuids,
        references: { ...references.locations, materials: references.materials, codes: references.codes }
      } satisfies SharedView
    })

    const bytesHeld = (): number => entries.values().reduce((sum, { bytes }) => sum + bytes, 0)

    const letGo = (keep: ProjectId): void => {
      let held = bytesHeld()
      for (const [projectId, { bytes }] of entries) {
        if (held <= mostBytes) return
        if (projectId === keep || bytes === 0) continue
        entries.delete(projectId)
        held -= bytes
      }
    }

    /** Whoever comes first makes it, for all who wait; a failure is not kept. */
    const load = (projectId: ProjectId, entry: Entry) =>
      Effect.tap(make(projectId), (shared) =>
        Effect.map(textOf(shared), ({ length }) => {
          entry.bytes = length * (timesText + 1)
          letGo(projectId)
        })
      ).pipe(
        Effect.onExit((exit) => {
          if (exit._tag === "Failure" && entries.get(projectId) === entry) entries.delete(projectId)
          return Deferred.done(entry.made, exit)
        }),
        // A client that goes away must not take the view from others who wait for it.
        Effect.uninterruptible
      )

    const shared = (projectId: ProjectId, version: VersionId): Effect.Effect<SharedView, StorageUnavailable> =>
      Effect.suspend(() => {
        const known = entries.get(projectId)
        entries.delete(projectId)
        if (known?.version === version) {
          entries.set(projectId, known)
          return Deferred.await(known.made)
        }
        const entry: Entry = { version, made: Deferred.unsafeMake(FiberId.none), bytes: 0 }
        entries.set(projectId, entry)
        return load(projectId, entry)
      })

    /**
     * The view of a project for a model's version. What the project shares is one object as long as it stays the same,
     * so that what queries work out for it is worked out once.
     */
    const of = (projectId: ProjectId, { importedWith, source }: LatestVersion) =>
      Effect.map(shared(projectId, source.sharedDataVersionId), (shared): View => ({
        shared,
        importedWith,
        overlay: Overlay.empty
      }))

    return { of, bytesHeld: Effect.sync(bytesHeld) }
  })
}) {}
