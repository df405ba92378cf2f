import { same, status } from "../../harness/Check.ts"
import { follow } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const four = rules("contract 4")
const fourOperating = rules("contract 4", operating)

export const olderSpellings = [
  four(
    "4-older-available-data",
    "M/products/available-data is M3 with all fields unless a page is requested",
    async ({ api, house }) => {
      const { path } = await house
      const now = status(await api.get(`${path}/products/properties/available-data?pageSize=5000`), 200)
      const older = status(await api.get(`${path}/products/available-data`), 200)
      same("fields", older.at("fields"), now.at("fields"))
      same("details", older.at("fieldDetails"), now.at("fieldDetails"))
      same("a page", status(await api.get(`${path}/products/available-data?pageSize=4`), 200).list("fields").length, 4)
    }
  ),
  four("4-older-query", "POST M/products/query is M4", async ({ api, house }) => {
    const { path } = await house
    const body = {
      fields: ["Name", "FireRating"],
      filters: [{ property: "Class", operator: "Contains", value: "wall" }]
    }
    const now = status(await api.post(`${path}/products/properties/query`, body), 200)
    const older = status(await api.post(`${path}/products/query`, body), 200)
    same("result", [older.at("result"), older.at("totalCount")], [now.at("result")!, now.at("totalCount")!])
    same(
      "a page",
      status(await api.post(`${path}/products/query?page=2&pageSize=2`, body), 200).list("result").length,
      1
    )
  }),
  four("4-older-get", "GET M/products?fields=A&fields=B&filters[Class]=Wall is M4", async ({ api, house }) => {
    const { path } = await house
    const plain = status(await api.get(`${path}/products?fields=Guid&fields=Name&filters[Class]=Wall`), 200)
    same(
      "rows",
      plain.list("result").map(({ Name }) => Name),
      ["Wall A", "Wall B", "Facade"]
    )
    same("fields", Object.keys(plain.list("result")[0]!), ["Guid", "Name"])
    const encoded = status(await api.get(`${path}/products?fields=Name&filters%5BGr%C3%B6%C3%9Fe%5D=%C3%A4rger`), 200)
    same("encoded", encoded.at("result"), [{ Name: "Wall A" }])
    same("all", status(await api.get(`${path}/products`), 200).at("totalCount"), 13)
  }),
  fourOperating(
    "4-older-quantities",
    "M/quantities and M/quantities/{operationId}/result are M5 and M6",
    async ({ api, house }) => {
      const { path } = await house
      const started = status(await api.post(`${path}/quantities`, { calculators: ["Count"] }), 202)
      await follow(api, started.string("id"))
      const result = status(await api.get(`${path}/quantities/${started.string("id")}/result`), 200)
      status(await api.get(`${path}/products/quantities/${started.string("id")}/result`), 200)
      same("members", Object.keys(result.object()), ["downloadUrl"])
    }
  )
]
