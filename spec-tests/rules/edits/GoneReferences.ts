import { type Answer, type JsonObject, textOf } from "../../harness/Answer.ts"
import { same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { fetched, follow, guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)
const [chair, wall] = [g("Chair"), g("WallA")]

/** An object of a project to which edits refer, created for the rule. */
interface Made {
  readonly field: string
  readonly value: string
  readonly remove: () => Promise<Answer>
}

const makers: Readonly<Record<string, (editor: Editor) => Promise<Made>>> = {
  material: async ({ client, model }) => {
    const base = `${model.project.path}/material-libraries`
    const library = status(await client.post(base, { name: "Own" }), 201).string("guid")
    const path = `${base}/${library}/materials`
    const value = status(await client.post(path, { name: "Oak" }), 201).string("guid")
    return { field: "Material", value, remove: () => client.delete(`${path}/${value}`) }
  },
  location: async ({ client, model }) => {
    const path = `${model.project.path}/locations`
    const body = { name: "Loft", type: "Space", parentGuid: guid("Upper") }
    const value = status(await client.post(path, body), 201).string("locationGuid")
    return { field: "SpatialLocation", value, remove: () => client.delete(`${path}/${value}`) }
  },
  code: async ({ client, model }) => {
    const base = `${model.project.path}/codifications`
    const library = status(await client.post(base, { name: "Own" }), 201).string("guid")
    const path = `${base}/${library}/codification`
    const value = status(await client.post(path, { name: "Chairs", identification: "CH" }), 201).string("guid")
    return { field: "Code", value, remove: () => client.delete(`${path}/${value}`) }
  }
}

const define = async ({ client, model }: Editor, definitions: ReadonlyArray<object>, name = "Own") => {
  const path = `${model.project.path}/customProperties/property-sets`
  const set = status(await client.post(path, { name, propertyDefinitions: definitions }), 201)
  const ids = set.list("propertyDefinitions").map(({ id }) => textOf(id))
  const setPath = `${path}/${set.number("id")}`
  return { setPath, path: (i: number) => `${setPath}/property/${ids[i]}` }
}

/** A house where a created object is published on the chair and unpublished on the wall. */
const assigned = async (context: Context, kind: string) => {
  const editor = await freshEditor(context)
  const made = await makers[kind]!(editor)
  const before = [await editor.cell(chair, made.field), await editor.cell(wall, made.field)] as const
  await editor.apply(one("addOrUpdate", made.field, chair, made.value))
  await editor.apply(one("update", "Name", chair, "Published"))
  const version = await editor.publishedId()
  await editor.apply(one("addOrUpdate", made.field, wall, made.value))
  return { editor, made, before, version }
}

const bare: Readonly<Record<string, unknown>> = {
  material: { Name: null, MaterialId: null, Layers: "" },
  location: { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" },
  code: {}
}

const gone = Object.keys(makers).map((kind) =>
  seven(
    `7-gone-${kind}`,
    `A deleted ${kind} disappears from every view, including older versions and unpublished changes, where the public value shows again`,
    async (context) => {
      const { before, editor, made, version } = await assigned(context, kind)
      const other = await editor.publishedId("Another")
      await editor.apply(one("addOrUpdate", made.field, g("Slab"), made.value))
      const slab = await editor.cell(g("Slab"), made.field, `?version=${version}`)
      status(await made.remove(), 204)
      same("published", await editor.cell(chair, made.field), bare[kind])
      same("in its version", await editor.cell(chair, made.field, `?version=${version}`), bare[kind])
      same("unpublished", await editor.cell(g("Slab"), made.field), slab)
      same("before it", await editor.cell(wall, made.field, `?version=${version}`), before[1])
      same("no change is left", (await editor.changes()).at("totalCount"), 0)
      const rows = [await editor.rows([made.field]), await editor.rows([made.field], `?version=${version}`)]
      const text = JSON.stringify(rows.map((map) => [...map.values()]))
      same("nothing refers to it", text.includes(made.value), false)
      const changes = JSON.stringify([(await editor.changes(version)).body, (await editor.changes(other)).body])
      same("nor do changes", changes.includes(made.value), false)
    }
  )
)

export const goneReferences = [
  ...gone,
  seven(
    "7-gone-rows",
    "In a version's changes a deleted guid is null; a row of two nulls is removed, and counts follow",
    async (context) => {
      const editor = await freshEditor(context)
      const first = await makers["location"]!(editor)
      await editor.apply({
        update: { SpatialLocation: { [chair]: first.value }, Name: { [chair]: "New" } },
        add: { SpatialLocation: { [g("Proxy")]: first.value } }
      })
      const version = await editor.publishedId()
      same("before", (await editor.changes(version)).at("totalCount"), 3)
      status(await first.remove(), 204)
      const cells = await editor.cells(version)
      same("after", cells, [
        [chair, "Name", "Chair", "New"],
        [chair, "SpatialLocation", guid("Kitchen"), null]
      ])
      same("totalCount", (await editor.changes(version)).at("totalCount"), 2)
      same("cells of the version", (await editor.versions())[0]!["cells"], 2)
    }
  ),
  seven(
    "7-gone-definition",
    "Deleting a definition removes the values that users set, published or not, in older versions too",
    async (context) => {
      const editor = await freshEditor(context)
      const { path } = await define(editor, [
        { name: "Grade", dataType: "Integer" },
        { name: "Kept", dataType: "Integer" }
      ])
      await editor.apply({ add: { Grade: { [chair]: 1 }, Kept: { [chair]: 2 } } })
      const version = await editor.publishedId()
      await editor.apply({ update: { Grade: { [chair]: 3 } }, add: { Grade: { [wall]: 4 } } })
      status(await editor.client.delete(path(0)), 204)
      for (const query of ["", `?version=${version}`]) {
        same(`chair ${query}`, await editor.pair(chair, "Own.Grade", query), [null, null])
        same(`wall ${query}`, await editor.pair(wall, "Own.Grade", query), [null, null])
        same(`kept ${query}`, await editor.pair(chair, "Kept", query), ["Own", 2])
      }
      same("changes", (await editor.changes()).at("totalCount"), 0)
      same("of the version", await editor.cells(version), [[chair, "Own.Kept", null, 2]])
      same("unheard of", await editor.errors(one("update", "Grade", chair, 1)), [[chair, "Grade", "FieldNotFound"]])
    }
  ),
  seven("7-gone-set", "Deleting a set removes the values of all its definitions", async (context) => {
    const editor = await freshEditor(context)
    const { setPath } = await define(editor, [
      { name: "Grade", dataType: "Integer" },
      { name: "Word", dataType: "String" }
    ])
    await editor.apply({ add: { Grade: { [chair]: 1 }, Word: { [chair]: "w" } } })
    await editor.published()
    await editor.apply(one("update", "Grade", chair, 3))
    status(await editor.client.delete(setPath), 204)
    for (const field of ["Own.Grade", "Own.Word"]) same(field, await editor.pair(chair, field), [null, null])
    same("changes", (await editor.changes()).at("totalCount"), 0)
  }),
  seven("7-gone-definition-file", "If the file has the property, its value shows again", async (context) => {
    const editor = await freshEditor(context)
    const { path } = await define(editor, [{ name: "Mark", dataType: "String" }], "Site data")
    await editor.apply({ update: { Mark: { [wall]: "edited" } }, add: { Mark: { [chair]: "added" } } })
    await editor.published()
    await editor.apply(one("update", "Mark", wall, "again"))
    status(await editor.client.delete(path(0)), 204)
    same("of the file", await editor.pair(wall, "Mark"), ["Site data", "upper"])
    same("of nobody", await editor.pair(chair, "Mark"), [null, null])
  }),
  seven(
    "7-renamed-definition",
    "Values belong to the definition and follow renames of it and of its set",
    async (context) => {
      const editor = await freshEditor(context)
      const { path, setPath } = await define(editor, [{ name: "Grade", dataType: "Integer" }])
      await editor.apply(one("add", "Grade", chair, 1))
      await editor.published()
      await editor.apply(one("add", "Grade", wall, 2))
      status(await editor.client.put(path(0), { name: "Class of it" }), 200)
      status(await editor.client.put(setPath, { name: "Ours" }), 200)
      same("published", await editor.pair(chair, "Class of it"), ["Ours", 1])
      same("unpublished", await editor.pair(wall, "Class of it"), ["Ours", 2])
      same("the old name", await editor.pair(chair, "Own.Grade"), [null, null])
      same("changes", await editor.cells(), [[wall, "Ours.Class of it", null, 2]])
    }
  ),
  seven(
    "7-gone-list-item",
    "Of a product's codes only the deleted one is removed, also from an unpublished list",
    async (context) => {
      const editor = await freshEditor(context)
      const made = await makers["code"]!(editor)
      const own = Object.keys((await editor.cell(wall, "Code")) as JsonObject)
      await editor.apply(one("update", "Code", wall, [...own, made.value]))
      await editor.apply(one("update", "Code", chair, [...own, made.value]))
      status(await made.remove(), 204)
      for (const product of [wall, chair])
        same("codes", Object.keys((await editor.cell(product, "Code")) as JsonObject), own)
      same("cells", await editor.cells(), [[chair, "Code", null, own[0]!]])
    }
  ),
  seven("7-gone-started", "Calculations that were started before use the data of their start", async (context) => {
    const { editor, made } = await assigned(context, "location")
    const filters = [{ property: "SpatialLocation", operator: "Equals", value: made.value }]
    const path = `${editor.model.path}/products/quantities`
    const body = { calculators: ["Count"], filters }
    const started = status(await editor.client.post(`${path}/query`, body), 202).string("id")
    status(await made.remove(), 204)
    await follow(editor.client, started)
    const result = status(await editor.client.get(`${path}/${started}/result`), 200)
    const file = await fetched(context.anonymous, result.string("downloadUrl"))
    same("Count", file.at("totals", "Count"), 2)
  })
]
