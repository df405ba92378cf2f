import * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import * as Effect from "effect/Effect"
import * as Seed from "../../http/testing/Seed.ts"
import type { TestService } from "../../http/testing/TestService.ts"
import * as EditedFile from "./EditedFile.ts"
import { custom, type Product } from "./EditingModel.ts"

export const users = ["ada", "bert", "carol", "dora"]

/** A user who edits nothing and is not a member of the template. */
export const reader = "reader"

/**
 * An object that a user may delete: its path below the project, the objects that go with it, and the properties that it
 * defines.
 */
interface Deletable {
  readonly path: string
  readonly guids: ReadonlyArray<string>
  readonly fields: ReadonlyArray<string>
}

/** A project of two models of the same file, and the possible values of their products. */
export interface EditedProject {
  readonly projectId: string
  readonly modelIds: ReadonlyArray<string>
  readonly models: ReadonlyArray<ReadonlyArray<Product>>
  readonly locations: ReadonlyArray<string>
  readonly materials: ReadonlyArray<string>
  readonly codes: ReadonlyArray<string>
  readonly deletables: ReadonlyArray<Deletable>
}

const importModel = async (service: TestService, token: string, projectId: string): Promise<void> => {
  const ticket = await Seed.json<{ uploadKey: string; uploadUrl: string }>(
    await service.call("GET", "/v1/files/upload-url", { token })
  )
  await service.call("PUT", ticket.uploadUrl, { body: EditedFile.text })
  const body = { modelName: "Model", uploadKey: ticket.uploadKey, uploadFileName: "a.ifc", defaultRole: "Modeler" }
  const created = await service.call("POST", `/v1/projects/${projectId}/models`, { token, body })
  await Seed.ready(service, token, (await Seed.json<{ id: string }>(created, 202)).id)
}

/**
 * A project without edits, with sessions of all users on its models and some objects that users created for references.
 */
export const template = async (service: TestService): Promise<string> => {
  const token = service.token(users[0]!)
  for (const user of users) await service.call("GET", "/v1/projects", { token: service.token(user) })
  const projectId = await Seed.project(service, token)
  const path = `/v1/projects/${projectId}`
  const made = async (below: string, body: unknown) =>
    Seed.json<Record<string, string>>(await service.call("POST", `${path}${below}`, { token, body }), 201)
  for (const user of users.slice(1)) {
    await service.call("PUT", `${path}/members/${user}`, { token, body: { role: "Contributor" } })
  }
  for (let i = 0; i < 2; i++) await importModel(service, token, projectId)
  const stock = await made("/material-libraries", { name: "Stock", source: "us" })
  const codes = await made("/codifications", { name: "Own" })
  for (const name of ["Oak", "Steel"]) {
    await made(`/material-libraries/${stock["guid"]}/materials`, { name })
    await made(`/codifications/${codes["guid"]}/codification`, { name, identification: name })
  }
  const tower = await made("/locations", { name: "Tower", type: "Building" })
  await made("/locations", { name: "Top", type: "Floor", parentGuid: tower["locationGuid"] })
  const propertyDefinitions = [
    { name: "Grade", dataType: "Integer" },
    { name: "Note", dataType: "String" }
  ]
  await made("/customProperties/property-sets", { name: "Custom", entityTypes: [], propertyDefinitions })
  return projectId
}

type Stored = Readonly<Record<string, string | number | null>>

/** Reads rows and copies them with new ids and with other values in some columns. */
const rowsOf = (sql: SqlClient.SqlClient) => {
  const all = (table: string, column: string, id: number) =>
    sql<Stored>`SELECT * FROM ${sql(table)} WHERE ${sql(column)} = ${id} ORDER BY id`
  const copy = Effect.fnUntraced(function* (table: string, row: Stored, other: Stored) {
    const values = Object.fromEntries(Object.entries({ ...row, ...other }).filter(([name]) => name !== "id"))
    const inserted = yield* sql<{
      id: number
    }>`INSERT INTO ${sql(table)} ${sql.insert(values)} RETURNING id`
    return inserted[0]!.id
  })
  return { all, copy }
}

/** Rows that depend on others: their table, the column that refers to the parent, and the rows that depend on them. */
interface Below {
  readonly table: string
  readonly column: string
  readonly below?: ReadonlyArray<Below>
}

const ofProject: ReadonlyArray<Below> = [
  { table: "project_members", column: "project_id" },
  { table: "locations", column: "project_id" },
  { table: "models", column: "project_id", below: [{ table: "model_versions", column: "model_id" }] },
  { table: "material_libraries", column: "project_id", below: [{ table: "materials", column: "library_id" }] },
  { table: "codification_libraries", column: "project_id", below: [{ table: "codes", column: "library_id" }] },
  { table: "property_sets", column: "project_id", below: [{ table: "property_definitions", column: "set_id" }] }
]

