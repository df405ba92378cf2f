import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Edit } from "../../../src/domain/edits/Edit.ts"
import { fieldOf } from "../../../src/domain/edits/EditedField.ts"
import type { VersionId } from "../../../src/domain/Identifier.ts"
import type { ModelChange, VersionChanges } from "../../../src/domain/edits/ModelVersion.ts"
import type { Claim } from "../../../src/domain/operations/Operation.ts"
import { type SharedContent, sliceOf } from "../../../src/domain/models/SharedSlice.ts"
import { CodeRepository } from "../../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../../src/ports/libraries/CodificationRepository.ts"
import { EditRepository } from "../../../src/ports/edits/EditRepository.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { MaterialRepository } from "../../../src/ports/libraries/MaterialRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { OperationRepository } from "../../../src/ports/operations/OperationRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { PropertySetRepository } from "../../../src/ports/libraries/PropertySetRepository.ts"
import { SessionRepository } from "../../../src/ports/models/SessionRepository.ts"
import { UploadRepository } from "../../../src/ports/models/UploadRepository.ts"
import { VersionRepository } from "../../../src/ports/models/VersionRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { withLayer } from "../../../src/testing/EffectTest.ts"
import { system } from "../../../src/dataframe/testing/TestContent.ts"
import { recorded, slowSteps } from "../testing/Statements.ts"
import * as Storage from "../testing/Storage.ts"
import { overStorages } from "../testing/Storages.ts"
import {
  ada,
  bert,
  cancelled,
  claimed,
  claimedBy,
  collected,
  newFile,
  newImport,
  newProject,
  outcomeOf,
  rowOf,
  whole
} from "../testing/Work.ts"

const page = { page: 1, pageSize: 100 }
const none = { changes: [], added: [], deleted: [] } satisfies VersionChanges

const cell = (guid: string, before: ModelChange["before"], after: ModelChange["after"], name = "p"): ModelChange => ({
  guid,
  field: { kind: "Property", set: "S", name },
  before,
  after,
  change: "Changed"
})

const renamed = (guid: string, now: string): Edit => ({ kind: "Attribute", guid, name: "Name", now })

/** Materials and codes of one library each. */
const content = (materials: ReadonlyArray<string>, codes: Readonly<Record<string, string>>): SharedContent => ({
  locations: [],
  materials: materials.map((name) => ({ name, description: null, category: null, properties: [] })),
  codifications: [system("U")],
  codes: Object.entries(codes).map(([identification, name]) => ({
    codification: 0,
    identification,
    name,
    description: null,
    uri: null,
    parent: -1
  }))
})
const before = content(["Oak", "Steel"], { "1": "One", "2": "Two" })
const another = content(["Oak", "Zinc"], { "1": "First", "3": "Three" })
/** The content of a file with a classification that the first file lacks. */
const after: SharedContent = {
  ...another,
  codifications: [...another.codifications, { ...another.codifications[0]!, name: "V" }],
  codes: [...another.codes, { ...another.codes[0]!, codification: 1, identification: "v", name: "V" }]
}

const outcome = (name: string, shared: SharedContent) => ({ ...outcomeOf(name), shared: Stream.make(sliceOf(shared)) })

/** A model that is Ready, with a session of the user `ada`. */
const setting = Effect.gen(function* () {
  const operations = yield* OperationRepository
  const edits = yield* EditRepository
  const versions = yield* VersionRepository
  const projectId = yield* newProject()
  const model = yield* newImport(projectId)
  yield* operations.finishImport(yield* claimed(), outcome("first", before), "reports/first")
  const of = { projectId, modelId: model.modelId, userId: ada }
  yield* Effect.flatMap(SessionRepository, (sessions) => sessions.start(ada, model.modelId, "s"))
  const store = fn("store")(function* (all: ReadonlyArray<Edit>) {
    yield* edits.store(of, "s", yield* edits.revision(of), all)
  })
  const publish = fn("publish")(function* (all: ReadonlyArray<Edit>, title = "Published") {
    yield* store(all)
    const changes = all.map((edit) => ({
      guid: edit.guid,
      field: fieldOf(edit),
      before: null,
      after: "now" in edit ? (edit.now as string) : null,
      change: "Changed" as const
    }))
    const published = edits.publish(of, "s", { title, description: null }, () =>
      Effect.succeed({ edits: all, changes })
    )
    return Option.getOrThrow(yield* Effect.flatten(published))
  })
  const list = Effect.map(versions.list(of, page), ({ items }) => items)
  const newest = Effect.map(list, (items) => items[0]!.modelVersionId)
  const changesOf = (version: VersionId, since?: VersionId, at = page) =>
    Effect.map(versions.changes(of, version, at, since), Option.getOrThrow)
  const shown = Effect.flatMap(newest, (version) => collected(versions.edits(of, version)))
  /** All data of the model, and all data that it added to the project, that users can see. */
  const seen = Effect.gen(function* () {
    const libraries = yield* whole((yield* CodificationRepository).list(projectId))
    const codes = yield* Effect.forEach(libraries, ({ guid }) =>
      Effect.flatMap(CodeRepository, (repository) => whole(repository.list(projectId, guid)))
    )
    const materials = yield* whole((yield* MaterialRepository).list(projectId, null))
    return {
      model: yield* Effect.flatMap(ModelRepository, (models) => models.find(projectId, ada, model.modelId)),
      versions: yield* list,
      shared: yield* Storage.versionsOf(projectId),
      edits: yield* shown,
      codes: codes.flat().map(({ identification, name }) => `${identification} ${name}`),
      materials: materials.flatMap(({ material }) => material?.name ?? [])
    }
  })
  return { operations, edits, versions, projectId, model, of, store, publish, list, newest, changesOf, shown, seen }
})

