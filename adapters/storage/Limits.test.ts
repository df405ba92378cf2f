import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { type OperationId, type ProjectId, TokenId } from "../../src/domain/Identifier.ts"
import { JsonText } from "../../src/domain/JsonText.ts"
import * as GlobalId from "../../src/domain/GlobalId.ts"
import { AnswerRepository } from "../../src/ports/projects/AnswerRepository.ts"
import { CodeRepository } from "../../src/ports/libraries/CodeRepository.ts"
import { CodificationRepository } from "../../src/ports/libraries/CodificationRepository.ts"
import { EditRepository } from "../../src/ports/edits/EditRepository.ts"
import { LocationRepository } from "../../src/ports/libraries/LocationRepository.ts"
import { MaterialRepository } from "../../src/ports/libraries/MaterialRepository.ts"
import { MemberRepository } from "../../src/ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../src/ports/models/ModelRepository.ts"
import { ProjectRepository } from "../../src/ports/projects/ProjectRepository.ts"
import { PropertySetRepository } from "../../src/ports/libraries/PropertySetRepository.ts"
import { ProgramTokenRepository } from "../../src/ports/signin/ProgramTokenRepository.ts"
import { SavedQueryRepository } from "../../src/ports/projects/SavedQueryRepository.ts"
import { SessionRepository } from "../../src/ports/models/SessionRepository.ts"
import { TopicRepository } from "../../src/ports/topics/TopicRepository.ts"
import { UploadRepository } from "../../src/ports/models/UploadRepository.ts"
import { VersionRepository } from "../../src/ports/models/VersionRepository.ts"
import { overStorages } from "./testing/Storages.ts"
import { ada, bert, later, newImport, newProject, readyModel } from "./testing/Work.ts"

/** Inserts rows by one statement, `i` counts from 1: as many as the limit allows, less the existing ones. */
const fill = (into: string, columns: string, values: (i: Statement.Fragment) => Statement.Fragment, count: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`INSERT INTO ${sql(into)} (${sql.literal(columns)})
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      SELECT ${values(sql`CAST(i AS TEXT)`)} FROM n`
  )

/** Checks that exactly one of several connections, as several processes have them, adds if there is room for one. */
const oneOf = <E>(add: () => Effect.Effect<unknown, E>) =>
  Effect.gen(function* () {
    const outcomes: ReadonlyArray<Either.Either<unknown, E>> = yield* Effect.replicateEffect(
      Effect.either(Effect.suspend(add)),
      3
    ).pipe(Effect.withConcurrency("unbounded"))
    expect(outcomes.filter(Either.isRight)).toHaveLength(1)
    return outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left] : []))
  })

/**
 * Adds the last row that fits, and checks that further ones are refused by name and leave nothing, while another user
 * can still add rows elsewhere.
 */
const isLast = <E extends { readonly _tag: string }>(
  add: () => Effect.Effect<unknown, E>,
  named: RegExp,
  elsewhere: Effect.Effect<unknown, { readonly _tag: string }> = Effect.void
) =>
  Effect.gen(function* () {
    const [others] = yield* Effect.all([oneOf(add), elsewhere], { concurrency: "unbounded" })
    const refused: ReadonlyArray<unknown> = [...others, yield* Effect.flip(add())]
    yield* elsewhere
    for (const one of refused) {
      expect(one).toMatchObject({ _tag: "LimitExceeded", details: expect.stringMatching(named) })
    }
  })

const text = (name: string) => ({ name, dataType: "String" as const })

const inNewProject = Effect.all({
  sql: SqlClient.SqlClient,
  projectId: newProject(),
  /** The same operation by another user. */
  other: newProject(bert)
})

const idOf = (projectId: ProjectId) => Number(projectId)

