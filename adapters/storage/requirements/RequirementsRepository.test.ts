import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ModelId, RequirementsId } from "../../../src/domain/Identifier.ts"
import type { RequirementsFacts } from "../../../src/domain/requirements/RequirementsDocument.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { RequirementsRepository } from "../../../src/ports/requirements/RequirementsRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, newProject, whole } from "../testing/Work.ts"

const facts = (title: string, specifications = 1): RequirementsFacts => ({
  title,
  specifications: Array.from({ length: specifications }, (_, i) => ({
    name: `Wände ${i}`,
    necessity: "required",
    ifcVersions: ["IFC4"]
  })),
  warnings: []
})

const file = (title: string, specifications?: number) => ({ blob: `${title}.ids`, facts: facts(title, specifications) })

const tagOf = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), ({ _tag }) => _tag)

overStorages((it) => {
  it("documents are listed in the order of their creation, with their content", () =>
    Effect.gen(function* () {
      const documents = yield* RequirementsRepository
      const projectId = yield* newProject()
      const b = yield* documents.create(projectId, file("b"))
      const a = yield* documents.create(projectId, file("a", 3))
      yield* documents.create(yield* newProject(), file("c"))
      expect(a).toEqual({ id: a.id, ...facts("a", 3), autoCheck: false })
      expect(yield* whole(documents.list(projectId))).toEqual([b, a])
      expect(yield* documents.find(projectId, a.id)).toEqual(Option.some(a))
      expect(yield* documents.find(yield* newProject(), a.id)).toEqual(Option.none())
    }))

  it("a change keeps members that it does not contain; another file keeps the settings", () =>
    Effect.gen(function* () {
      const documents = yield* RequirementsRepository
      const projectId = yield* newProject()
      const { id } = yield* documents.create(projectId, file("a"))
      const models = [ModelId.make("7")]
      yield* documents.change(projectId, ada, id, { autoCheck: true, models })
      const tagged = yield* documents.change(projectId, ada, id, { tags: ["Structure"] })
      expect(tagged).toEqual({ id, ...facts("a"), autoCheck: true, models, tags: ["Structure"] })
      expect(yield* documents.replace(projectId, id, file("b"))).toEqual({ ...tagged, title: "b" })
      const { models: _, ...rest } = yield* documents.change(projectId, ada, id, { models: null })
      expect(rest).toEqual({ id, ...facts("b"), autoCheck: true, tags: ["Structure"] })
      const unknown = RequirementsId.make(999_999)
      expect(yield* tagOf(documents.change(projectId, ada, unknown, { autoCheck: false }))).toBe("NotFound")
      expect(yield* tagOf(documents.remove(projectId, unknown))).toBe("NotFound")
    }))

  it("a file is garbage once no document refers to it", () =>
    Effect.gen(function* () {
      const documents = yield* RequirementsRepository
      const garbage = yield* GarbageRepository
      const projectId = yield* newProject()
      const names = { first: crypto.randomUUID(), second: crypto.randomUUID() }
      const { id } = yield* documents.create(projectId, file(names.first))
      const blobs = [file(names.first).blob, file(names.second).blob]
      expect(yield* garbage.unreferenced(blobs)).toEqual([blobs[1]!])
      yield* documents.replace(projectId, id, file(names.second))
      expect(yield* garbage.unreferenced(blobs)).toEqual([blobs[0]!])
      yield* documents.remove(projectId, id)
      expect(yield* garbage.unreferenced(blobs)).toEqual(blobs)
    }))

  it("a project has at most 100 documents, and a removed project takes none", () =>
    Effect.gen(function* () {
      const documents = yield* RequirementsRepository
      const projects = yield* ProjectRepository
      const projectId = yield* newProject()
      for (let i = 0; i < 100; i++) yield* documents.create(projectId, file(`${i}`))
      expect(yield* tagOf(documents.create(projectId, file("more")))).toBe("LimitExceeded")
      yield* projects.remove(projectId)
      expect(yield* tagOf(documents.create(projectId, file("late")))).toBe("ProjectNotFound")
    }))
})
