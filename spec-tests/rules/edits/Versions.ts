import { type Answer, type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { companion, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { withoutName } from "../../harness/Names.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const four = rules("contract 4", operating)
const seven = rules("contract 7", operating)
const [chair, wall] = [g("Chair"), g("WallA")]
const nothing = { changes: [], added: [], deleted: [], totalCount: 0, page: 1, pageSize: 1000 }

const idOf = (version: JsonObject | undefined) => textOf(version?.["modelVersionId"])

interface History {
  readonly editor: Editor
  /** The import, then each publication: a name and a new property; a deletion; the name again. */
  readonly ids: ReadonlyArray<string>
}

/** A house with three publications. */
const history = async (context: Context): Promise<History> => {
  const editor = await freshEditor(context)
  const ids = [idOf((await editor.versions())[0])]
  await editor.apply(one("update", "Name", chair, "First"))
  await editor.apply(one("add", "New", wall, { PropertySet: "S", Value: 3.5 }))
  ids.push(idOf(await editor.published("First", { description: "The first" })))
  await editor.removed(g("Facade"))
  ids.push(idOf(await editor.published("Second")))
  await editor.apply(one("update", "Name", chair, "Third"))
  await editor.apply(one("delete", "New", wall, null))
  ids.push(idOf(await editor.published("Third")))
  return { editor, ids }
}

const query = ({ client, model }: Editor, version: string, fields: ReadonlyArray<string>): Promise<Answer> =>
  client.post(`${model.path}/products/properties/query?version=${version}`, { fields })

export const modelVersions = [
  four(
    "4-versions",
    "Versions are listed newest first with the changes of each, the oldest titled Import",
    async (context) => {
      const { editor, ids } = await history(context)
      const versions = await editor.versions()
      same("ids", versions.map(idOf), ids.toReversed())
      same(
        "versions",
        versions.map(({ cells, deletedProducts, title }) => [title, cells, deletedProducts]),
        [
          ["Third", 2, 0],
          ["Second", 0, 3],
          ["First", 2, 0],
          ["Import", 0, 0]
        ]
      )
      same(
        "description",
        versions.map((version) => version["description"] ?? ""),
        ["", "", "The first", ""]
      )
      const members = [
        "cells",
        "createdAt",
        "createdBy",
        "deletedProducts",
        "modelVersionId",
        "projectVersionId",
        "title"
      ]
      await each(versions, JSON.stringify, (version) => {
        const { description: _, ...found } = withoutName(context, version, "createdByName")
        same("members", Object.keys(found).toSorted(), members)
        matches("createdAt", version["createdAt"], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/)
        same("createdBy", version["createdBy"], context.subject)
      })
      for (const name of ["modelVersionId", "projectVersionId"]) {
        same(`each ${name} once`, new Set(versions.map((version) => version[name])).size, 4)
      }
      same("the latest", (await editor.source())["modelVersionId"], ids[3])
    }
  ),
  four("4-versions-pages", "Versions are paged, and name their publisher", async (context) => {
    const ada = await freshEditor(context)
    const bob = await companion(context, ada)
    await bob.apply(one("update", "Name", chair, "Bob's"))
    await bob.published("Bob's")
    same(
      "createdBy",
      (await ada.versions()).map((version) => version["createdBy"]),
      [context.secondSubject, context.subject]
    )
    const page = async (parameters: string) =>
      status(await ada.client.get(`${ada.model.path}/versions${parameters}`), 200)
    const second = await page("?page=2&pageSize=1")
    same(
      "second",
      second.list("versions").map(({ title }) => title),
      ["Import"]
    )
    same(
      "paging",
      ["totalCount", "page", "pageSize"].map((name) => second.at(name)),
      [2, 2, 1]
    )
    const past = await page("?page=3&pageSize=1")
    same("past the end", [past.at("versions"), past.at("totalCount")], [[], 2])
  }),
  four(
    "4-version-changes",
    "A version's changes are those since the version before it; those of the first are empty",
    async (context) => {
      const { editor, ids } = await history(context)
      same("Import", (await editor.changes(ids[0])).body, nothing)
      const cells = (i: number) => editor.cells(ids[i])
      same("First", await cells(1), [
        [chair, "Name", "Chair", "First"],
        [wall, "S.New", null, 3.5]
      ])
      const second = await editor.changes(ids[2])
      same("Second", [second.at("changes"), second.at("added"), second.at("totalCount")], [[], [], 3])
      same("deleted", second.list("deleted").map(String).toSorted(), [g("Facade"), g("Mullion"), g("Panel")].toSorted())
      same("Third", await cells(3), [
        [chair, "Name", "First", "Third"],
        [wall, "S.New", 3.5, null]
      ])
      const page = await editor.changes(ids[2], "?page=2&pageSize=2")
      same("a page", [page.list("deleted").length, page.at("totalCount"), page.at("page")], [1, 3, 2])
    }
  ),
  four(
    "15-change-kinds",
    "Rows of changes tell whether the product got the property, has another value of it, or lost it",
    async (context) => {
      const editor = await freshEditor(context)
      const imported = idOf((await editor.versions())[0])
      const kinds = async (version?: string, query = "") =>
        (await editor.changes(version, query))
          .list("changes")
          .map(({ change, field }) => `${textOf(field)} ${textOf(change)}`)
      await editor.apply(one("add", "Kept", wall, { PropertySet: "S", Value: 1 }))
      await editor.apply(one("add", "Lost", wall, { PropertySet: "S", Value: 1 }))
      await editor.apply(one("update", "Tag", wall, "T"))
      const added = ["S.Kept Added", "S.Lost Added", "Tag Changed"]
      same("own", await kinds(), added)
      const first = idOf(await editor.published("First"))
      same("added", await kinds(first), added)
      await editor.apply(one("update", "Kept", wall, null))
      await editor.apply(one("delete", "Lost", wall, null))
      await editor.apply(one("update", "Tag", wall, null))
      const second = idOf(await editor.published("Second"))
      same("lost", await kinds(second), ["S.Kept Changed", "S.Lost Removed", "Tag Changed"])
      same("net", await kinds(second, `?since=${imported}`), ["Tag Changed", "S.Kept Added"])
    }
  ),
  four(
    "4-version-unknown",
    "An unknown version, or one of another model: 404 VersionNotFound; a malformed one 400",
    async (context) => {
      const editor = await freshEditor(context)
      const other = await freshEditor(context)
      const { model } = editor
      for (const id of ["9007199254740991", idOf((await other.versions())[0])]) {
        errorView(await editor.send("GET", `/versions/${id}/changes`), 404, "VersionNotFound")
        errorView(await query(editor, id, []), 404, "VersionNotFound")
        const fields = `${model.path}/products/properties/available-data?version=${id}`
        errorView(await editor.client.get(fields), 404, "VersionNotFound")
      }
      for (const id of ["x", "0", "-1", "1.5", ""]) {
        errorView(await query(editor, id, []), 400, "InvalidParameter")
        const fields = `${model.path}/products/properties/available-data?version=${id}`
        errorView(await editor.client.get(fields), 400, "InvalidParameter")
      }
    }
  ),
  seven("7-version-shown", "`?version=` shows the public values of that version in M3 and M4", async (context) => {
    const { editor, ids } = await history(context)
    const shown = async (i: number) => {
      const result = status(await query(editor, ids[i]!, ["Guid", "Name", "New"]), 200).list("result")
      const row = (guid: string) => result.find(({ Guid }) => Guid === guid)!
      return [result.length, row(chair)["Name"], (row(wall)["New"] as JsonObject)["Value"]]
    }
    same("rows", await Promise.all(ids.map((_, i) => shown(i))), [
      [13, "Chair", null],
      [13, "First", 3.5],
      [10, "First", 3.5],
      [10, "Third", null]
    ])
    const listed = async (i: number) => {
      const path = `${editor.model.path}/products/properties/available-data?version=${ids[i]}`
      return status(await editor.client.get(path), 200)
        .list("fields")
        .map(String)
        .includes("New")
    }
    same("fields", await Promise.all(ids.map((_, i) => listed(i))), [false, true, true, false])
  }),
  seven(
    "7-version-public",
    "`?version=` excludes the caller's unpublished changes, even of the latest version",
    async (context) => {
      const { editor, ids } = await history(context)
      await editor.apply(one("update", "Name", chair, "Mine"))
      await editor.removed(wall)
      same("latest", await editor.pair(chair, "Name", `?version=${ids[3]}`), [null, "Third"])
      holds("the wall", (await editor.rows([], `?version=${ids[3]}`)).has(wall))
      same("own view", await editor.pair(chair, "Name"), [null, "Mine"])
    }
  ),
  seven("7-version-filtered", "Filters with `?version=` compare with the values of that version", async (context) => {
    const { editor, ids } = await history(context)
    const found = async (i: number, property: string, value: unknown) => {
      const path = `${editor.model.path}/products/properties/query?version=${ids[i]}`
      const filters = [{ property, operator: "Equals", value }]
      return status(await editor.client.post(path, { fields: ["Guid"], filters }), 200).at("totalCount")
    }
    same(
      "names",
      [await found(0, "Name", "Chair"), await found(1, "Name", "First"), await found(3, "Name", "First")],
      [1, 1, 0]
    )
    same("new property", await found(2, "New", 3.5), 1)
    same("deleted", [await found(1, "Name", "Facade"), await found(2, "Name", "Facade")], [1, 0])
  })
]
