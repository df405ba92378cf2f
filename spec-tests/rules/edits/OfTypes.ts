import { same } from "../../harness/Check.ts"
import { type Case, editing, freshEditor, g, tried } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)
const cases = (id: string, title: string, ...entries: ReadonlyArray<Case>) => seven(id, title, tried(entries))
const common = (value: string | boolean | null) => ["Pset_WallCommon", value] as const

export const editedOfTypes = [
  cases(
    "7-type-updated",
    "Updating a property that only the type has creates one of the occurrence, with the type's data type",
    ["update", "IsExternal", "WallB", true, common(true)],
    ["addOrUpdate", "IsExternal", "WallB", "TRUE", common(true)],
    ["update", "IsExternal", "WallB", null, common(null)],
    ["update", "IsExternal", "WallB", "outside", "InvalidValue"],
    ["update", "Pset_WallCommon.Reference", "WallB", "own", common("own")]
  ),
  cases(
    "7-type-deleted",
    "Deleting a property that only the type has is FieldReadOnly; deleting the occurrence's own shows the type's again",
    ["delete", "IsExternal", "WallB", null, "FieldReadOnly"],
    ["delete", "IsExternal", "WallB", { Value: 1 }, "FieldReadOnly .Value"],
    ["delete", "Pset_WallCommon.Reference", "WallB", null, "FieldReadOnly"],
    ["delete", "FireRating", "WallB", null, common("REI 90")],
    ["delete", "AcousticRating", "WallB", null, common("Rw 50")],
    ["delete", "Reference", "WallB", null, common("TYPE")],
    ["delete", "Status", "WallB", null, [null, null]]
  ),
  seven(
    "7-type-again",
    "An occurrence's own property made by an update is deleted like any other, and only once",
    (context) =>
      editing(context, async (editor) => {
        const wall = g("WallB")
        await editor.apply(one("update", "IsExternal", wall, true))
        same("own", await editor.cells(), [[wall, "Pset_WallCommon.IsExternal", false, true]])
        await editor.apply(one("delete", "IsExternal", wall, null))
        same("the type's", await editor.pair(wall, "IsExternal"), ["Pset_WallCommon", false])
        same("again", await editor.errors(one("delete", "IsExternal", wall, null)), [
          [wall, "IsExternal", "FieldReadOnly"]
        ])
        same("nothing changed", (await editor.changes()).at("totalCount"), 0)
      })
  ),
  sevenOperating(
    "7-type-published",
    "After publication, everyone sees the type's value for a deleted property of the occurrence",
    async (context) => {
      const editor = await freshEditor(context)
      const wall = g("WallB")
      await editor.apply(one("delete", "FireRating", wall, null))
      const version = await editor.publishedId("Of the type")
      same("shown", await editor.pair(wall, "FireRating"), ["Pset_WallCommon", "REI 90"])
      same("changes", await editor.cells(version), [[wall, "Pset_WallCommon.FireRating", "REI 120", "REI 90"]])
      same("read only now", await editor.errors(one("delete", "FireRating", wall, null)), [
        [wall, "FireRating", "FieldReadOnly"]
      ])
      await editor.apply(one("update", "FireRating", wall, "REI 30"))
      same("own again", await editor.pair(wall, "FireRating"), ["Pset_WallCommon", "REI 30"])
    }
  )
]
