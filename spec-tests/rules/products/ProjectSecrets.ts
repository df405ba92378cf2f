import { type Answer, type Json, type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import { admit } from "../../harness/Editing.ts"
import { fixture, importBytes } from "../../harness/Imports.ts"
import { made, rowsOfModel } from "../../harness/ProjectQuestions.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const thirteen = rules("contract 13", operating)

const count = { calculator: "Count" }
const rowsPath = "/products/properties/query"
const groupsPath = "/products/groups"

/** The plain value of a cell, or null if it has none. */
const plain = (cell: Json | undefined): Json => {
  const value = typeof cell === "object" && cell !== null ? ((cell as JsonObject)["Value"] ?? null) : (cell ?? null)
  return typeof value === "object" ? null : value
}

/** Operators by which the id of one model may match that of another: "8" is part of "18". Ids differ between projects. */
const dependsOnOtherIds = new Set(["Contains", "StartsWith", "EndsWith", "GreaterThanOrEquals", "LessThanOrEquals"])

/** Returns leaves of every operator that a product with the value would meet. */
const leaves = (property: string, value: Json): ReadonlyArray<{ readonly operator: string }> => {
  const text = textOf(value)
  return [
    ...["Equals", "NotEquals", "GreaterThanOrEquals", "LessThanOrEquals"].map((operator) => ({ operator, value })),
    ...["In", "NotIn"].map((operator) => ({ operator, value: [value] })),
    ...["Contains", "StartsWith", "EndsWith"].map((operator) => ({ operator, value: text })),
    { operator: "Between", value: [value, value] },
    { operator: "Matches", value: "." },
    { operator: "Exists" },
    { operator: "NotExists" }
  ].map((leaf) => ({ property, ...leaf }))
}

/** The status and body of an answer without members that differ between projects. */
const told = (answer: Answer): unknown => [
  answer.status,
  answer.text.replaceAll(/"(requestId|PropertyId|instance)":"[^"]*"/g, `"$1":"…"`)
]

export const projectSecrets = [
  thirteen(
    "13-no-access-cells",
    "A query has the same result whether an unreadable model exists or not, whatever is requested",
    async (context) => {
      const both = await made(context, "Secret model")
      const { house } = both
      await admit(context, house, "NoAccess")
      const without = await context.newProject("Without the secret model")
      await admit(
        context,
        await importBytes(context.api, without, await fixture("bridge.ifc"), { modelName: "Bridge" }),
        "Viewer"
      )
      const ask = async (path: string, body: object): Promise<void> => {
        const [hidden, absent] = await Promise.all(
          [both.project, without].map((project) => context.second.post(`${project.path}${path}`, body))
        )
        same(`${path} ${JSON.stringify(body).slice(0, 300)}`, told(hidden!), told(absent!))
      }
      const listed = status(await context.api.get(`${house.path}/products/properties/available-data`), 200)
      const fields = listed.list("fields").map(String)
      const rows = await rowsOfModel(context, house, { fields })
      let tried = 0
      const fieldsOnce = ["Guid"]
      await each(
        fields,
        (field) => field,
        async (field) => {
          const values = [...new Set(rows.map((row) => plain(row[field])))].filter((value) => value !== null)
          await ask(rowsPath, { fields: ["Guid", field] })
          await ask(rowsPath, { fields: fieldsOnce, sort: [{ property: field, descending: true }] })
          await ask(groupsPath, { groupBy: ["Model", field], measures: [count] })
          await ask(groupsPath, { groupBy: [], measures: [{ property: field, function: "CountDistinct" }] })
          await ask(rowsPath, { fields: fieldsOnce, filters: [{ property: field, operator: "In", value: values }] })
          const conditions = values.flatMap((value) => leaves(field, value))
          tried += rows.length * 5 + conditions.length
          for (let at = 0; at < conditions.length; at += 150) {
            const where = { or: conditions.slice(at, at + 150) }
            await ask(rowsPath, { fields: fieldsOnce, where })
            await ask(groupsPath, { groupBy: ["Class"], measures: [count], where: { not: where } })
          }
        }
      )
      holds(`2,000 cells were tried, not ${tried}`, tried >= 2000)
      for (const value of ["house", house.modelId]) {
        for (const property of ["Model", "Model.Name", "Model.ModelId"]) {
          for (const where of leaves(property, value)) {
            if (value === house.modelId && dependsOnOtherIds.has(where.operator)) continue
            await ask(rowsPath, { fields: fieldsOnce, where })
            await ask(groupsPath, { groupBy: ["Model"], measures: [count], where })
          }
        }
        await ask(rowsPath, { fields: fieldsOnce, filters: { Model: value } })
      }
      await ask(rowsPath, { models: [house.modelId] })
      const path = "/products/properties/available-data?pageSize=5000"
      const [hidden, absent] = await Promise.all(
        [both.project, without].map((project) => context.second.get(`${project.path}${path}`))
      )
      same("available-data", told(hidden!), told(absent!))
      await each(
        fields.slice(0, 20),
        (field) => field,
        async (property) => {
          const query = { where: { property, operator: "Exists" }, models: [house.modelId], fields: fieldsOnce }
          const saved = await context.api.post(`${both.project.path}/queries`, { name: property, query, shared: true })
          const savedQuery = status(saved, 201).number("id")
          const asked = await context.second.post(`${both.project.path}${rowsPath}`, { savedQuery })
          const sent = await context.second.post(`${without.path}${rowsPath}`, query)
          same(`saved ${property}`, told(asked), told(sent))
        }
      )
    }
  )
]
