import { textOf } from "../../harness/Answer.ts"
import { each, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { houseText, replaced, takeFile, without, withProduct } from "../../harness/NewFile.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const four = rules("contract 4", operating)
const [chair, slab, wall] = [g("Chair"), g("Slab"), g("WallA")]

interface History {
  readonly editor: Editor
  /** The import, two publications, a file without the chair and with a bench, a publication. */
  readonly ids: ReadonlyArray<string>
}

/** A house that rules read and none of them changes. */
const history = (context: Context): Promise<History> =>
  context.once("house with versions", async () => {
    const editor = await freshEditor(context)
    const ids = [textOf((await editor.source())["modelVersionId"])]
    await editor.apply({ update: { Name: { [wall]: "One" }, Description: { [slab]: "Back and forth" } } })
    ids.push(await editor.publishedId("One"))
    await editor.apply({ update: { Name: { [wall]: "Two", [chair]: "Soon gone" } } })
    await editor.apply(one("update", "Description", slab, null))
    ids.push(await editor.publishedId("Two"))
    const file = withProduct(without(await houseText(), "Chair"), "Bench")
    ids.push((await takeFile(editor, replaced(file, "IFCLABEL('F0')", "IFCLABEL('F30')"))).versionId)
    await editor.apply(one("update", "Name", wall, "Last"))
    await editor.removed(g("Facade"))
    ids.push(await editor.publishedId("Last"))
    return { editor, ids }
  })

const rating = (before: string, after: string) => [wall, "Site data.FireRating", before, after]

export const versionsSince = [
  four(
    "4-versions-since",
    "`?since=` returns for each cell changed after that version the earliest before and the latest after",
    async (context) => {
      const { editor, ids } = await history(context)
      const since = (of: number, from: number) => editor.cells(ids[of], `?since=${ids[from]}`)
      same("last since one", await since(4, 1), [
        [slab, "Description", "Back and forth", null],
        [wall, "Name", "One", "Last"],
        rating("F0", "F30")
      ])
      same("two since the import, the chair there yet", await since(2, 0), [
        [chair, "Name", "Chair", "Soon gone"],
        [wall, "Name", "Wall A", "Two"]
      ])
    }
  ),
  four("4-versions-since-equal", "Cells with their former value are left out", async (context) => {
    const { editor, ids } = await history(context)
    same("since the import", await editor.cells(ids[4], `?since=${ids[0]}`), [
      [wall, "Name", "Wall A", "Last"],
      rating("F0", "F30")
    ])
  }),
  four("4-versions-since-products", "Products added and removed since then are listed and counted", async (context) => {
    const { editor, ids } = await history(context)
    const answer = await editor.changes(ids[4], `?since=${ids[0]}`)
    same("added", answer.at("added"), [guid("Bench")])
    const gone = [chair, g("Facade"), g("Mullion"), g("Panel")]
    same("deleted", answer.list("deleted").map(String).toSorted(), gone.toSorted())
    same("totalCount", answer.at("totalCount"), 7)
    const page = await editor.changes(ids[4], `?since=${ids[0]}&page=2&pageSize=4`)
    same(
      "the page of added and changes",
      [page.at("added"), page.at("deleted"), page.list("changes").length, page.at("totalCount")],
      [[guid("Bench")], [], 2, 7]
    )
  }),
  four(
    "4-versions-since-near",
    "Since the previous version the changes are those without `since`; since itself there are none",
    async (context) => {
      const { editor, ids } = await history(context)
      await each([1, 2, 3, 4], String, async (i) => {
        const plain = await editor.changes(ids[i])
        const since = await editor.changes(ids[i], `?since=${ids[i - 1]}`)
        same("cells", await editor.cells(ids[i], `?since=${ids[i - 1]}`), await editor.cells(ids[i]))
        for (const name of ["added", "deleted"])
          same(name, since.list(name).map(String).toSorted(), plain.list(name).map(String).toSorted())
        same("totalCount", since.at("totalCount"), plain.at("totalCount"))
        same("itself", (await editor.changes(ids[i], `?since=${ids[i]}`)).at("totalCount"), 0)
      })
    }
  ),
  four(
    "4-versions-since-unknown",
    "An unknown `since`, or one of another model: 404 VersionNotFound; a malformed one 400 InvalidParameter",
    async (context) => {
      const { editor, ids } = await history(context)
      const ask = (since: string) => editor.send("GET", `/versions/${ids[4]}/changes?since=${since}`)
      const other = textOf((await (await freshEditor(context)).source())["modelVersionId"])
      for (const since of ["9007199254740991", other]) errorView(await ask(since), 404, "VersionNotFound")
      await each(["x", "0", "-1", "1.5", "", "9007199254740992"], String, async (since) => {
        errorView(await ask(since), 400, "InvalidParameter")
      })
      status(await ask(ids[0]!), 200)
    }
  )
]
