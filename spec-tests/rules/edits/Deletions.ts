import { same, status } from "../../harness/Check.ts"
import { admit, companion, editing, freshEditor, g } from "../../harness/Editing.ts"
import { Editor, one } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { madeIfc } from "../../harness/MadeIfc.ts"
import { calculate, houseKeys } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)

const keys = async (editor: Editor) => {
  const rows = await editor.rows([])
  return houseKeys.filter((key) => rows.has(guid(key)))
}
const deleted = async (editor: Editor) => (await editor.changes()).list("deleted").map(String)
const sorted = (...names: ReadonlyArray<string>) => names.map(guid).toSorted()

/** Products whose GlobalIds contain every character that is allowed in one. */
const odd = ["0$_$_$_$_$_$_$_$_$_$_$", "1_abcdefghijklmnopqrst", "3$ABCDEFGHIJKLMNOPQRST"]

export const productDeletions = [
  seven("7-delete-product", "A deleted product is in no row, count, field or calculation of its user", (context) =>
    editing(context, async (editor) => {
      await editor.removed(g("Chair"))
      same(
        "rows",
        await keys(editor),
        houseKeys.filter((key) => key !== "Chair")
      )
      const answer = await editor.client.get(`${editor.model.path}/products/properties/available-data`)
      same("field of it alone", answer.list("fields").map(String).includes("Volume"), false)
      const counted = await calculate(context, editor.model, { calculators: ["Count"] })
      same("Count", counted.at("totals", "Count"), houseKeys.length - 1)
      same("session", [(await editor.session()).at("cells"), (await editor.session()).at("deletedProducts")], [0, 1])
      same("deleted", await deleted(editor), [g("Chair")])
    })
  ),
  seven("7-delete-parts", "Parts are deleted with their whole; a part can be deleted alone", (context) =>
    editing(context, async (editor) => {
      await editor.removed(g("Mullion"))
      same("a part", await deleted(editor), [g("Mullion")])
      await editor.removed(g("Facade"))
      same("all", (await deleted(editor)).toSorted(), sorted("Facade", "Mullion", "Panel"))
      same(
        "rows",
        await keys(editor),
        houseKeys.filter((key) => !["Facade", "Mullion", "Panel"].includes(key))
      )
      same("counted", (await editor.session()).at("deletedProducts"), 3)
    })
  ),
  seven(
    "7-delete-openings",
    "Openings are deleted with their host; doors and windows in a deleted wall stay",
    (context) =>
      editing(context, async (editor) => {
        await editor.removed(g("WallA"))
        await editor.removed(g("WallB"))
        same(
          "rows",
          await keys(editor),
          houseKeys.filter((key) => !["WallA", "WallB"].includes(key))
        )
        await editor.apply(one("update", "Name", g("Door"), "Stays"))
        same("the door", await editor.pair(g("Door"), "Name"), [null, "Stays"])
      })
  ),
  seven("7-delete-unknown", "A guid that is no product in the caller's view: 404 ProductNotFound", (context) =>
    editing(context, async (editor) => {
      const absent = [guid("Nobody"), g("DoorHole"), guid("Virtual"), guid("Kitchen"), guid("SiteDataA")]
      for (const product of absent) errorView(await editor.remove(product), 404, "ProductNotFound")
      errorView(await editor.remove(g("WallA").toLowerCase()), 404, "ProductNotFound")
      await editor.removed(g("Facade"))
      for (const key of ["Facade", "Mullion"] as const) errorView(await editor.remove(g(key)), 404, "ProductNotFound")
      same("counted once", (await editor.session()).at("deletedProducts"), 3)
    })
  ),
  seven(
    "7-delete-modified",
    "A deleted product cannot be modified, and its earlier changes no longer count",
    (context) =>
      editing(context, async (editor) => {
        await editor.apply(one("update", "Name", g("Panel"), "Changed"))
        same("before", (await editor.session()).at("cells"), 1)
        await editor.removed(g("Facade"))
        const both = { Name: { [g("Facade")]: "x", [g("Panel")]: { Value: "x" } } }
        same("errors", await editor.errors({ update: both }), [
          [g("Facade"), "Name", "ProductNotFound"],
          [g("Panel"), "Name.Value", "ProductNotFound"]
        ])
        same("after", [(await editor.session()).at("cells"), (await editor.session()).at("deletedProducts")], [0, 3])
      })
  ),
  seven(
    "7-delete-own",
    "A deletion is visible to its user only until it is published, and is undone by discarding",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada)
      await ada.removed(g("Slab"))
      same("bob's rows", await keys(bob), houseKeys)
      await bob.apply(one("update", "Name", g("Slab"), "Bob's"))
      await ada.discard()
      same("ada's rows", await keys(ada), houseKeys)
      await ada.removed(g("Slab"))
      same("version", (await ada.published("Without slab"))["deletedProducts"], 1)
      same(
        "bob's rows after",
        await keys(bob),
        houseKeys.filter((key) => key !== "Slab")
      )
      same("bob's change is none", (await bob.changes()).at("totalCount"), 0)
      errorView(await bob.remove(g("Slab")), 404, "ProductNotFound")
      status(await bob.publish("Nothing"), 204)
      same("no version", (await ada.versions()).length, 2)
    }
  ),
  seven("7-delete-malformed", "A malformed guid is 400, whatever the role", async (context) => {
    const ada = await freshEditor(context)
    await admit(context, ada.model, "Viewer")
    const viewer = new Editor(context.second, ada.model, "bob")
    for (const editor of [ada, viewer]) {
      for (const malformed of ["none", `4${"0".repeat(21)}`, `${"0".repeat(21)}-`]) {
        errorView(await editor.remove(malformed), 400, "InvalidIdentifier")
      }
    }
    errorView(await viewer.remove(g("Slab")), 403, "Forbidden")
  }),
  seven("7-delete-twice", "If two users delete one product, the second deletion is no net change", async (context) => {
    const ada = await freshEditor(context)
    const bob = await companion(context, ada)
    await ada.removed(g("Facade"))
    await bob.removed(g("Panel"))
    await bob.removed(g("Chair"))
    await ada.published("Facade")
    same("left", await deleted(bob), [g("Chair")])
    same("published", (await bob.published("Chair"))["deletedProducts"], 1)
  }),
  rules("contract 3", operating)(
    "3-delete-role",
    "Deleting products needs Modeler: a DataEditor gets 403",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada, "DataEditor")
      errorView(await bob.remove(g("Chair")), 403, "Forbidden")
      errorView(await bob.remove(guid("Nobody")), 403, "Forbidden")
      await admit(context, ada.model, "Modeler")
      await bob.removed(g("Chair"))
    }
  ),
  rules("contract 2.4", operating)(
    "2.4-product-guids",
    "Product guids arrive percent-encoded or not, with `$` and `_` in them",
    async (context) => {
      const lines = odd.map((id, i) => `#${10 + i}=IFCBUILDINGELEMENTPROXY('${id}',$,'Odd ${i}',$,$,$,$,$,$);`)
      const editor = await freshEditor(context, madeIfc("IFC4", lines))
      await editor.apply({ update: { Name: Object.fromEntries(odd.map((id) => [id, `New ${id}`])) } })
      for (const id of odd) same("name", await editor.pair(id, "Name"), [null, `New ${id}`])
      const encoded = [
        odd[0]!.replaceAll("$", "%24"),
        odd[1]!,
        odd[2]!.replaceAll(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`)
      ]
      for (const [i, path] of encoded.entries()) {
        await editor.removed(path)
        same("deleted", (await deleted(editor)).toSorted(), odd.slice(0, i + 1).toSorted())
      }
    }
  )
]
