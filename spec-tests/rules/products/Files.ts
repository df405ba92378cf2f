import type { Answer, Json, JsonObject } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { plan } from "../../harness/ProjectQuestions.ts"
import { rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const fourteen = rules("contract 14")
const withSignIn = rules("contract 14", ["storage", "auth"])

const ndjson = "application/x-ndjson"
const formats = [
  ["text/csv", "Guid", "csv"],
  ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK\u0003\u0004", "xlsx"],
  ["application/vnd.apache.parquet", "PAR1", "parquet"],
  ["application/vnd.apache.arrow.stream", "\u00ff\u00ff\u00ff\u00ff", "arrows"],
  [ndjson, '{"Guid":', "ndjson"]
] as const

const queryPath = async (context: Context): Promise<string> => `${(await context.house).path}/products/properties/query`

const file = async (context: Context, accept: string, body: object, parameters = ""): Promise<Answer> =>
  context.api.post((await queryPath(context)) + parameters, body, { accept })

const linesOf = (answer: Answer): ReadonlyArray<JsonObject> =>
  status(answer, 200)
    .text.split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonObject)

/** The plain value of a cell of M4. */
const plain = (field: string, cell: Json | undefined): Json => {
  if (typeof cell !== "object" || cell === null) return cell ?? null
  const object = cell as JsonObject
  switch (field) {
    case "SpatialLocation":
      return ["Space", "Floor", "Building", "Site"].map((level) => object[level]).find(Boolean) ?? null
    case "Code":
      return (
        Object.values(object)
          .map((code) => (code as { readonly Identification: string }).Identification)
          .join("; ") || null
      )
    case "MaterialLayerSet":
      // A product without material has an empty text there.
      return object["Layers"] || null
    case "Model":
      return object["Name"] ?? null
    default:
      return object["Value"] ?? null
  }
}

const fields = ["Name", "Class", "SpatialLocation", "MaterialLayerSet", "Code", "Width", "IsExternal", "Description"]

export const files = [
  fourteen(
    "14-formats",
    "Each format has its media type, a file name, the version of the model and its first bytes",
    async (context) => {
      const version = status(await file(context, "application/json", { fields: ["Guid"] }), 200).header(
        "x-model-version-id"
      )
      await each(
        formats,
        ([type]) => type,
        async ([type, first, extension]) => {
          const answer = status(await file(context, type, { fields: ["Guid"] }), 200)
          same("Content-Type", answer.type, type)
          matches(
            "Content-Disposition",
            answer.header("content-disposition"),
            new RegExp(`^attachment; filename=".+\\.${extension}"`)
          )
          same("X-Model-Version-Id", answer.header("x-model-version-id"), version)
          holds("Vary", answer.header("vary").toLowerCase().includes("accept"))
          holds("first bytes", Buffer.from(answer.bytes).toString("latin1").startsWith(first))
        }
      )
    }
  ),
  fourteen(
    "14-plain-values",
    "A file has Guid first, then the plain values of the fields of M4, and all rows",
    async (context) => {
      const expected = await rows(context, await context.house, { fields: ["Guid", ...fields] })
      const found = linesOf(await file(context, ndjson, { fields }))
      same("columns", Object.keys(found[0]!), ["Guid", ...fields])
      same(
        "rows",
        found,
        expected.map((row) => Object.fromEntries(["Guid", ...fields].map((field) => [field, plain(field, row[field])])))
      )
      const page = linesOf(await file(context, ndjson, { fields: [] }, "?page=2&pageSize=2"))
      same(
        "page",
        page.map(({ Guid }) => Guid!),
        expected.slice(2, 4).map(({ Guid }) => Guid!)
      )
    }
  ),
  fourteen("14-accept", "Another Accept, a wildcard and a lower preference get JSON", async (context) => {
    const accepts = [
      "*/*",
      "text/*",
      "text/html, */*;q=0.8",
      "application/json, text/csv",
      "text/csv;q=0.1, application/json",
      "text/csv;q=0"
    ]
    await each(accepts, String, async (accept) => {
      same("Content-Type", status(await file(context, accept, {}), 200).type, "application/json")
    })
    same("preferred", status(await file(context, "text/csv, */*;q=0.5", {}), 200).type, "text/csv")
  }),
  fourteen(
    "14-csv-options",
    "CSV accepts bom, separator, decimal and unitsInHeader; wrong ones are 400",
    async (context) => {
      const body = { fields: ["Name", "NetSideArea"] }
      const header = async (parameters: string): Promise<string> =>
        status(await file(context, "text/csv", body, parameters), 200).text.split("\r\n")[0]!
      same("plain", await header(""), "Guid,Name,NetSideArea")
      same("separator", await header("?separator=%3B"), "Guid;Name;NetSideArea")
      matches("unit", await header("?unitsInHeader=true"), /^Guid,Name,NetSideArea \[Square\w+\]$/)
      const { bytes } = status(await file(context, "text/csv", body, "?bom=true"), 200)
      same("bom", [...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
      const decimal = status(await file(context, "text/csv", body, "?separator=%3B&decimal=%2C"), 200)
      holds("decimal", /;\d+,\d+\r\n/.test(decimal.text), decimal.text)
      await each(
        ["?bom=maybe", "?separator=ab", "?decimal=x", "?unitsInHeader=1"],
        String,
        async (parameters) => void errorView(await file(context, "text/csv", body, parameters), 400, "InvalidParameter")
      )
    }
  ),
  withSignIn(
    "14-errors",
    "Requests that JSON refuses are refused before the first byte, and a stranger gets no file",
    async (context) => {
      const filters = [{ property: "No such property", operator: "Equals", value: "x" }]
      errorView(await file(context, "text/csv", { filters }), 400, "InvalidFilter")
      const stranger = await context.anonymous.post(await queryPath(context), {}, { accept: "text/csv" })
      same("without a token", stranger.status, 401)
    }
  ),
  fourteen(
    "14-projects",
    "Queries and groups of a project are files named after it, without a version",
    async (context) => {
      const { project } = await plan(context)
      const answer = status(
        await context.api.post(
          `${project.path}/products/properties/query`,
          { fields: ["Model", "Name"] },
          { accept: ndjson }
        ),
        200
      )
      same("version", answer.headers.get("x-model-version-id"), null)
      same("columns", Object.keys(linesOf(answer)[0]!), ["Guid", "Model", "Name"])
      same("models", [...new Set(linesOf(answer).map(({ Model }) => Model!))], ["Bridge", "house"])
      const body = { groupBy: ["Model"], measures: [{ calculator: "Count" }, { property: "Width", function: "Count" }] }
      const groups = await context.api.post(`${project.path}/products/groups`, body, { accept: ndjson })
      same("columns of groups", Object.keys(linesOf(groups)[0]!), [
        "Model",
        "count",
        "Count",
        "Count measured",
        "Count(Width)",
        "Count(Width) measured"
      ])
    }
  )
]
