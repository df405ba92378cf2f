import type { Json, JsonObject } from "../../harness/Answer.ts"
import { each, same, status } from "../../harness/Check.ts"
import { editing, freshEditor, g } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const two = rules("contract 2")
const chair = g("Chair")

/** The fields of the house that may be edited and are sent as rows give them. */
const attributes = ["Name", "Description", "ObjectType", "Tag", "PredefinedType"]
const properties =
  "Pset_WallCommon.FireRating Limits.Max Count Ratio Colours Status IsExternal AcousticRating LoadBearing Größe Length NetVolume Lot Coated".split(
    " "
  )
const isThere = (cell: Json): boolean => (cell as JsonObject)["PropertySet"] !== null

export const editBodies = [
  seven(
    "7-body-verbs",
    "The four verbs match in any case; others are ignored; absent, null and empty ones have no effect",
    (context) =>
      editing(context, async (editor) => {
        for (const body of [
          {},
          { add: null },
          { update: {} },
          { delete: { Name: {} } },
          { remove: { Name: { x: 1 } } }
        ]) {
          await editor.apply(body)
        }
        same("nothing changed", (await editor.changes()).at("totalCount"), 0)
        await editor.apply({
          Update: { Name: { [chair]: "a" } },
          ADDORUPDATE: { Tag: { [chair]: "b" } },
          aDD: { Lot: { [chair]: "c" } },
          DELETE: { Volume: { [chair]: null } },
          unknown: [1]
        })
        const row = (await editor.rows(["Name", "Tag", "Lot", "Volume"])).get(chair)!
        const values = ["Tag", "Lot", "Volume"].map((field) => (row[field] as JsonObject)["Value"])
        same("row", [row["Name"], ...values], ["a", "b", "c", null])
      })
  ),
  seven("7-body-malformed", "A body that is not an object of objects is 400", (context) =>
    editing(context, async (editor) => {
      await each(
        [
          [],
          "x",
          1,
          { add: [] },
          { add: "x" },
          { update: { Name: null } },
          { update: { Name: "x" } },
          { update: { Name: [1] } }
        ],
        JSON.stringify,
        async (body) => void errorView(await editor.modify(body), 400, "InvalidBody")
      )
      errorView(await editor.sendText("POST", "/products", "null"), 400, "InvalidBody")
      errorView(await editor.sendText("POST", "/products", ""), 400)
      errorView(await editor.sendText("POST", "/products", '{"update":{"Name":{'), 400)
    })
  ),
  two("7-body-twice", "A declared verb in two spellings, or any member twice, is 400", (context) =>
    editing(context, (editor) =>
      each(
        [
          '{"update":{},"Update":{}}',
          '{"add":null,"add":null}',
          `{"update":{"Name":{},"Name":{}}}`,
          `{"update":{"Name":{"${chair}":"a","${chair}":"b"}}}`,
          `{"update":{"Tag":{"${chair}":{"Value":1,"value":1}}}}`
        ],
        String,
        async (text) => void errorView(await editor.sendText("POST", "/products", text), 400, "InvalidBody")
      )
    )
  ),
  two(
    "7-body-keys-exact",
    "Field names and guids are data: they match exactly, and two that differ by case are two",
    (context) =>
      editing(context, async (editor) => {
        await editor.apply({ update: { Mark: { [g("WallA")]: "a" }, mark: { [g("WallA")]: "b" } } })
        const row = (await editor.rows(["Mark", "mark"])).get(g("WallA"))!
        same(
          "values",
          ["Mark", "mark"].map((field) => (row[field] as JsonObject)["Value"]),
          ["a", "b"]
        )
        same("name", await editor.errors(one("update", "name", chair, "x")), [[chair, "name", "FieldNotFound"]])
        const lower = chair.toLowerCase()
        same("guid", await editor.errors(one("update", "Name", lower, "x")), [[lower, "Name", "ProductNotFound"]])
      })
  ),
  two(
    "7-body-proto",
    "`__proto__` is refused at any depth; `constructor` and similar names are ordinary names",
    (context) =>
      editing(context, async (editor) => {
        for (const text of [
          '{"__proto__":{}}',
          '{"update":{"__proto__":{}}}',
          '{"update":{"Name":{"__proto__":"x"}}}',
          `{"add":{"New":{"${chair}":{"PropertySet":"S","Value":1,"__proto__":1}}}}`
        ]) {
          errorView(await editor.sendText("POST", "/products", text), 400)
        }
        for (const name of ["constructor", "toString", "hasOwnProperty", "valueOf"]) {
          same("update", await editor.errors(one("update", name, chair, "x")), [[chair, name, "FieldNotFound"]])
          same("guid", await editor.errors(one("update", "Name", name, "x")), [[name, "Name", "ProductNotFound"]])
          await editor.apply(one("add", name, chair, { PropertySet: name, Value: name }))
          same("shown", await editor.pair(chair, name), [name, name])
        }
      })
  ),
  two("7-body-texts", "NUL and lone surrogates are 400 in keys and values", (context) =>
    editing(context, (editor) =>
      each(
        [
          `{"update":{"Name":{"${chair}":"a\\u0000"}}}`,
          `{"update":{"Name":{"${chair}":"\\ud800"}}}`,
          `{"update":{"a\\u0000":{"${chair}":"a"}}}`,
          `{"update":{"Name":{"\\udfff":"a"}}}`,
          `{"add":{"New":{"${chair}":{"PropertySet":"\\ud800","Value":1}}}}`
        ],
        String,
        async (text) => void errorView(await editor.sendText("POST", "/products", text), 400, "InvalidBody")
      )
    )
  ),
  seven("7-body-whole-rows", "Whole cells of rows may be sent back as they were read, without effect", (context) =>
    editing(context, async (editor) => {
      const fields: Record<string, Record<string, Json>> = {}
      for (const [product, row] of await editor.rows([...attributes, ...properties])) {
        for (const field of [...attributes, ...properties.filter((name) => isThere(row[name]!))]) {
          ;(fields[field] ??= {})[product] = row[field]!
        }
      }
      const walls = await editor.rows(["SpatialLocation", "Material", "Code"])
      for (const field of ["SpatialLocation", "Material", "Code"]) {
        fields[field] = { [g("WallA")]: walls.get(g("WallA"))![field]! }
      }
      await editor.apply({ update: fields })
      same("changes", (await editor.changes()).list("changes"), [])
    })
  ),
  seven("7-body-10000-fields", "10,000 fields can be added in one request, read in one, and discarded", (context) =>
    editing(context, async (editor) => {
      const names = Array.from({ length: 10_000 }, (_, i) => `Field ${i}`)
      const add = Object.fromEntries(names.map((name, i) => [name, { [chair]: { PropertySet: "Many", Value: i } }]))
      await editor.apply({ add })
      const path = `${editor.model.path}/products/properties/query`
      const filters = [{ property: "Field 9999", operator: "Equals", value: 9999 }]
      const [row, ...others] = status(await editor.client.post(path, { fields: names, filters }), 200).list("result")
      same("rows", others, [])
      const wrong = names.filter((name, i) => (row![name] as JsonObject)["Value"] !== i)
      same("wrong", wrong, [])
      same("counted", (await editor.session()).at("cells"), 10_000)
    })
  ),
  rules("contract 2.5", operating)(
    "2.5-modify-32-mb",
    "M12 takes up to 32 MiB, and 413 beyond; M14 up to 4 MiB",
    async (context) => {
      const editor = await freshEditor(context)
      const body = JSON.stringify(one("update", "Name", chair, "Large"))
      const most = 32 * 1024 * 1024
      const sized = (bytes: number) => body + " ".repeat(bytes - body.length)
      same("errors", status(await editor.sendText("POST", "/products", sized(most)), 200).body, { errors: [] })
      same("applied", await editor.pair(chair, "Name"), [null, "Large"])
      problem(await editor.sendText("POST", "/products", sized(most + 1)), 413)
      const publication = '{"title":"Large"}'
      problem(await editor.sendText("POST", "/publish", publication + " ".repeat(4 * 1024 * 1024)), 413)
    }
  ),
  rules("contract 2.3", operating)(
    "7-no-body",
    "M10, M11 and M15 need no body, whatever media type is named",
    async (context) => {
      const editor = await freshEditor(context)
      for (const below of ["/start-session", "/discard", "/end-session"]) {
        for (const text of ["", "{ not JSON", "null"]) status(await editor.sendText("POST", below, text), 204)
        status(await editor.send("POST", below, undefined, { "content-type": "application/json" }), 204)
      }
    }
  ),
  rules("contract 2.11")(
    "7-preflight",
    "Preflights of the edits allow their method and the headers of sessions",
    async (context) => {
      const origin = "https://some.browser.example"
      const { path } = await context.house
      const headers = "authorization, content-type, x-client-session-id, x-client-type"
      await each(
        [
          ["POST", "/products"],
          ["DELETE", `/products/${guid("WallA")}`],
          ["POST", "/publish"],
          ["POST", "/discard"],
          ["GET", "/changes"],
          ["GET", "/versions"]
        ],
        String,
        async ([method, below]) => {
          const answer = await context.anonymous.send("OPTIONS", path + below!, {
            headers: { origin, "access-control-request-method": method!, "access-control-request-headers": headers }
          })
          status(answer, 200, 204)
          const words = (name: string) =>
            answer
              .header(name)
              .toLowerCase()
              .split(/\s*,\s*/)
          same("method", words("access-control-allow-methods").includes(method!.toLowerCase()), true)
          const allowed = words("access-control-allow-headers")
          same(
            "headers",
            headers.split(", ").filter((name) => !allowed.includes(name)),
            []
          )
        }
      )
    }
  )
]
