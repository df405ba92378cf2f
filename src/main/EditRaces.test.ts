import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import process from "node:process"
import * as Folder from "../../adapters/storage/testing/Folder.ts"
import { volume } from "../testing/Volume.ts"
import * as Seed from "../http/testing/Seed.ts"
import * as EditedFile from "./testing/EditedFile.ts"
import * as EditedProject from "./testing/EditedProject.ts"
import * as EditingHost from "./testing/EditingHost.ts"
import * as EditingViews from "./testing/EditingViews.ts"

const rounds = Number(process.env["EDIT_ROUNDS"] ?? volume(3, 50))
const [full, typed, bare] = EditedFile.guids as [string, string, string]

let host: EditingHost.EditingHost
let template: string

/** Two users in their sessions at a model that nobody has edited. */
const world = async () => {
  const project = await host.service.run(EditedProject.copy(template))
  const path = `/v1/projects/${project.projectId}`
  const at = `${path}/models/${project.modelIds[0]}`
  const user = (name: string) => {
    const options = { token: host.service.token(name), headers: { "x-client-session-id": name } }
    const call = (method: string, path: string, body?: unknown) => host.service.call(method, path, { ...options, body })
    const read = async <A>(below: string) => Seed.json<A>(await call("GET", `${at}${below}`))
    return {
      start: () => call("POST", `${at}/start-session`),
      modify: async (body: unknown) => {
        const { errors } = await Seed.json<{ errors: ReadonlyArray<{ error: string }> }>(
          await call("POST", `${at}/products`, body)
        )
        return errors.map(({ error }) => error)
      },
      publish: async (title = "t") => (await call("POST", `${at}/publish`, { title })).status,
      discard: async () => (await call("POST", `${at}/discard`)).status,
      deleteProduct: async (guid: string) => (await call("DELETE", `${at}/products/${guid}`)).status,
      remove: async (below: string) => (await call("DELETE", `${path}${below}`)).status,
      rows: async () => {
        const body = { fields: EditingViews.fields }
        const answer = await call("POST", `${at}/products/properties/query`, body)
        return EditingViews.rowsOf(await Seed.json<Parameters<typeof EditingViews.rowsOf>[0]>(answer))
      },
      changes: async () => (await read<{ totalCount: number }>("/changes")).totalCount,
      versions: async () => (await read<{ versions: ReadonlyArray<Version> }>("/versions")).versions,
      changesOf: ({ modelVersionId }: Version) => read<Changed>(`/versions/${modelVersionId}/changes`),
      /** All answers about the model, as text. */
      told: async () => {
        const all = [await call("POST", `${at}/products/properties/query`, { fields: EditingViews.fields })]
        all.push(await call("GET", `${at}/changes`), await call("GET", `${at}/session`))
        const { versions } = await read<{ versions: ReadonlyArray<Version> }>("/versions")
        for (const { modelVersionId } of versions) {
          all.push(await call("GET", `${at}/versions/${modelVersionId}/changes`))
        }
        return (await Promise.all(all.map((answer) => answer.text()))).join("\n")
      }
    }
  }
  const [ada, bert] = [user("ada"), user("bert")]
  await Promise.all([ada.start(), bert.start()])
  return { project, ada, bert }
}

interface Version {
  readonly modelVersionId: string
  readonly cells: number
  readonly createdBy: string
}

interface Changed {
  readonly changes: ReadonlyArray<{ guid: string; field: string; before: unknown; after: unknown }>
}

type World = Awaited<ReturnType<typeof world>>

const named = (guid: string, name: string) => ({ update: { Name: { [guid]: name } } })