overStorages((it) => {
  it("a project has at most 5,000 property sets", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const sets = yield* PropertySetRepository
      const values = (i: Statement.Fragment) => sql`${idOf(projectId)}, 'set ' || ${i}, '[]'`
      yield* fill("property_sets", "project_id, name, entity_types", values, 4999)
      const add = (to: ProjectId) => Effect.suspend(() => sets.create(to, { name: crypto.randomUUID() }))
      yield* isLast(() => add(projectId), /5,000 property sets/, add(other))
    }))

  it("a project has at most 50,000 definitions, however they are added", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const sets = yield* PropertySetRepository
      const { id: others } = yield* sets.create(other, { name: "S" })
      const { id } = yield* sets.create(projectId, { name: "S" })
      const values = (i: Statement.Fragment) =>
        sql`${Number(id)}, ${idOf(projectId)}, 'guid ' || ${i}, 'name ' || ${i}, 'string'`
      yield* fill("property_definitions", "set_id, project_id, guid, name, data_type", values, 49_998)
      const two = [text("a"), text("b")]
      const create = sets.create(projectId, { name: "T", propertyDefinitions: [...two, text("c")] })
      const change = sets.change(projectId, id, { propertyDefinitions: [...two, text("c"), text("name 1")] })
      for (const more of [create, change]) {
        expect(yield* Effect.flip<unknown, { readonly _tag: string }, never>(more)).toMatchObject({
          _tag: "LimitExceeded"
        })
      }
      yield* sets.addDefinition(projectId, id, text("a"))
      const more = (to: ProjectId, set: typeof id) =>
        Effect.suspend(() => sets.addDefinition(to, set, text(crypto.randomUUID())))
      yield* isLast(() => more(projectId, id), /50,000 property definitions/, more(other, others))
      // The limit does not count a change that adds nothing.
      yield* sets.change(projectId, id, { propertyDefinitions: [{ name: "name 1", unit: "m" }] })
    }))

  it("property sets of a project have at most 16 MB of words and entity types, however they are added", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const sets = yield* PropertySetRepository
      const { id: others } = yield* sets.create(other, { name: "S" })
      const { id } = yield* sets.create(projectId, { name: "S" })
      const words = (guid: string) => ({
        name: `of words ${guid}`,
        dataType: "Enumeration" as const,
        enumerationValues: Array.from({ length: 900 }, (_, i) => `${i}`.padStart(255, "w"))
      })
      const values = (i: Statement.Fragment) =>
        sql`${Number(id)}, ${idOf(projectId)}, 'guid ' || ${i}, 'name ' || ${i}, 'enumeration',
          '["' || ${"w".repeat(256 * 1024 - 4)} || '"]'`
      yield* fill("property_definitions", "set_id, project_id, guid, name, data_type, enumeration_values", values, 63)
      const more = (to: ProjectId, set: typeof id) =>
        Effect.suspend(() => sets.addDefinition(to, set, words(crypto.randomUUID())))
      yield* isLast(() => more(projectId, id), /at most 16 MB/, more(other, others))
      const types = [{ value: "IfcWall", predefinedTypes: [{ value: "b".repeat(255) }] }]
      const change = { entityTypes: Array.from({ length: 900 }, () => types[0]!) }
      for (const refused of [sets.change(projectId, id, change), sets.create(projectId, { name: "T", ...change })]) {
        expect(yield* Effect.flip<unknown, { readonly _tag: string }, never>(refused)).toMatchObject({
          _tag: "LimitExceeded"
        })
      }
    }))

  it("changes between two versions may have 500,000 cells", () =>
    Effect.gen(function* () {
      const { projectId, sql } = yield* inNewProject
      const { modelId } = yield* readyModel(projectId)
      const [edits, versions] = [yield* EditRepository, yield* VersionRepository]
      yield* Effect.flatMap(SessionRepository, (sessions) => sessions.start(ada, modelId, "s"))
      const of = { projectId, modelId, userId: ada }
      const edit = { kind: "Attribute", guid: "a", name: "Name", now: "n" } as const
      const field = { kind: "Attribute", set: "", name: "Name" } as const
      const net = {
        edits: [edit],
        changes: [{ guid: "a", field, before: "o", after: "n", change: "Changed" as const }]
      }
      const publish = Effect.gen(function* () {
        yield* Effect.flatMap(edits.revision(of), (revision) => edits.store(of, "s", revision, [edit]))
        const told = { title: "t", description: null }
        return Option.getOrThrow(yield* Effect.flatten(edits.publish(of, "s", told, () => Effect.succeed(net))))
      })
      const [first, second, third] = [yield* publish, yield* publish, yield* publish]
      const page = { page: 1, pageSize: 100 }
      yield* sql`UPDATE version_fields SET cells = 500000 WHERE model_id = ${Number(modelId)}`
      expect(Option.isSome(yield* versions.changes(of, third, page, second))).toBe(true)
      expect(yield* Effect.flip(versions.changes(of, third, page, first))).toMatchObject({
        _tag: "LimitExceeded",
        details: expect.stringMatching(/More than 500,000 cells/)
      })
      expect(Option.isSome(yield* versions.changes(of, third, page))).toBe(true)
    }))

  it("a model has at most 100,000 versions, by publications and new files", () =>
    Effect.gen(function* () {
      const { projectId, sql } = yield* inNewProject
      const { modelId } = yield* readyModel(projectId)
      const [edits, models, uploads] = [yield* EditRepository, yield* ModelRepository, yield* UploadRepository]
      yield* Effect.flatMap(SessionRepository, (sessions) => sessions.start(ada, modelId, "s"))
      const of = { projectId, modelId, userId: ada }
      const edit = { kind: "Attribute", guid: "a", name: "Name", now: "n" } as const
      const field = { kind: "Attribute", set: "", name: "Name" } as const
      const net = {
        edits: [edit],
        changes: [{ guid: "a", field, before: "o", after: "n", change: "Changed" as const }]
      }
      const publish = Effect.gen(function* () {
        yield* Effect.flatMap(edits.revision(of), (revision) => edits.store(of, "s", revision, [edit]))
        return yield* Effect.flatten(
          edits.publish(of, "s", { title: "t", description: null }, () => Effect.succeed(net))
        )
      })
      const columns = `model_id, project_version_id, shared_data_version_id, title, products, source_blob, table_blob,
        parquet_blob, created_by, created_at`
      const values = (i: Statement.Fragment) => sql`${Number(modelId)}, 1, 1, 't' || ${i}, 0, 's', 't', 'p', ${ada}, 0`
      yield* fill("model_versions", columns, values, 99_998)
      expect(Option.isSome(yield* publish)).toBe(true)
      const full = { _tag: "LimitExceeded", details: expect.stringMatching(/100,000 versions/) }
      expect(yield* Effect.flip<unknown, { readonly _tag: string }, never>(publish)).toMatchObject(full)
      const uploadKey = crypto.randomUUID()
      yield* uploads.issue(uploadKey, ada, 3600, 1e9)
      const command = {
        _tag: "ImportModel" as const,
        file: "f",
        fileName: "a.ifc",
        format: "ifc",
        modelGuid: GlobalId.random(),
        version: { title: "n", description: null }
      }
      const file = { projectId, modelId, startedBy: ada, uploadKey, operationId: crypto.randomUUID() as OperationId }
      expect(yield* Effect.flip(models.startNewFile({ ...file, command }))).toMatchObject(full)
      const versions = yield* VersionRepository
      expect(yield* versions.list(of, { page: 1, pageSize: 1 })).toMatchObject({ totalCount: 100_000 })
      // Another model accepts versions.
      const { modelId: other } = yield* readyModel(projectId)
      expect(yield* models.startNewFile({ ...file, modelId: other, command })).toMatchObject({ modelId: other })
    }))

  it("a codification library has at most 100,000 codes", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const codes = yield* CodeRepository
      const libraryIn = (project: ProjectId) =>
        Effect.flatMap(CodificationRepository, (all) => all.create(project, { name: "L" }))
      const { guid } = yield* libraryIn(projectId)
      const { guid: others } = yield* libraryIn(other)
      const [row] = yield* sql<{ readonly id: number }>`SELECT id FROM codification_libraries WHERE guid = ${guid}`
      const values = (i: Statement.Fragment) =>
        sql`${idOf(projectId)}, ${row!.id}, 'guid ' || ${i}, 'c' || ${i}, 'c' || ${i}, 'n', 1, '[]', 0, 1`
      const columns =
        "project_id, library_id, guid, identification, lowered, name, unsorted, measures, imported, differs"
      yield* fill("codes", columns, values, 99_999)
      const add = (to: ProjectId, library: string) =>
        Effect.suspend(() => codes.create(to, library, { name: "n", identification: crypto.randomUUID() }))
      yield* isLast(() => add(projectId, guid), /100,000 codes/, add(other, others))
    }))

  it("users add at most 100,000 locations to a project and as many materials to a library", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const locations = yield* LocationRepository
      const place = (i: Statement.Fragment) => sql`${idOf(projectId)}, 'guid ' || ${i}, 'n', 'Space', '[]', 0, 1`
      yield* fill("locations", "project_id, guid, name, type, properties, imported, differs", place, 99_999)
      yield* isLast(() => locations.create(projectId, {}), /100,000 locations/, locations.create(other, {}))
      const materials = yield* MaterialRepository
      const { guid } = yield* materials.createLibrary(projectId, { name: "L" })
      const { guid: others } = yield* materials.createLibrary(other, { name: "L" })
      const [row] = yield* sql<{ readonly id: number }>`SELECT id FROM material_libraries WHERE guid = ${guid}`
      const material = (i: Statement.Fragment) => sql`${idOf(projectId)}, ${row!.id}, 'guid ' || ${i}, 'm'`
      yield* fill("materials", "project_id, library_id, guid, name", material, 99_999)
      const add = (to: ProjectId, library: string) => materials.create(to, library, { name: "m" })
      yield* isLast(() => add(projectId, guid), /100,000 materials/, add(other, others))
    }))

  it("users create at most 5,000 libraries of a kind in a project; those of files do not count", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const { modelId } = yield* newImport(projectId)
      const codifications = yield* CodificationRepository
      const values = (i: Statement.Fragment) => sql`${idOf(projectId)}, 'guid ' || ${i}, 'n'`
      yield* fill("codification_libraries", "project_id, guid, name", values, 5000)
      yield* sql`UPDATE codification_libraries SET model_id = ${Number(modelId)} WHERE guid = 'guid 1'`
      const add = (to: ProjectId) => codifications.create(to, { name: "n" })
      yield* isLast(() => add(projectId), /5,000 codification libraries/, add(other))
      const materials = yield* MaterialRepository
      const library = (i: Statement.Fragment) => sql`${idOf(projectId)}, 'guid ' || ${i}, 'n', 0`
      yield* fill("material_libraries", "project_id, guid, name, created_at", library, 4999)
      const more = (to: ProjectId) => materials.createLibrary(to, { name: "n" })
      yield* isLast(() => more(projectId), /5,000 material libraries/, more(other))
    }))

  it("a project has at most 1,000 saved queries, including private ones", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const queries = yield* SavedQueryRepository
      const columns = "project_id, name, lowered, query, shared, created_by, created_at, updated_at"
      const values = (i: Statement.Fragment) =>
        sql`${idOf(projectId)}, 'query ' || ${i}, 'query ' || ${i}, '{}', 0, ${bert}, 0, 0`
      yield* fill("saved_queries", columns, values, 999)
      const text = { name: "Q", description: null, query: JsonText.make("{}"), shared: false }
      yield* isLast(
        () => queries.create(projectId, ada, text),
        /1,000 saved queries/,
        Effect.suspend(() => queries.create(other, bert, text))
      )
    }))

  it("a user has at most 100 program tokens; expired ones and those of others do not count", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const tokens = yield* ProgramTokenRepository
      const columns = "token_id, secret_hash, user_id, name, scopes, is_limited, created_at, ends_at"
      const filled = (name: string, userId: string, endsAt: number, count: number) =>
        fill(
          "program_tokens",
          columns,
          (i) => sql`${name} || ${i}, ${name} || ${i}, ${userId}, 'n', 'models:read', 0, 0, ${endsAt}`,
          count
        )
      const never = Date.UTC(2100, 0)
      yield* filled("own", ada, never, 99)
      yield* filled("expired", ada, 1, 5)
      yield* filled("other", bert, never, 99)
      const create = () => {
        const id = TokenId.make(crypto.randomUUID())
        return tokens.create(
          { userId: ada },
          { id, name: "n", scopes: ["models:read"], projects: null, expiresAt: never, hash: id }
        )
      }
      yield* isLast(create, /100 tokens for programs/)
    }))

  it("a user creates at most 1,000 projects; deleted ones and those of others do not count", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const projects = yield* ProjectRepository
      const gone = yield* newProject()
      yield* fill("projects", "name, created_by, created_at", (i) => sql`'p' || ${i}, ${ada}, 0`, 998)
      const members = yield* MemberRepository
      yield* members.put(yield* newProject(bert), ada, "Owner")
      yield* isLast(() => projects.create(ada, { name: "P" }), /1,000 projects/)
      yield* projects.remove(gone)
      yield* projects.create(ada, { name: "P" })
      yield* projects.create(bert, { name: "P" })
    }))

  it("a project has at most 10,000 members, whose roles may still change", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const members = yield* MemberRepository
      const values = (i: Statement.Fragment) => sql`${idOf(projectId)}, 'user ' || ${i}, 'User'`
      yield* fill("project_members", "project_id, user_id, role", values, 9998)
      const add = (to: ProjectId) => Effect.suspend(() => members.put(to, crypto.randomUUID() as typeof ada, "User"))
      yield* isLast(() => add(projectId), /10,000 members/, add(other))
      expect(yield* members.put(projectId, "user 1" as typeof ada, "Owner")).toMatchObject({ role: "Owner" })
    }))

  it("a user is added to at most 10,000 projects and may create own ones beside them", () =>
    Effect.gen(function* () {
      const [sql, projectId] = [yield* SqlClient.SqlClient, yield* newProject()]
      const members = yield* MemberRepository
      yield* fill("projects", "name, created_by, created_at", (i) => sql`'p' || ${i}, ${bert}, 0`, 9999)
      yield* sql`INSERT INTO project_members (project_id, user_id, role)
        SELECT id, ${bert}, 'Owner' FROM projects WHERE created_by = ${bert}`
      const projects = yield* ProjectRepository
      const add = () => Effect.flatMap(projects.create(ada, { name: "P" }), ({ id }) => members.put(id, bert, "User"))
      yield* isLast(add, /10,000 memberships of projects/)
      yield* members.remove(projectId, ada).pipe(Effect.ignore)
      yield* sql`DELETE FROM projects WHERE created_by = ${bert} AND name <> 'p1'`
      yield* add()
    }))

  it("a project has at most 10,000 models with 100,000 tags", () =>
    Effect.gen(function* () {
      const { projectId, sql } = yield* inNewProject
      const { modelId } = yield* newImport(projectId)
      const models = yield* ModelRepository
      const uploads = yield* UploadRepository
      const adding = (count: number) => () =>
        Effect.gen(function* () {
          const uploadKey = crypto.randomUUID()
          yield* uploads.issue(uploadKey, bert, 3600, 1e9)
          const [guid, operationId] = [GlobalId.random(), crypto.randomUUID() as OperationId]
          const command = { _tag: "ImportModel" as const, file: "f", fileName: "a.ifc", format: "ifc", modelGuid: guid }
          const tags = Array.from({ length: count }, (_, i) => `tag ${i}`)
          const of = { projectId, guid, name: "M", tags, defaultRole: "Viewer" as const, createdBy: bert }
          return yield* models.createWithImport({ ...of, uploadKey, operationId, command })
        })
      const columns = "project_id, guid, name, state, default_role, created_by, created_at"
      const values = (i: Statement.Fragment) =>
        sql`${idOf(projectId)}, 'guid ' || ${i}, 'n', 'Importing', 'Viewer', ${ada}, 0`
      yield* fill("models", columns, values, 9997)
      yield* fill("tags", "project_id, name", (i) => sql`${idOf(projectId)}, 'other ' || ${i}`, 99_900)
      yield* sql`INSERT INTO model_tags (model_id, tag_id, position)
        SELECT ${Number(modelId)}, id, 9 FROM tags WHERE name LIKE 'other %'`
      expect(yield* Effect.flip(adding(99)())).toMatchObject({
        _tag: "LimitExceeded",
        details: expect.stringMatching(/100,000 tags/)
      })
      yield* adding(98)()
      yield* isLast(adding(0), /10,000 models/)
    }))

  it("a project has at most 100,000 topics, each with 10,000 comments and viewpoints", () =>
    Effect.gen(function* () {
      const { other, projectId, sql } = yield* inNewProject
      const topics = yield* TopicRepository
      const at = "2026-04-28T16:31:12.000Z"
      const body = { title: "t", labels: [], reference_links: [], creation_date: at, creation_author: ada }
      const create = (to: ProjectId) =>
        Effect.suspend(() => topics.create(to, ada, { ...body, guid: crypto.randomUUID() }))
      const {
        topic: { guid }
      } = yield* create(projectId)
      const {
        topic: { guid: others }
      } = yield* create(other)
      const [row] = yield* sql<{ readonly id: number }>`SELECT id FROM topics WHERE guid = ${guid}`
      const part = (i: Statement.Fragment) => sql`${idOf(projectId)}, ${row!.id}, 'guid ' || ${i}, '{}'`
      const owned = (i: Statement.Fragment) => sql`${part(i)}, ${ada}, 1`
      yield* fill("topic_comments", "project_id, topic_id, guid, body, owner, revision", owned, 9999)
      const comment = (to: ProjectId, topic: string) =>
        Effect.suspend(() =>
          topics.addComment(to, ada, {
            guid: crypto.randomUUID(),
            topic_guid: topic,
            date: at,
            author: ada,
            comment: "c"
          })
        )
      yield* isLast(() => comment(projectId, guid), /10,000 comments/, comment(other, others))
      yield* fill("topic_viewpoints", "project_id, topic_id, guid, body", part, 9999)
      const view = (to: ProjectId, topic: string) =>
        Effect.suspend(() => topics.addViewpoint(to, topic, { viewpoint: { guid: crypto.randomUUID() }, blobs: [] }))
      yield* isLast(() => view(projectId, guid), /10,000 viewpoints/, view(other, others))
      const columns = "project_id, guid, owner, revision, body, more, title, creation_author, labels"
      const topic = (i: Statement.Fragment) =>
        sql`${idOf(projectId)}, 'guid ' || ${i}, ${ada}, 1, '{}', '{}', 't', ${ada}, ''`
      yield* fill("topics", columns, topic, 99_998)
      yield* isLast(() => create(projectId), /100,000 topics/, create(other))
    }))

  it("a user has at most 200 unused, unexpired upload keys; other users are not affected", () =>
    Effect.gen(function* () {
      const uploads = yield* UploadRepository
      const issue = (user = ada) => Effect.suspend(() => uploads.issue(crypto.randomUUID(), user, 3600, 1e9))
      yield* newImport(yield* newProject())
      yield* Effect.replicateEffect(issue(), 199, { discard: true })
      yield* later(600_000)
      yield* oneOf(issue)
      const refused = yield* Effect.flip(issue())
      expect(refused).toMatchObject({ _tag: "TooManyRequests" })
      if (refused._tag !== "TooManyRequests") return
      expect(refused.retryAfterSeconds).toBeGreaterThan(2900)
      expect(refused.retryAfterSeconds).toBeLessThanOrEqual(3000)
      yield* issue(bert)
      yield* later(refused.retryAfterSeconds * 1000)
      yield* issue()
    }))

  it("at most 100,000 answers of a user are stored; those of others do not count", () =>
    Effect.gen(function* () {
      const answers = yield* AnswerRepository
      const values = (i: Statement.Fragment) => sql`${ada}, '/p', 'key ' || ${i}, '', '', 9e15`
      const sql = yield* SqlClient.SqlClient
      yield* fill("answers", "user_id, path, answer_key, body_hash, answer, kept_until", values, 99_999)
      const answer = { status: 201, headers: {}, body: "{}" }
      const once = (key: string, userId = ada) =>
        answers.once({ userId, path: "/p", key, bodyHash: "" }, Effect.succeed(answer))
      expect(yield* once("last")).toEqual(answer)
      expect(yield* once("last")).toEqual(answer)
      expect(yield* Effect.flip(once("more"))).toMatchObject({ _tag: "TooManyRequests" })
      expect(yield* once("more", bert)).toEqual(answer)
    }))

  it("uploaded bytes count for their user from the reservation until a model is made of them or they are collected", () =>
    Effect.gen(function* () {
      const uploads = yield* UploadRepository
      const issue = (key: string, user = ada) => uploads.issue(key, user, 3600, 100)
      const refused = <A, E extends { readonly _tag: string }>(work: Effect.Effect<A, E>) =>
        Effect.map(Effect.either(work), (either) => either._tag === "Left" && either.left._tag === "TooManyRequests")
      yield* Effect.all([issue("a"), issue("b"), issue("c", bert)])
      yield* oneOf(() => uploads.reserve("a", 60, 100))
      expect(yield* refused(uploads.reserve("b", 41, 100))).toBe(true)
      yield* uploads.reserve("c", 100, 100)
      yield* uploads.reserve("b", 40, 100)
      expect(yield* refused(issue("d"))).toBe(true)
      yield* uploads.release("b", 40, null)
      yield* uploads.release("a", 60, 60)
      yield* issue("d")
      // An upload to the same key replaces the former bytes only when it is complete.
      expect(yield* refused(uploads.reserve("a", 60, 100))).toBe(true)
      yield* uploads.reserve("a", 40, 100)
      yield* uploads.release("a", 40, 40)
      yield* uploads.reserve("d", 60, 100)
      yield* uploads.release("d", 60, null)
      yield* later(3_600_000)
      expect(yield* refused(uploads.reserve("d", 61, 100))).toBe(true)
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE uploads SET state = 'Used' WHERE upload_key = 'a'`
      yield* uploads.reserve("d", 100, 100)
    }))

  it("reservations of uploads of a dead process are released", () =>
    Effect.gen(function* () {
      const uploads = yield* UploadRepository
      yield* uploads.issue("a", ada, 3600, 100)
      yield* uploads.reserve("a", 60, 100)
      yield* uploads.release("a", 60, 60)
      yield* uploads.reserve("a", 40, 100)
      expect(yield* Effect.flip(uploads.reserve("a", 40, 100))).toMatchObject({ _tag: "TooManyRequests" })
      yield* uploads.takeUp
      yield* uploads.reserve("a", 40, 100)
      expect(yield* Effect.flip(uploads.reserve("a", 1, 100))).toMatchObject({ _tag: "TooManyRequests" })
    }))
})
