import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { editing, freshEditor, g } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)
const wall = g("WallA")
const unknown = "11111111-2222-4333-8444-555555555555"

export const editErrors = [
  seven(
    "7-errors-listed",
    "Status 200; every error in the order of the body, each with exactly guid, field, error, description",
    (context) =>
      editing(context, async (editor) => {
        const body = {
          delete: { Unheard: { [wall]: null } },
          update: { Name: { [wall]: "fine", [guid("Nobody")]: "x" }, Count: { [wall]: { Value: "x" } } },
          add: { Mark: { [wall]: "x" } },
          addOrUpdate: { Guid: { [wall]: "x" }, SpatialLocation: { [g("Mullion")]: { SpatialLocationId: "x" } } }
        }
        const errors = status(await editor.modify(body), 200).list("errors")
        same(
          "errors",
          errors.map(({ error, field, guid }) => [guid, field, error]),
          [
            [wall, "Unheard", "FieldNotFound"],
            [guid("Nobody"), "Name", "ProductNotFound"],
            [wall, "Count.Value", "InvalidValue"],
            [wall, "Mark", "PropertyExists"],
            [wall, "Guid", "FieldReadOnly"],
            [g("Mullion"), "SpatialLocation.SpatialLocationId", "FieldReadOnly"]
          ]
        )
        await each(errors, JSON.stringify, (error) => {
          same("members", Object.keys(error).toSorted(), ["description", "error", "field", "guid"])
          matches("description", error["description"], /\S/)
        })
      })
  ),
  seven("7-errors-nothing-changed", "All or nothing: if one modification is wrong, none is applied", (context) =>
    editing(context, async (editor) => {
      const before = [...(await editor.rows(["Name", "Mark", "Code", "Material"])).values()]
      const errors = await editor.errors({
        update: { Name: { [wall]: "Changed", [g("Chair")]: "Changed" }, Mark: { [wall]: "Changed" } },
        delete: { Material: { [wall]: null }, Unheard: { [wall]: null } }
      })
      same("errors", errors, [[wall, "Unheard", "FieldNotFound"]])
      same("rows", [...(await editor.rows(["Name", "Mark", "Code", "Material"])).values()], before)
      same("changes", (await editor.changes()).at("totalCount"), 0)
    })
  ),
  seven("7-errors-one-among-many", "One bad cell among many good ones is found at any position", (context) =>
    editing(context, async (editor) => {
      const count = 1000
      for (const bad of [0, 1, 499, 998, 999]) {
        const names = Array.from({ length: count }, (_, i) => `Many ${i}`)
        const add = Object.fromEntries(
          names.map((name, i) => [name, { [wall]: i === bad ? "no set" : { PropertySet: "Many", Value: i } }])
        )
        same(`at ${bad}`, await editor.errors({ add }), [[wall, `Many ${bad}`, "PropertySetRequired"]])
      }
      same("changes", (await editor.changes()).at("totalCount"), 0)
    })
  ),
  seven("7-errors-many", "At most 1,000 errors, then a last one TooManyErrors with guid and field empty", (context) =>
    editing(context, async (editor) => {
      const nobodies = (count: number) =>
        Object.fromEntries(Array.from({ length: count }, (_, i) => [`nobody ${i}`, 1]))
      same("1,000", (await editor.errors({ update: { Name: nobodies(1000) } })).length, 1000)
      for (const count of [1001, 5000]) {
        const errors = await editor.errors({ update: { Name: nobodies(count) } })
        same("number", errors.length, 1001)
        same("the 1,000th", errors[999], ["nobody 999", "Name", "ProductNotFound"])
        same("the last", errors[1000], ["", "", "TooManyErrors"])
      }
    })
  ),
  seven("7-errors-first", "Of several errors of one cell, the first in the contract's order is reported", (context) =>
    editing(context, (editor) =>
      each(
        [
          ["update", "Guid", guid("Nobody"), [1], "ProductNotFound"],
          ["update", "Unheard", guid("Nobody"), "x", "ProductNotFound"],
          ["add", "Material", guid("Nobody"), unknown, "ProductNotFound"],
          ["update", "Span", wall, [1], "FieldReadOnly"],
          ["add", "Span", wall, "x", "FieldReadOnly"],
          ["update", "SpatialLocation", g("Mullion"), guid("Nowhere"), "FieldReadOnly"],
          ["update", "Unheard", wall, [1], "FieldNotFound"],
          ["add", "Count", wall, "x", "PropertyExists"],
          ["add", "Material", wall, unknown, "PropertyExists"],
          ["add", "SpatialLocation", wall, 3, "PropertyExists"],
          ["update", "Count", g("Chair"), "x", "PropertyMissing"],
          ["update", "Material", g("Chair"), unknown, "PropertyMissing"],
          ["add", "Unheard", wall, [1], "PropertySetRequired"],
          ["update", "Code", wall, [unknown, 1], "InvalidValue"]
        ] as const,
        String,
        async ([verb, field, product, value, error]) => {
          const found = await editor.errors(one(verb, field, product, value))
          same(
            "error",
            found.map((entry) => entry[2]),
            [error]
          )
        }
      )
    )
  ),
  seven("7-errors-duplicate", "The same cell twice is DuplicateModification, reported for the second", (context) =>
    editing(context, (editor) =>
      each(
        [
          [{ update: { Mark: { [wall]: "a" } }, delete: { Mark: { [wall]: null } } }, "Mark"],
          [{ delete: { Mark: { [wall]: null } }, add: { Mark: { [wall]: "a" } } }, "Mark"],
          [{ update: { Mark: { [wall]: "a" }, "Site data.Mark": { [wall]: "b" } } }, "Site data.Mark"],
          [{ update: { "Site data.Mark": { [wall]: "a" }, Mark: { [wall]: { Value: "b" } } } }, "Mark.Value"],
          [
            {
              update: { FireRating: { [wall]: "a" } },
              addOrUpdate: { FireRating: { [wall]: { PropertySet: "Pset_WallCommon", Value: "b" } } }
            },
            "FireRating.Value"
          ],
          [{ update: { Name: { [wall]: "a" } }, addOrUpdate: { Name: { [wall]: { Value: "b" } } } }, "Name.Value"],
          [
            {
              add: { New: { [wall]: { PropertySet: "S", Value: 1 } } },
              addOrUpdate: { "S.New": { [wall]: { PropertySet: "S", Value: 1 } } }
            },
            "S.New.Value"
          ]
        ] as const,
        ([body]) => JSON.stringify(body),
        async ([body, field]) => {
          same("errors", await editor.errors(body), [[wall, field, "DuplicateModification"]])
        }
      )
    )
  ),
  seven("7-errors-no-duplicate", "Cells of different sets and products can be modified in one request", (context) =>
    editing(context, async (editor) => {
      await editor.apply({
        update: {
          FireRating: { [wall]: "a", [g("WallB")]: "b" },
          "Site data.FireRating": { [wall]: "c" },
          mark: { [wall]: "d" },
          Mark: { [wall]: "e" }
        },
        add: { FireRating: { [wall]: { PropertySet: "Other", Value: "f" } } },
        delete: { "Limits.Max": { [wall]: null } }
      })
      const cells = (await editor.cells()).map(([product, field, , after]) => [product, field, after])
      same("cells", cells, [
        [wall, "Other.FireRating", "f"],
        [wall, "Pset_WallCommon.FireRating", "a"],
        [g("WallB"), "Pset_WallCommon.FireRating", "b"],
        [wall, "Site data.FireRating", "c"],
        [wall, "Site data.Limits.Max", null],
        [wall, "Site data.mark", "d"],
        [wall, "Site data.Mark", "e"]
      ])
    })
  ),
  sevenOperating(
    "7-errors-own-view",
    "Requests are judged by the caller's own view: added products exist, deleted ones do not",
    async (context) => {
      const editor = await freshEditor(context)
      const body = one("add", "New", wall, { PropertySet: "S", Value: 1 })
      await editor.apply(body)
      same("again", await editor.errors(body), [[wall, "New.Value", "PropertyExists"]])
      await editor.apply(one("update", "New", wall, 2))
      same("its type holds", await editor.errors(one("update", "New", wall, "x")), [[wall, "New", "InvalidValue"]])
      await editor.apply(one("add", "New", g("Chair"), 3))
      await editor.apply(one("delete", "New", wall, null))
      same("gone", await editor.errors(one("update", "New", wall, 3)), [[wall, "New", "PropertyMissing"]])
      await editor.discard()
      same("unheard of", await editor.errors(one("update", "New", wall, 3)), [[wall, "New", "FieldNotFound"]])
      holds("none", (await editor.changes()).at("totalCount") === 0)
    }
  )
]
