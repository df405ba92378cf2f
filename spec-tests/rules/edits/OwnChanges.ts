import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { alphabetical, each, holds, same, status } from "../../harness/Check.ts"
import { companion, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import { fetched, follow, guid } from "../../harness/Imports.ts"
import { calculate, houseKeys } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)
const four = rules("contract 4", operating)
const [chair, wall] = [g("Chair"), g("WallA")]

const mixed = {
  update: {
    Name: { [chair]: "Mine" },
    "Qto_WallBaseQuantities.NetVolume": { [wall]: 100 },
    SpatialLocation: { [wall]: guid("Kitchen") }
  },
  add: { "Own thing": { [chair]: { PropertySet: "Own", Value: 5 } } }
}

/** The name of the chair in each of the paths that rows are read by, and whether each list of fields has the new one. */
const everywhere = async ({ client, model }: Editor): Promise<ReadonlyArray<unknown>> => {
  const fields = ["Guid", "Name"]
  const lists = [
    await client.post(`${model.path}/products/properties/query`, { fields }),
    await client.post(`${model.path}/products/query`, { fields }),
    await client.get(`${model.path}/products?fields=Guid&fields=Name`)
  ]
  const details = [
    await client.get(`${model.path}/products/properties/available-data`),
    await client.get(`${model.path}/products/available-data`)
  ]
  return [
    ...lists.map(
      (answer) =>
        status(answer, 200)
          .list("result")
          .find(({ Guid }) => Guid === chair)!["Name"]
    ),
    ...details.map((answer) => status(answer, 200).list("fields").map(String).includes("Own thing"))
  ]
}