/** Copies a project without edits, which takes less time for thousands of projects than imports would. */
export const copy = (of: string): Effect.Effect<EditedProject, SqlError.SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = rowsOf(sql)
    const models = new Map<unknown, number>()
    const [project] = yield* rows.all("projects", "id", Number(of))
    const id = yield* rows.copy("projects", project!, {})
    const copyBelow = (list: ReadonlyArray<Below>, from: number, to: number): Effect.Effect<void, SqlError.SqlError> =>
      Effect.forEach(
        list,
        Effect.fnUntraced(function* ({ below = [], column, table }) {
          for (const row of yield* rows.all(table, column, from)) {
            const model = models.get(row["model_id"])
            const places = {
              ...("project_id" in row ? { project_id: id } : {}),
              ...(model === undefined ? {} : { model_id: model })
            }
            const copied = yield* rows.copy(table, row, { ...places, [column]: to })
            if (table === "models") models.set(row["id"], copied)
            yield* copyBelow(below, Number(row["id"]), copied)
          }
        }),
        { discard: true }
      )
    yield* copyBelow(ofProject, Number(of), id)
    yield* sql`UPDATE models SET version_id = (SELECT max(v.id) FROM model_versions v WHERE v.model_id = models.id)
      WHERE project_id = ${id}`
    return yield* found(sql, id)
  })

/** Returns the models of such a project and the possible values of their products. */
export const of = (projectId: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => found(sql, Number(projectId)))

const found = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, project: number) {
  interface Row {
    readonly guid: string
    readonly library: string
    readonly model: number | null
  }
  const materials = yield* sql<Row>`SELECT m.guid, l.guid AS library, l.model_id AS model
    FROM materials m JOIN material_libraries l ON l.id = m.library_id WHERE l.project_id = ${project} ORDER BY m.id`
  const codes = yield* sql<Row>`SELECT c.guid, l.guid AS library, l.model_id AS model
    FROM codes c JOIN codification_libraries l ON l.id = c.library_id WHERE l.project_id = ${project} ORDER BY c.id`
  const locations = yield* sql<{ guid: string; parent: string | null }>`SELECT guid, parent_guid AS parent
    FROM locations WHERE project_id = ${project} ORDER BY id`
  const definitions = yield* sql<{ id: number; set: number; name: string }>`SELECT id, set_id AS "set", name
    FROM property_definitions WHERE project_id = ${project} ORDER BY id`
  const ids = yield* sql<{ id: number }>`SELECT id FROM models WHERE project_id = ${project} ORDER BY id`
  const modelIds = ids.map(({ id }) => String(id))

  const below = (guid: string): ReadonlyArray<string> => [
    guid,
    ...locations.filter(({ parent }) => parent === guid).flatMap((one) => below(one.guid))
  ]
  const libraries = (path: string, list: ReadonlyArray<Row>): ReadonlyArray<Deletable> =>
    [...new Set(list.map(({ library }) => library))].map((library) => {
      const guids = list.filter((one) => one.library === library).map(({ guid }) => guid)
      return { path: `/${path}/${library}`, guids, fields: [] }
    })
  const sets = "/customProperties/property-sets"
  const deletables: ReadonlyArray<Deletable> = [
    ...materials.map(({ guid, library }) => ({
      path: `/material-libraries/${library}/materials/${guid}`,
      guids: [guid],
      fields: []
    })),
    ...codes.map(({ guid, library }) => ({
      path: `/codifications/${library}/codification/${guid}`,
      guids: [guid],
      fields: []
    })),
    ...locations.map(({ guid }) => ({ path: `/locations/${guid}`, guids: below(guid), fields: [] })),
    ...libraries("material-libraries", materials),
    ...libraries("codifications", codes),
    ...definitions.map(({ id, name, set }) => ({
      path: `${sets}/${set}/property/${id}`,
      guids: [],
      fields: [`Custom.${name}`]
    })),
    { path: `${sets}/${definitions[0]!.set}`, guids: [], fields: custom }
  ]
  const ofModel = (rows: ReadonlyArray<Row>, id: string) => rows.find(({ model }) => String(model) === id)!.guid
  return {
    projectId: String(project),
    modelIds,
    models: modelIds.map((id) => EditedFile.products(ofModel(materials, id), ofModel(codes, id))),
    locations: locations.map(({ guid }) => guid),
    materials: materials.map(({ guid }) => guid),
    codes: codes.map(({ guid }) => guid),
    deletables
  }
})
