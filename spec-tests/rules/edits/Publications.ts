import { textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import { admit, companion, freshEditor, g } from "../../harness/Editing.ts"
import { Editor, one } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { houseKeys } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)
const [chair, wall] = [g("Chair"), g("WallA")]
const renamed = (name: string) => ({ update: { Name: Object.fromEntries(houseKeys.map((key) => [guid(key), name])) } })

export const publications = [
  seven(
    "7-publish-version",
    "A publication makes a new modelVersionId and projectVersionId, which the model's source then shows",
    async (context) => {
      const editor = await freshEditor(context)
      const before = await editor.source()
      await editor.apply(one("update", "Name", chair, "New"))
      same("not yet", await editor.source(), before)
      const version = await editor.published("First")
      const after = await editor.source()
      same("source", after, {
        projectVersionId: version["projectVersionId"],
        modelVersionId: version["modelVersionId"],
        sharedDataVersionId: before["sharedDataVersionId"]
      })
      holds("model version", after["modelVersionId"] !== before["modelVersionId"])
      holds("project version", after["projectVersionId"] !== before["projectVersionId"])
      const listed = status(await editor.client.get(`${editor.model.project.path}/models`), 200)
      same("M1", listed.at("models", 0, "latestPublicSource"), after)
      same("own changes", (await editor.changes()).at("totalCount"), 0)
    }
  ),
  seven("7-publish-title", "A title is required even without changes to publish: else 400", async (context) => {
    const editor = await freshEditor(context)
    const bad = [
      {},
      { title: null },
      { title: "" },
      { title: "  " },
      { title: 3 },
      { title: "x".repeat(256) },
      [],
      { description: "d" }
    ]
    const refused = async () =>
      each([...bad, { title: "t", description: "x".repeat(4001) }], JSON.stringify, async (body) => {
        errorView(await editor.send("POST", "/publish", body), 400, "InvalidBody")
      })
    await refused()
    errorView(await editor.send("POST", "/publish"), 400)
    await editor.apply(one("update", "Name", chair, "New"))
    await refused()
    same("versions", (await editor.versions()).length, 1)
    status(await editor.send("POST", "/publish", { Title: "  Trimmed ", Description: " Why ", other: 1 }), 204)
    const [latest] = await editor.versions()
    same("texts", [latest!["title"], textOf(latest!["description"]).trim()], ["Trimmed", "Why"])
  }),
  seven(
    "7-publish-seen",
    "Published changes are visible to all who see the model, and changes published by others meanwhile stay",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada)
      await ada.apply({ update: { Name: { [chair]: "Ada's" }, Tag: { [wall]: "Ada's" } } })
      await bob.apply({ update: { Name: { [wall]: "Bob's" } } })
      await ada.published("Ada's")
      same("under bob's", await bob.pair(chair, "Name"), [null, "Ada's"])
      same("bob's own", await bob.pair(wall, "Name"), [null, "Bob's"])
      same("ada's view", await ada.pair(wall, "Name"), [null, "Wall A"])
      await bob.published("Bob's")
      same(
        "both",
        [await ada.pair(chair, "Name"), await ada.pair(wall, "Name"), await ada.pair(wall, "Tag")],
        [
          [null, "Ada's"],
          [null, "Bob's"],
          [null, "Ada's"]
        ]
      )
    }
  ),
  seven("7-publish-later-wins", "On the same cell the later publication wins", async (context) => {
    const ada = await freshEditor(context)
    const bob = await companion(context, ada)
    await ada.apply(one("update", "Name", chair, "Ada's"))
    await bob.apply(one("update", "Name", chair, "Bob's"))
    await ada.published("Ada's")
    same("bob's view", await bob.pair(chair, "Name"), [null, "Bob's"])
    same("against the latest", await bob.cells(), [[chair, "Name", "Ada's", "Bob's"]])
    const version = await bob.publishedId("Bob's")
    same("shown", await ada.pair(chair, "Name"), [null, "Bob's"])
    same("changes", await ada.cells(version), [[chair, "Name", "Ada's", "Bob's"]])
  }),
  seven("7-publish-codes", "Codes that two users add to one product are both kept", async (context) => {
    const ada = await freshEditor(context)
    const bob = await companion(context, ada)
    const [onWall, onSlab] = await Promise.all(
      [wall, g("Slab")].map(async (product) => Object.keys((await ada.cell(product, "Code")) as object))
    )
    await ada.apply(one("add", "Code", chair, onWall))
    await bob.apply(one("add", "Code", chair, onSlab))
    await ada.published("Ada's")
    await bob.published("Bob's")
    const codes = Object.keys((await ada.cell(chair, "Code")) as object)
    same("codes", codes.toSorted(), [...onWall!, ...onSlab!].toSorted())
  }),
  seven(
    "7-publish-at-once",
    "Concurrent publications of two users both succeed, each with its own changes",
    async (context) => {
      const ada = await freshEditor(context)
      const bob = await companion(context, ada)
      for (let round = 0; round < 5; round++) {
        await ada.apply(one("update", "Name", chair, `Ada ${round}`))
        await bob.apply(one("update", "Name", wall, `Bob ${round}`))
        const answers = await Promise.all([ada.publish(`Ada ${round}`), bob.publish(`Bob ${round}`)])
        for (const answer of answers) status(answer, 204)
        same(
          "names",
          [await ada.pair(chair, "Name"), await bob.pair(wall, "Name")],
          [
            [null, `Ada ${round}`],
            [null, `Bob ${round}`]
          ]
        )
      }
      const versions = await ada.versions()
      same("versions", versions.length, 11)
      const ids = versions.map((version) => version["modelVersionId"])
      same("each once", new Set(ids).size, 11)
      for (const version of versions.slice(0, -1)) same("cells", version["cells"], 1)
    }
  ),
  seven("7-publish-twice", "Of two concurrent publications of one user one makes the version", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply(one("update", "Name", chair, "New"))
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => editor.publish(`${i}`)))
    for (const answer of answers) status(answer, 204)
    same("versions", (await editor.versions()).length, 2)
  }),
  seven("7-publish-atomic", "Readers see all of a publication or none", async (context) => {
    const ada = await freshEditor(context)
    await admit(context, ada.model, "Viewer")
    const reader = new Editor(context.second, ada.model, null)
    const names = async () => [...(await reader.rows(["Name"])).values()].map((row) => textOf(row["Name"]))
    for (let round = 0; round < 5; round++) {
      const [before, after] = [await names(), houseKeys.map(() => `Round ${round}`)]
      await ada.apply(renamed(`Round ${round}`))
      let published = false
      const publication = ada.publish(`Round ${round}`).finally(() => (published = true))
      do {
        const read = JSON.stringify(await names())
        holds("all or none", [before, after].map((list) => JSON.stringify(list)).includes(read), read)
      } while (!published)
      status(await publication, 204)
      same("after it", await names(), after)
    }
  }),
  seven("7-modify-at-once", "Concurrent modifications of one user are all applied", async (context) => {
    const editor = await freshEditor(context)
    await Promise.all(houseKeys.map((key) => editor.apply(one("update", "Tag", guid(key), `T ${key}`))))
    const rows = await editor.rows(["Tag"])
    const tags = houseKeys.map((key) => (rows.get(guid(key))!["Tag"] as { readonly Value: unknown }).Value)
    same(
      "tags",
      tags,
      houseKeys.map((key) => `T ${key}`)
    )
  }),
  rules("contract 2.10", operating)(
    "2.10-edits",
    "An Idempotency-Key repeats the answer of M12 and M14 without doing it again",
    async (context) => {
      const editor = await freshEditor(context)
      const add = one("add", "New", chair, { PropertySet: "S", Value: 1 })
      const key = (name: string) => ({ "idempotency-key": `${name}-${editor.model.modelId}` })
      for (let i = 0; i < 2; i++) {
        const answer = status(await editor.send("POST", "/products", add, key("modify")), 200)
        same("errors", answer.body, { errors: [] })
      }
      for (let i = 0; i < 2; i++) {
        status(await editor.send("POST", "/publish", { title: "Once" }, key("publish")), 204)
        if (i === 0) await editor.apply(one("update", "New", chair, 2))
      }
      same("versions", (await editor.versions()).length, 2)
      same("unpublished", (await editor.changes()).at("totalCount"), 1)
      const other = await editor.send("POST", "/publish", { title: "Other" }, key("publish"))
      errorView(other, 400, "IdempotencyKeyReused")
    }
  )
]