export const ownChanges = [
  seven(
    "7-own-everywhere",
    "M3, M4 and their older spellings show the caller's own view, even after its session; others see none of it",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada)
      await ada.apply(mixed)
      const mine = ["Mine", "Mine", "Mine", true, true]
      same("in the session", await everywhere(ada), mine)
      await ada.end()
      same("after it", await everywhere(ada), mine)
      same("bob", await everywhere(bob), ["Chair", "Chair", "Chair", false, false])
      same("bob's changes", (await bob.changes()).at("totalCount"), 0)
    }
  ),
  seven("7-own-calculated", "M5 and its older spelling use the caller's own view", async (context) => {
    const ada = await freshEditor(context)
    await companion(context, ada)
    const only = { calculators: ["NetVolume"], filters: [{ property: "Guid", operator: "Equals", value: wall }] }
    await ada.apply(mixed)
    await ada.end()
    const mine = await calculate(context, ada.model, only)
    same("ada", mine.at("totals", "NetVolume"), 100)
    same("edited", mine.at("products", 0, "NetVolume", "origin"), "Authored")
    const older = status(await ada.client.post(`${ada.model.path}/quantities`, only), 202).string("id")
    await follow(ada.client, older)
    const result = status(await ada.client.get(`${ada.model.path}/quantities/${older}/result`), 200)
    const file = await fetched(context.anonymous, result.string("downloadUrl"))
    same("older spelling", file.at("totals", "NetVolume"), 100)
    const started = status(await context.second.post(`${ada.model.path}/products/quantities/query`, only), 202)
    await follow(context.second, started.string("id"))
    const path = `${ada.model.path}/products/quantities/${started.string("id")}/result`
    const bobs = await fetched(context.anonymous, status(await context.second.get(path), 200).string("downloadUrl"))
    same("bob", bobs.at("totals", "NetVolume"), 3.15)
  }),
  rules("contract 8", operating)(
    "8-calculation-view",
    "A calculation works on the caller's view when it was started, whatever is edited after that",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply(mixed)
      const body = { calculators: ["NetVolume"], filters: [{ property: "Guid", operator: "Equals", value: wall }] }
      const started = status(await editor.client.post(`${editor.model.path}/products/quantities/query`, body), 202)
      await editor.discard()
      await follow(editor.client, started.string("id"))
      const path = `${editor.model.path}/products/quantities/${started.string("id")}/result`
      const file = await fetched(context.anonymous, (await editor.client.get(path)).string("downloadUrl"))
      same("total", file.at("totals", "NetVolume"), 100)
    }
  ),
  seven(
    "7-own-filtered",
    "Filters and pages apply to the caller's own view, in the order of the file",
    async (context) => {
      const editor = await freshEditor(context)
      await editor.apply({ update: { Name: { [g("Slab")]: "Zzz", [wall]: "Zzz", [chair]: "Zzz" } } })
      const query = async (parameters: string, filters: ReadonlyArray<object>) => {
        const path = `${editor.model.path}/products/properties/query${parameters}`
        return status(await editor.client.post(path, { fields: ["Guid"], filters }), 200)
      }
      const named = [{ property: "Name", operator: "Equals", value: "Zzz" }]
      const found = await query("?page=2&pageSize=1", named)
      same("second", [found.at("totalCount"), found.list("result")], [3, [{ Guid: g("Slab") }]])
      const all = (await query("", [])).list("result").map(({ Guid }) => Guid)
      same(
        "order",
        all,
        houseKeys.map((key) => guid(key))
      )
      const gone = [{ property: "Name", operator: "Equals", value: "Chair" }]
      same("the public name", (await query("", gone)).at("totalCount"), 0)
    }
  ),
  seven("7-own-fields", "Edited cells keep the unit and type of their field", async (context) => {
    const editor = await freshEditor(context)
    const details = async () =>
      (await editor.client.get(`${editor.model.path}/products/properties/available-data`)).list("fieldDetails")
    const before = await details()
    await editor.apply({
      update: {
        Depth: { [wall]: 1 },
        Count: { [wall]: 3 },
        Status: { [wall]: "EXISTING" },
        NetSideArea: { [wall]: 1 }
      },
      add: { Depth: { [chair]: 5 }, Lot: { [chair]: "L" } }
    })
    same("details", await details(), before)
  }),
  four(
    "4-changes-shape",
    "Own changes: changes, added, deleted and paging; one row per cell, by product and field",
    async (context) => {
      const editor = await freshEditor(context)
      const empty = { changes: [], added: [], deleted: [], totalCount: 0, page: 1, pageSize: 1000 }
      same("empty", (await editor.changes()).body, empty)
      await editor.apply(mixed)
      await editor.apply({ update: { Tag: { [wall]: "T" }, Count: { [wall]: 8 } } })
      await editor.removed(g("Slab"))
      const answer = await editor.changes()
      same("members", Object.keys(answer.object()).toSorted(), alphabetical(Object.keys(empty)))
      same("added, deleted", [answer.at("added"), answer.at("deleted")], [[], [g("Slab")]])
      same("totalCount", answer.at("totalCount"), 7)
      const rows = answer.list("changes")
      await each(rows, JSON.stringify, (row) => {
        same("members", Object.keys(row).toSorted(), ["after", "before", "change", "field", "guid"])
      })
      const of = (guid: string) => rows.filter((row) => row["guid"] === guid).map((row) => textOf(row["field"]))
      const [first, last] = [textOf(rows[0]!["guid"]), textOf(rows.at(-1)!["guid"])]
      const together = [...of(first).map(() => first), ...of(last).map(() => last)]
      same(
        "by product",
        rows.map((row) => textOf(row["guid"])),
        together
      )
      same("chair's", of(chair), ["Name", "Own.Own thing"])
      same("wall's", of(wall), alphabetical(of(wall)))
      same("session", [(await editor.session()).at("cells"), (await editor.session()).at("deletedProducts")], [6, 1])
    }
  ),
  four("4-changes-pages", "Pages of changes contain deleted, then added, then changes", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(mixed)
    await editor.removed(g("Facade"))
    const whole = await editor.changes()
    const flat = (answer: { list: (name: string) => ReadonlyArray<JsonObject> }) =>
      [...answer.list("deleted"), ...answer.list("added"), ...answer.list("changes")].map((entry) =>
        JSON.stringify(entry)
      )
    const pages: Array<string> = []
    for (let page = 1; page <= 4; page++) {
      const answer = await editor.changes(undefined, `?page=${page}&pageSize=2`)
      same("paging", [answer.at("totalCount"), answer.at("page"), answer.at("pageSize")], [7, page, 2])
      holds("at most two", flat(answer).length <= 2)
      pages.push(...flat(answer))
    }
    same("all", pages, flat(whole))
    const past = await editor.changes(undefined, "?page=9&pageSize=2")
    same("past the end", [flat(past), past.at("totalCount")], [[], 7])
    for (const bad of ["page=0", "pageSize=5001", "pageSize=x"]) {
      status(await editor.send("GET", `/changes?${bad}`), 400)
      status(await editor.send("GET", `/versions?${bad}`), 400)
    }
  }),
  seven("7-own-two-models", "Publishing and discarding affect only the model in the path", async (context) => {
    const here = await freshEditor(context)
    const there = await freshEditor(context)
    await here.apply(one("update", "Name", chair, "Here"))
    await there.apply(one("update", "Name", chair, "There"))
    await here.published()
    same("there", await there.cells(), [[chair, "Name", "Chair", "There"]])
    await here.apply(one("update", "Name", chair, "Here again"))
    await there.discard()
    same("here", await here.cells(), [[chair, "Name", "Here", "Here again"]])
  })
]