/** Finishes a new file, and runs an action before each step that is stored. */
const finish = <E = never, R = never>(
  claim: Claim,
  changes: VersionChanges = none,
  meanwhile: (step: number) => Effect.Effect<unknown, E, R> = () => Effect.void,
  shared = after
) =>
  Effect.gen(function* () {
    const operations = yield* OperationRepository
    const context = yield* Effect.context<R>()
    let steps = 0
    const reach = (point: string) =>
      point === "import.begun" || point === "import.staged" || point === "operation.finishing"
        ? Effect.orDie(Effect.provide(meanwhile(++steps), context))
        : Effect.void
    return yield* operations
      .finishNewFile(claim, outcome("second", shared), () => Effect.succeed({ ...changes, report: "reports/second" }))
      .pipe(Effect.provideService(FaultPoints, { reach }))
  })

/** The steps are: begin, store the slice of shared data, store the changes, and end. */
const steps = [1, 2, 3, 4]
const some = { changes: [cell("a", 1, 2)], added: ["new"], deleted: ["old"] } satisfies VersionChanges

withLayer(Storage.layer)("every statement of a new file finds its rows by an index", () =>
  Effect.gen(function* () {
    const { changesOf, model, newest } = yield* setting
    const first = yield* newest
    const { texts } = yield* recorded(
      Effect.gen(function* () {
        yield* newFile(model)
        yield* finish(yield* claimed(), some)
        yield* newFile(model)
        yield* Effect.exit(finish(yield* claimed(), some, (step) => (step === 4 ? Effect.interrupt : Effect.void)))
        yield* Effect.flatMap(OperationRepository, ({ takeUp }) => takeUp)
        yield* finish(yield* claimed(), some)
        yield* changesOf(yield* newest)
      })
    )
    const steps = yield* slowSteps(texts)
    // The index contains only operations in hand, or those that were at a crash.
    const isShort = (step: string) => /^SCAN operations USING INDEX operations_(?:running|alone)/.test(step)
    expect(steps.filter((step) => !isShort(step))).toEqual([])
    expect((yield* changesOf(yield* newest, first)).totalCount).toBe(3)
  })
)

