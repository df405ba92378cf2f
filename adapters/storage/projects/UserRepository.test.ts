import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { sampleModel } from "../../../src/domain/models/SampleModel.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../../src/ports/models/ModelRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { SampleModel } from "../../../src/ports/models/SampleModel.ts"
import { UserRepository } from "../../../src/ports/projects/UserRepository.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { AdminRepository } from "../../../src/ports/signin/AdminRepository.ts"
import * as Repositories from "../Repositories.ts"
import { type Client, overClients } from "../testing/Storages.ts"
import { whole } from "../testing/Work.ts"
import * as Users from "./UserRepository.ts"

const shared: ReadonlyArray<never> = []
const blobs = { file: "sample/source", table: "sample/table.bin", parquet: "sample/table.parquet" }
const geometry = {
  measures: "sample/measures.bin",
  exchange: { blob: "sample/exchange.glb", triangles: 2 },
  view: { blob: "sample/view.glb", triangles: 1 },
  offset: sampleModel.offset,
  picture: "sample/picture.png"
}

/** The repositories over a sample model that adds no shared data to its project. */
const storage = (client: Client) =>
  Layer.merge(Repositories.layer, Users.layer).pipe(
    Layer.provide(Layer.succeed(SampleModel, { ...sampleModel, ...blobs, geometry, shared })),
    Layer.provide(client)
  )

const ada = "ada" as UserId
const grace = "grace" as UserId

overClients(storage, (it) => {
  it("50 concurrent first calls create one sample project with one Ready model", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const projects = yield* ProjectRepository
      const models = yield* ModelRepository
      yield* Effect.all(
        Array.from({ length: 50 }, () => users.register(ada, "Ada")),
        { concurrency: "unbounded", discard: true }
      )
      yield* users.register(grace, null)
      const found = yield* whole(projects.list(ada))
      expect(found).toEqual([{ id: found[0]!.id, name: "Sample project", role: "Owner", isSample: true }])
      expect(Option.getOrNull(yield* projects.find(ada, found[0]!.id))).toEqual(found[0]!)
      const listed = yield* whole(models.list(found[0]!.id, ada))
      expect(listed.map(({ guid, name }) => [guid, name])).toEqual([[sampleModel.guid, sampleModel.modelName]])
      expect(listed[0]).toMatchObject({
        updatedByName: "Ada",
        products: sampleModel.products,
        sizeBytes: sampleModel.sizeBytes,
        schema: "IFC4",
        coordinates: { offset: sampleModel.offset, site: null, map: null }
      })
      expect(yield* whole(projects.list(grace))).toHaveLength(1)
    }))

  it("a user's name is the one of the last token that had one, else that of the account", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const projects = yield* ProjectRepository
      const members = yield* MemberRepository
      yield* (yield* AccountRepository).add("bob" as UserId, "hash")
      const { id } = yield* projects.create(ada, { name: "Project" })
      for (const user of [grace, "bob" as UserId]) yield* members.put(id, user, "User")
      const names = Effect.map(whole(members.ofProject(id)), (all) => all.map(({ name }) => name))
      expect(yield* names).toEqual([null, null, "bob"])
      yield* users.register(ada, "Ada")
      yield* users.register("bob" as UserId, null)
      expect(yield* names).toEqual(["Ada", null, "bob"])
      yield* users.register(ada, "Ada Lovelace")
      yield* users.register(ada, null)
      yield* users.register("bob" as UserId, "Robert")
      expect(yield* names).toEqual(["Ada Lovelace", null, "Robert"])
    }))

  it("the time of a user's last call is recorded, which creates no user", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const admin = yield* AdminRepository
      const seen = Effect.map(admin.users({ page: 1, pageSize: 9 }), ({ items }) =>
        items.map(({ createdAt, lastSeenAt }) => lastSeenAt !== undefined && lastSeenAt >= createdAt)
      )
      yield* users.seen(ada)
      expect(yield* seen).toEqual([])
      yield* users.register(ada, null)
      expect(yield* seen).toEqual([false])
      yield* users.seen(ada)
      expect(yield* seen).toEqual([true])
    }))

  it("a deleted sample project is not created again", () =>
    Effect.gen(function* () {
      const users = yield* UserRepository
      const projects = yield* ProjectRepository
      yield* users.register(ada, null)
      const [sample] = yield* whole(projects.list(ada))
      yield* projects.remove(sample!.id)
      yield* users.register(ada, "Ada Lovelace")
      expect(yield* whole(projects.list(ada))).toEqual([])
    }))
})