const races: Readonly<Record<string, (world: World, round: number) => Promise<void>>> = {
  "two publications: a version of each, the later wins the cell that both have": async ({ ada, bert }) => {
    for (const [user, name, own] of [
      [ada, "ada", typed],
      [bert, "bert", bare]
    ] as const) {
      expect(await user.modify({ update: { Name: { [full]: name, [own]: name } } })).toEqual([])
    }
    expect(await Promise.all([ada.publish(), bert.publish()])).toEqual([204, 204])
    const rows = await ada.rows()
    const [last, first, ...rest] = await bert.versions()
    expect(rest.length).toBe(1)
    expect([rows[full]!["Name"], rows[typed]!["Name"], rows[bare]!["Name"]]).toEqual([last!.createdBy, "ada", "bert"])
    const changed = async (version: Version) => (await ada.changesOf(version)).changes.find(({ guid }) => guid === full)
    expect(await changed(first!)).toMatchObject({ before: "Full", after: first!.createdBy })
    expect(await changed(last!)).toMatchObject({ before: first!.createdBy, after: last!.createdBy })
  },
  "one user's two publications: one version": async ({ ada }) => {
    expect(await ada.modify(named(full, "x"))).toEqual([])
    expect(await Promise.all([ada.publish(), ada.publish()])).toEqual([204, 204])
    expect((await ada.versions()).map(({ cells }) => cells)).toEqual([1, 0])
  },
  "publication and discard: all of it or nothing": async ({ ada, bert }, round) => {
    expect(await ada.modify({ update: { Name: { [full]: "x", [typed]: "x" } } })).toEqual([])
    const both = [ada.publish, ada.discard].map((act) => () => act())
    expect(await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((act) => act()))).toEqual([204, 204])
    const rows = await bert.rows()
    const versions = await bert.versions()
    expect([rows[full]!["Name"], rows[typed]!["Name"]]).toEqual(versions.length === 2 ? ["x", "x"] : ["Full", "Typed"])
    expect(versions.map(({ cells }) => cells)).toEqual(versions.length === 2 ? [2, 0] : [0])
    expect(await ada.changes()).toBe(0)
  },
  "publication and edits: none is lost": async ({ ada, bert }) => {
    expect(await ada.modify(named(full, "x"))).toEqual([])
    const [status, ...errors] = await Promise.all([
      ada.publish(),
      ada.modify(named(typed, "y")),
      ada.modify({ add: { New: { [bare]: { PropertySet: "Own", Value: 1 } } } })
    ])
    expect([status, ...errors]).toEqual([204, [], []])
    const own = await ada.changes()
    const published = (await ada.versions()).reduce((sum, { cells }) => sum + cells, 0)
    expect(own + published).toBe(3)
    expect(await ada.publish()).toBe(204)
    const rows = await bert.rows()
    expect([rows[full]!["Name"], rows[typed]!["Name"]]).toEqual(["x", "y"])
    expect((await bert.told()).match(/"Own\.New"/g)?.length).toBe(1)
  },
  "edits of one user side by side: none is lost": async ({ ada }) => {
    const edits = EditedFile.guids.map((guid) => ada.modify(named(guid, "x")))
    expect((await Promise.all(edits)).flat()).toEqual([])
    expect(Object.values(await ada.rows()).map(({ Name }) => Name)).toEqual(EditedFile.guids.map(() => "x"))
  },
  "publication and the deletion of what it names: nothing tells of it": async ({ ada, bert, project }, round) => {
    const { body, deletable, text } = naming(project, round)
    expect(await ada.modify(body)).toEqual([])
    expect(await Promise.all([ada.publish(), bert.remove(deletable.path)])).toEqual([204, 204])
    for (const user of [ada, bert]) expect(await user.told()).not.toContain(text)
  },
  "edits and the deletion of what they name: nothing tells of it": async ({ ada, bert, project }, round) => {
    const { body, deletable, text } = naming(project, round)
    const [errors, status] = await Promise.all([ada.modify(body), bert.remove(deletable.path)])
    expect(status).toBe(204)
    if (errors.length > 0) expect(errors).toEqual(["ReferenceNotFound"])
    if (deletable.fields.length > 0) return
    expect(await ada.told()).not.toContain(text)
    expect(await ada.publish()).toBe(204)
    for (const user of [ada, bert]) expect(await user.told()).not.toContain(text)
  },
  "publication of a deletion and edits of the product: these are none": async ({ ada, bert }) => {
    expect(await bert.deleteProduct(full)).toBe(200)
    const [errors, status] = await Promise.all([ada.modify(named(full, "x")), bert.publish()])
    expect(status).toBe(204)
    if (errors.length > 0) expect(errors).toEqual(["ProductNotFound"])
    expect(await ada.changes()).toBe(0)
    expect(await ada.publish()).toBe(204)
    expect((await ada.versions()).length).toBe(2)
    expect(Object.keys(await ada.rows())).not.toContain(full)
  }
}

/** An edit that names something, in turn of each kind that can be deleted, and what nobody must tell of then. */
const naming = ({ codes, deletables, locations, materials }: World["project"], round: number) => {
  const [code, location, material] = [codes.at(-1)!, locations.at(-1)!, materials.at(-1)!]
  const [text, body] = (
    [
      [material, { update: { Material: { [full]: material } } }],
      [location, { update: { SpatialLocation: { [full]: location } } }],
      [code, { add: { Code: { [full]: code } } }],
      [code, { update: { Code: { [full]: [code] } } }],
      ["noted", { add: { Note: { [full]: { PropertySet: "Custom", Value: "noted" } } } }]
    ] as const
  )[round % 5]!
  const deletable = deletables.find(({ fields, guids }) => guids.includes(text) || (text === "noted" && fields.includes("Custom.Note")))! // prettier-ignore
  return { body, text, deletable }
}

const { alone, overPostgres } = EditingHost
const hosts =
  overPostgres === null
    ? ([
        ["SQLite in memory", () => alone(), rounds],
        ["SQLite in a folder", () => alone(Folder.durable("migrated")), Math.ceil(rounds / 5)]
      ] as const)
    : ([["PostgreSQL, which two processes share", overPostgres, Math.ceil(rounds / 5)]] as const)

for (const [name, start, rounds] of hosts) {
  describe(`${name}, ${rounds} rounds each`, () => {
    beforeAll(async () => {
      host = await start()
      template = await EditedProject.template(host.service)
    })
    afterAll(() => host.stop())
    for (const [name, race] of Object.entries(races)) {
      test(name, async () => {
        for (let round = 0; round < rounds; round++) await race(await world(), round)
      })
    }
  })
}
