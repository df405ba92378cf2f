import { readFileSync } from "node:fs"
import { join } from "node:path"
import { importedModel, many, type Point, texts } from "./Points.ts"

const house = readFileSync(join(import.meta.dir, "../../spec-tests/fixtures/house.ifc"))

/** Sizes of pictures: invalid ones, and some valid ones. */
const sizes = ["64x2048", "2048x64", "65x67", "1999x2001", "333x444", "0x0", "63x64", "2049x1", "1e3x64", "-1x64", "x"]

/** Attacks on data of models and of projects, by name. */
export const modelPoints: Readonly<Record<string, Point>> = {
  "pictures, shapes, quality and tables": async (means) => {
    const path = await importedModel(means, house)
    const asked = [
      ...sizes.map((size) => `image?width=${size.split("x")[0]}&height=${size.split("x")[1]}`),
      "geometry",
      "geometry?format=view",
      "geometry?format=zip",
      "quality",
      "parquet",
      "quality",
      "image"
    ]
    await many(asked.length * 2, 4, (i) => means.ask("GET", `${path}/${asked[i % asked.length]}`))
  },
  "dynamic properties": async (means) => {
    const dynamic = `${await importedModel(means, house)}/products/dynamic-properties`
    const { ask } = means
    for (const page of ["1", "2", "9007199254740991"]) {
      await ask("GET", `${dynamic}/available-data?pageSize=5000&page=${page}`)
    }
    const filters = [{ property: "Name", operator: "In", value: texts(10_000, (i) => `N${i}`) }]
    await ask("POST", `${dynamic}/query`, { fields: texts(10_000, (i) => `Unknown${i}`) })
    await many(12, 4, async (i) => {
      const { json, status } = await ask("POST", `${dynamic}/query`, i % 2 === 0 ? {} : { filters })
      if (status === 202) await ask("GET", `${dynamic}/${json["id"]}/result`)
    })
  },
  "pages of the audit and of operations, guids of no property": async ({ ask, projectId, target }) => {
    await many(100, 4, (i) => ask("PUT", `/v1/projects/${projectId}`, { description: `${i} ${"d".repeat(3900)}` }))
    await many(12, 4, (i) => {
      const page = i % 3 === 0 ? "9007199254740991" : String(i % 3)
      return ask("GET", `/v1/projects/${projectId}/${i % 2 === 0 ? "audit" : "operations"}?pageSize=5000&page=${page}`)
    })
    const definitions = `/v1/projects/${target.prey.projectId}/customProperties/property-definitions`
    await many(20, 4, (i) =>
      ask("GET", `${definitions}/0000000${i % 10}-0000-5000-8000-${String(i).padStart(12, "0")}`)
    )
  },
  "bodies of sign-in": async ({ ask }) => {
    const bodies = [
      { grant_type: "authorization_code", code: "c".repeat(12_000) },
      { grant_type: "refresh_token", refresh_token: "r".repeat(100_000) },
      { grant_type: texts(1000, String), code: {} },
      texts(3000, () => []),
      Object.fromEntries(texts(1000, (i) => [`m${i}`, i]))
    ]
    await many(20, 4, (i) => ask("POST", "/v1/auth/token", bodies[i % bodies.length]))
    await many(4, 2, (i) =>
      ask("GET", `/v1/auth/authorize?client_id=${"c".repeat(1000 * i)}&state=${"s".repeat(2049)}`)
    )
  }
}
