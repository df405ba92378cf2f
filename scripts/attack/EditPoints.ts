import { largeModel } from "../../src/main/testing/LargeModel.ts"
import { importedModel, many, type Means, type Point, texts } from "./Points.ts"
import { newFile } from "./Uploads.ts"

const session = { session: "attack" }
const walls = 200

/** Creates a model of the attacker that is being edited, and returns it with its products. */
const edited = async (means: Means) => {
  const path = await importedModel(means, largeModel(walls))
  await means.ask("POST", `${path}/start-session`, undefined, session)
  const query = `${path}/products/properties/query?pageSize=${walls}`
  const { json } = await means.ask("POST", query, { fields: ["Guid"] })
  const { result } = json as unknown as { readonly result?: ReadonlyArray<{ readonly Guid: string }> }
  const guids = (result ?? []).map(({ Guid }) => Guid)
  const modify = (body: unknown) => means.ask("POST", `${path}/products`, body, session)
  const publish = (title: string) => means.ask("POST", `${path}/publish`, { title }, session)
  return { path, guids, modify, publish }
}

const cellsOf = (guids: ReadonlyArray<string>, value: unknown) => Object.fromEntries(guids.map((guid) => [guid, value]))

const fieldsOf = (count: number, cells: unknown) => Object.fromEntries(texts(count, (i) => [`Attack.P${i}`, cells]))

/** Attacks on edits and their results, by name. */
export const editPoints: Readonly<Record<string, Point>> = {
  "edits with long names, many cells and long texts": async (means) => {
    const { guids, modify, path } = await edited(means)
    const unknown = texts(5500, (i) => `0${String(i).padStart(21, "_")}`)
    await modify({ add: { [`Attack.${"k".repeat(150_000)}`]: cellsOf(unknown, 1) } })
    await modify({ add: Object.fromEntries(texts(50, (i) => [`${"k".repeat(2000)}${i}`, cellsOf(guids, 1)])) })
    await modify({ update: Object.fromEntries(texts(2000, (i) => [`${"k".repeat(1000)}${i}`, { none: i }])) })
    await modify({ addOrUpdate: fieldsOf(100, cellsOf(guids, 1)) })
    await modify({ addOrUpdate: fieldsOf(1, cellsOf(guids, "v".repeat(60_000))) })
    await modify({ addOrUpdate: fieldsOf(400, cellsOf(unknown.slice(0, 50), 1)) })
    await many(6, 3, (i) => means.ask("GET", `${path}/changes?pageSize=5000&page=${i + 1}`))
    await means.ask("DELETE", `${path}/products/${guids[0]}`, undefined, session)
    await means.ask("POST", `${path}/discard`, undefined, session)
  },
  "pages of what versions changed": async (means) => {
    const { guids, modify, path, publish } = await edited(means)
    for (const value of ["a", "b".repeat(20_000), 3]) {
      const fields = typeof value === "string" && value.length > 1 ? 2 : 50
      await modify({ addOrUpdate: fieldsOf(fields, cellsOf(guids, value)) })
      await publish(`Version ${String(value).slice(0, 1)}`)
    }
    const { json } = await means.ask("GET", `${path}/versions?pageSize=5000`)
    const { versions = [] } = json as unknown as {
      readonly versions?: ReadonlyArray<{ readonly modelVersionId: string }>
    }
    const ids = versions.map(({ modelVersionId }) => modelVersionId)
    await many(12, 4, (i) => {
      const since = i % 2 === 0 ? "" : `&since=${ids.at(-1)}`
      const page = i % 3 === 0 ? "9007199254740991" : String(i % 3)
      return means.ask("GET", `${path}/versions/${ids[i % ids.length]}/changes?pageSize=5000&page=${page}${since}`)
    })
  },
  "new files of a model": async (means) => {
    const path = await importedModel(means, largeModel(1000))
    for (const count of [4000, 1, 2000]) await newFile(means.attacker, path, largeModel(count), means.target.isOver)
    await means.ask("GET", `${path}/versions?pageSize=5000`)
  }
}
