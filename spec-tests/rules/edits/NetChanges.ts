import { same, status } from "../../harness/Check.ts"
import { companion, editing, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)
const [chair, wall] = [g("Chair"), g("WallA")]

const none = async (what: string, editor: Editor) => {
  same(what, [(await editor.changes()).at("totalCount"), (await editor.session()).at("cells")], [0, 0])
}

export const netChanges = [
  seven("7-net-same", "A cell that equals the public value is no change, whatever happened to it", (context) =>
    editing(context, async (editor) => {
      await editor.apply({
        update: {
          Name: { [chair]: "Chair" },
          Count: { [wall]: "7.0" },
          IsExternal: { [wall]: "TRUE" },
          Status: { [wall]: "NEW" },
          Colours: { [wall]: "red; green; blue" },
          AcousticRating: { [wall]: null },
          SpatialLocation: { [wall]: guid("Ground") },
          Length: { [wall]: 4000 }
        },
        addOrUpdate: { PredefinedType: { [wall]: "SOLIDWALL" }, Description: { [chair]: "" } }
      })
      await none("the same", editor)
      await editor.apply(one("update", "Mark", wall, "other"))
      same("changed", (await editor.session()).at("cells"), 1)
      await editor.apply(one("update", "Mark", wall, "upper"))
      await none("and back", editor)
      await editor.apply(one("delete", "Mark", wall, null))
      await editor.apply(one("add", "Mark", wall, { PropertySet: "Site data", Value: "upper" }))
      await none("deleted and added", editor)
      await editor.apply(one("add", "New", wall, { PropertySet: "S", Value: 1 }))
      await editor.apply(one("delete", "New", wall, null))
      await none("added and deleted", editor)
      await editor.apply(one("update", "SpatialLocation", wall, guid("Kitchen")))
      await editor.apply(one("update", "SpatialLocation", wall, guid("Ground")))
      await none("moved and back", editor)
    })
  ),
  seven("7-net-of-type", "A cell that equals the value of the type is no change", (context) =>
    editing(context, async (editor) => {
      await editor.apply(one("update", "IsExternal", g("WallB"), false))
      await none("of the type", editor)
    })
  ),
  seven("7-net-absent", "Absent and empty differ: such a change shows null twice", (context) =>
    editing(context, async (editor) => {
      await editor.apply(one("delete", "AcousticRating", wall, null))
      await editor.apply(one("add", "New", wall, { PropertySet: "S", Value: null }))
      same("cells", await editor.cells(), [
        [wall, "Pset_WallCommon.AcousticRating", null, null],
        [wall, "S.New", null, null]
      ])
    })
  ),
  seven("7-net-shown", "field is the qualified name; before and after are scalars, for references guids", (context) =>
    editing(context, async (editor) => {
      const { MaterialId } = (await editor.cell(wall, "Material")) as { readonly MaterialId: string }
      await editor.apply({
        update: {
          Tag: { [wall]: "T" },
          FireRating: { [wall]: "REI 30" },
          "Site data.FireRating": { [wall]: "F1" },
          Count: { [wall]: 8 },
          IsExternal: { [wall]: false },
          Colours: { [wall]: "white; black" },
          "Site data.Name": { [wall]: "x" },
          Length: { [wall]: 1 },
          SpatialLocation: { [wall]: null }
        },
        delete: { Material: { [wall]: 1 }, Mark: { [wall]: 1 } }
      })
      const cells = await editor.cells()
      same("cells", cells, [
        [wall, "Material", MaterialId, null],
        [wall, "Pset_WallCommon.FireRating", "REI 60", "REI 30"],
        [wall, "Pset_WallCommon.IsExternal", true, false],
        [wall, "Qto_WallBaseQuantities.Length", 4000, 1],
        [wall, "Site data.Colours", "red; green; blue", "white; black"],
        [wall, "Site data.Count", 7, 8],
        [wall, "Site data.FireRating", "F0", "F1"],
        [wall, "Site data.Mark", "upper", null],
        [wall, "Site data.Name", "inner name", "x"],
        [wall, "SpatialLocation", guid("Ground"), null],
        [wall, "Tag", "W-1", "T"]
      ])
    })
  ),
  sevenOperating("7-net-nothing", "Without net changes, publish answers 204 and makes no version", async (context) => {
    const editor = await freshEditor(context)
    const before = await editor.source()
    await editor.apply(one("update", "Name", chair, "Other"))
    await editor.apply(one("update", "Name", chair, "Chair"))
    status(await editor.publish(), 204)
    same("versions", (await editor.versions()).length, 1)
    same("source", await editor.source(), before)
  }),
  sevenOperating(
    "7-net-others",
    "A change that equals what another user published meanwhile is no longer a change",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada)
      for (const editor of [ada, bob]) await editor.apply(one("update", "Name", chair, "Both"))
      await bob.apply(one("update", "Tag", chair, "Bob's"))
      await ada.published("Ada's")
      same("left", await bob.cells(), [[chair, "Tag", null, "Bob's"]])
      same("published", (await bob.published("Bob's"))["cells"], 1)
      same("shown", await ada.pair(chair, "Name"), [null, "Both"])
    }
  )
]