overStorages((it) => {
  it("a new file makes the next version, and edits of users still apply", () =>
    Effect.gen(function* () {
      const { changesOf, edits, list, model, newest, of, operations, projectId, publish, seen, shown, store } =
        yield* setting
      yield* publish([renamed("a", "A")])
      yield* store([renamed("b", "B")])
      const was = yield* seen
      const { id } = yield* newFile(model, "Second", bert)
      const claim = yield* claimed()
      expect(claim).toMatchObject({ operationId: id, startedBy: bert, modelId: model.modelId })
      const looks: Array<unknown> = []
      expect(
        yield* finish(claim, some, (step) => (step < 4 ? Effect.map(seen, (now) => looks.push(now)) : Effect.void))
      ).toBe(true)
      expect(looks).toEqual([was, was, was])
      const now = yield* seen
      expect(now.versions[0]).toMatchObject({
        title: "Second",
        description: null,
        createdBy: bert,
        cells: 1,
        deletedProducts: 1
      })
      expect(now.versions.slice(1)).toEqual([...was.versions])
      expect(Option.getOrThrow(now.model)).toMatchObject({
        table: "tables/second",
        source: { modelVersionId: yield* newest, projectVersionId: now.versions[0]!.projectVersionId }
      })
      expect(now.shared).not.toEqual(was.shared)
      expect(now.codes).toEqual(["1 First", "2 Two", "3 Three", "v V"])
      expect(now.materials).toEqual(["Oak", "Steel", "Zinc"])
      expect(yield* shown).toEqual([renamed("a", "A")])
      const personal = yield* edits.read(of)
      expect(yield* collected(personal.edits)).toEqual([renamed("b", "B")])
      yield* store([renamed("c", "C")])
      expect(yield* changesOf(yield* newest)).toEqual({ ...some, changes: [cell("a", 1, 2)], totalCount: 3 })
      const pages = yield* Effect.forEach([1, 2, 3, 4], (page) =>
        Effect.flatMap(newest, (version) => changesOf(version, undefined, { page, pageSize: 1 }))
      )
      expect(pages.map(({ added, changes, deleted }) => [deleted.length, added.length, changes.length])).toEqual([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
        [0, 0, 0]
      ])
      expect(Option.getOrThrow(yield* operations.find(id))).toMatchObject({ status: "Ready", report: "reports/second" })
      expect((yield* list).length).toBe(3)
      // Tables of older versions show the current name of the code.
      const told = yield* Effect.flatMap(CodeRepository, ({ changed }) => changed(projectId))
      expect([...told.values()].map((code) => code?.name)).toEqual(["First"])
    }))

  it("a new file that fails, is cancelled or dies at any step changes nothing, and the next one is stored completely", () =>
    Effect.gen(function* () {
      const { model, operations, publish, seen } = yield* setting
      yield* publish([renamed("a", "A")])
      const was = yield* seen
      const garbage = yield* GarbageRepository
      const ends: ReadonlyArray<(claim: Claim) => Effect.Effect<unknown, unknown>> = [
        (claim) => operations.fail(claim, { error: "InvalidModelFile", errorDetails: "" }, null),
        ({ operationId }) => operations.cancel(operationId, cancelled, null)
      ]
      for (const step of steps.slice(0, 3)) {
        for (const end of ends) {
          yield* newFile(model)
          const claim = yield* claimed()
          expect(yield* finish(claim, some, (at) => (at === step ? end(claim) : Effect.void))).toBe(false)
          expect(yield* seen).toEqual(was)
          yield* garbage.purgeRemoved
          expect(yield* seen).toEqual(was)
        }
      }
      for (const step of steps) {
        const { id } = yield* newFile(model)
        yield* Effect.exit(finish(yield* claimed(), some, (at) => (at === step ? Effect.interrupt : Effect.void)))
        expect(yield* seen).toEqual(was)
        yield* operations.takeUp
        yield* operations.cancel(id, cancelled, null)
      }
      const { id } = yield* newFile(model)
      yield* Effect.exit(finish(yield* claimed(), some, (at) => (at === 3 ? Effect.interrupt : Effect.void)))
      yield* operations.takeUp
      expect(yield* finish(yield* claimed(), some)).toBe(true)
      expect((yield* rowOf(id)).status).toBe("Ready")
      const now = yield* seen
      expect([now.versions.length, now.codes, now.materials]).toEqual([
        was.versions.length + 1,
        ["1 First", "2 Two", "3 Three", "v V"],
        ["Oak", "Steel", "Zinc"]
      ])
    }))

  it("removing a model ends its new file, waiting or at any step", () =>
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const models = yield* ModelRepository
      for (const step of [0, ...steps.slice(0, 3)]) {
        const { model } = yield* setting
        const { id } = yield* newFile(model)
        const remove = models.remove(model.modelId)
        if (step === 0) yield* remove
        else expect(yield* finish(yield* claimed(), some, (at) => (at === step ? remove : Effect.void))).toBe(false)
        expect(Option.getOrThrow(yield* operations.find(id))).toMatchObject({
          status: "Failed",
          error: "ModelNotFound"
        })
        expect((yield* Effect.flip(newFile(model)))._tag).toBe("ModelNotFound")
      }
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
    }))

  it("no new file is started for a model of a removed project", () =>
    Effect.gen(function* () {
      const { model } = yield* setting
      yield* Effect.flatMap(ProjectRepository, ({ remove }) => remove(model.projectId))
      expect((yield* Effect.flip(newFile(model)))._tag).toBe("ProjectNotFound")
    }))

  it("versions published meanwhile precede the new file, and its changes are computed again", () =>
    Effect.gen(function* () {
      const { changesOf, list, model, newest, operations, publish, shown } = yield* setting
      yield* newFile(model)
      const claim = yield* claimed()
      const asked: Array<VersionId> = []
      const done = yield* operations.finishNewFile(claim, outcome("second", after), (version) =>
        Effect.gen(function* () {
          asked.push(version)
          if (asked.length < 3) yield* publish([renamed("a", `${asked.length}`)], "Meanwhile")
          return { ...none, changes: [cell("a", null, asked.length)], report: "r" }
        })
      )
      expect(done).toBe(true)
      const ids = (yield* list).map(({ modelVersionId }) => modelVersionId)
      expect(asked).toEqual([ids[3]!, ids[2]!, ids[1]!])
      expect((yield* list).map(({ title }) => title)).toEqual(["New file", "Meanwhile", "Meanwhile", "Import"])
      expect(yield* changesOf(yield* newest)).toEqual({ ...none, changes: [cell("a", null, 3)], totalCount: 1 })
      expect(yield* shown).toEqual([renamed("a", "2")])
    }))

  it("a concurrent publication precedes or follows the new file, and applies to the file of its time", () =>
    Effect.gen(function* () {
      const { edits, list, model, of, store } = yield* setting
      for (let i = 0; i < 5; i++) {
        yield* newFile(model, `File ${i}`)
        const claim = yield* claimed()
        const all = [renamed("a", `${i}`)]
        yield* store(all)
        const publication = Effect.flatten(
          edits.publish(of, "s", { title: "P", description: null }, () => Effect.succeed({ edits: all, changes: [] }))
        )
        const [done] = yield* Effect.all([finish(claim), publication], { concurrency: 2 })
        expect(done).toBe(true)
      }
      expect((yield* list).length).toBe(11)
      const models = yield* ModelRepository
      const found = Option.getOrThrow(yield* models.find(of.projectId, ada, of.modelId))
      expect(found.table).toBe("tables/second")
    }))

  it("files of a model are imported one after the other in the order of their start; other models do not wait", () =>
    Effect.gen(function* () {
      const { model, operations } = yield* setting
      const other = yield* setting
      const files = yield* Effect.forEach(["A", "B", "C"], (title) => newFile(model, title))
      const elsewhere = yield* newFile(other.model, "Elsewhere", bert)
      const take = Effect.map(claimedBy("worker", ["long"]), Option.getOrNull)
      const [first, second] = [yield* take, yield* take]
      expect(new Set([first!.operationId, second!.operationId])).toEqual(new Set([files[0]!.id, elsewhere.id]))
      expect(yield* take).toBe(null)
      const ofModel = first!.operationId === files[0]!.id ? first! : second!
      yield* operations.release(ofModel, 60_000, true)
      expect(yield* take).toBe(null)
      yield* operations.cancel(files[0]!.id, cancelled, null)
      expect((yield* take)!.operationId).toBe(files[1]!.id)
      yield* operations.cancel(files[1]!.id, cancelled, null)
      expect((yield* take)!.operationId).toBe(files[2]!.id)
    }))

  it("an upload makes one version, for a user who may start operations", () =>
    Effect.gen(function* () {
      const { model, projectId } = yield* setting
      const models = yield* ModelRepository
      const uploadKey = crypto.randomUUID()
      yield* Effect.flatMap(UploadRepository, (uploads) => uploads.issue(uploadKey, ada, 3600, 1e9))
      const start = Effect.suspend(() =>
        models.startNewFile({
          projectId,
          modelId: model.modelId,
          uploadKey,
          operationId: crypto.randomUUID() as never,
          startedBy: ada,
          command: {
            _tag: "ImportModel",
            file: "f",
            fileName: "f.ifc",
            format: "ifc",
            modelGuid: model.guid,
            version: { title: "t", description: "d" }
          }
        })
      )
      const both = yield* Effect.all([Effect.either(start), Effect.either(start)], { concurrency: 2 })
      expect(both.filter(({ _tag }) => _tag === "Right")).toHaveLength(1)
      expect((yield* Effect.flip(start))._tag).toBe("InvalidUploadKey")
      expect((yield* claimed()).command).toMatchObject({ version: { title: "t", description: "d" } })
    }))

  it("changes by users to imported data during a new file are kept", () =>
    Effect.gen(function* () {
      const { model, projectId, seen } = yield* setting
      const materials = yield* MaterialRepository
      const codes = yield* CodeRepository
      const [oak, steel] = yield* whole(materials.list(projectId, null))
      const [library] = yield* whole((yield* CodificationRepository).list(projectId))
      const [one, two] = yield* whole(codes.list(projectId, library!.guid))
      const key = (guid: string) => ({ projectId, libraryGuid: library!.guid, codificationGuid: guid as never })
      yield* newFile(model)
      const meanwhile = (step: number) =>
        step === 1
          ? Effect.gen(function* () {
              yield* materials.remove(projectId, oak!.library.guid, oak!.material!.guid)
              yield* codes.remove(key(two!.guid))
            })
          : step === 2
            ? codes.change(key(one!.guid), { name: "Mine" })
            : Effect.void
      const all = content(["Oak", "Steel", "Zinc"], { "1": "First", "2": "Second" })
      expect(yield* finish(yield* claimed(), none, meanwhile, all)).toBe(true)
      const now = yield* seen
      expect([now.codes, now.materials]).toEqual([["1 Mine"], ["Steel", "Zinc"]])
      yield* materials.remove(projectId, oak!.library.guid, steel!.material!.guid)
      // Another file renames only objects that no user has changed.
      yield* newFile(model)
      yield* finish(yield* claimed(), none, undefined, content([], { "1": "Uno", "4": "Four" }))
      yield* newFile(model)
      yield* finish(yield* claimed(), none, undefined, content([], { "1": "Uno", "4": "Quattro" }))
      expect((yield* seen).codes).toEqual(["1 Mine", "4 Quattro"])
      const told = yield* codes.changed(projectId)
      expect(new Set([...told.values()].map((code) => code?.name))).toEqual(new Set(["Mine", "Quattro", undefined]))
    }))

  it("property changes of a new file are independent of definitions with these names", () =>
    Effect.gen(function* () {
      const { changesOf, model, newest, projectId } = yield* setting
      yield* newFile(model)
      yield* finish(yield* claimed(), { ...none, changes: [cell("a", 1, 2)] })
      const sets = yield* PropertySetRepository
      const set = yield* sets.create(projectId, { name: "S", propertyDefinitions: [{ name: "p", dataType: "String" }] })
      yield* sets.change(projectId, set.id, { name: "T" })
      yield* sets.remove(projectId, set.id)
      expect((yield* changesOf(yield* newest)).changes).toEqual([cell("a", 1, 2)])
    }))

  it("compared with an older version, cells have both values, and products were added or removed", () =>
    Effect.gen(function* () {
      const { changesOf, list, model, newest, of, publish, versions } = yield* setting
      const first = yield* newest
      const file = fn("file")(function* (changes: VersionChanges) {
        yield* newFile(model)
        yield* finish(yield* claimed(), changes)
      })
      yield* file({
        changes: [cell("a", 1, 2), cell("b", "x", "y"), cell("c", 1, null), cell("gone", 1, 2)],
        added: ["new", "short"],
        deleted: ["away"]
      })
      const second = yield* newest
      yield* publish([renamed("a", "A"), renamed("new", "N")])
      yield* file({ changes: [cell("a", 2, 3), cell("b", "y", "x")], added: ["away"], deleted: ["gone", "short"] })
      const last = yield* newest
      expect((yield* list).length).toBe(4)
      const name = {
        guid: "a",
        field: { kind: "Attribute", set: "", name: "Name" },
        before: null,
        after: "A",
        change: "Changed"
      } as const
      expect(yield* changesOf(last, first)).toEqual({
        deleted: ["away", "gone"],
        added: ["away", "new"],
        changes: [name, cell("a", 1, 3), cell("c", 1, null)],
        totalCount: 7
      })
      expect(yield* changesOf(last, first, { page: 2, pageSize: 3 })).toEqual({
        deleted: [],
        added: ["new"],
        changes: [name, cell("a", 1, 3)],
        totalCount: 7
      })
      expect(yield* changesOf(second, first)).toMatchObject({ totalCount: 7 })
      expect(yield* changesOf(last, first, { page: 4, pageSize: 3 })).toEqual({ ...none, changes: [], totalCount: 7 })
      expect(yield* changesOf(last, last)).toEqual({ ...none, changes: [], totalCount: 0 })
      expect(yield* changesOf(first)).toEqual({ ...none, changes: [], totalCount: 0 })
      expect(yield* versions.changes(of, last, page, "999999" as VersionId)).toEqual(Option.none())
      expect(yield* versions.changes(of, "999999" as VersionId, page, first)).toEqual(Option.none())
    }))
})
