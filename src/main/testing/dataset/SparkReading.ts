import { type TableName, tableNames } from "../../../domain/dataset/DatasetTables.ts"
import type { Answer, Asked, Found } from "./DatasetReading.ts"
import type { Spark, SparkAnswer } from "./Spark.ts"

const sums: Readonly<Record<TableName, string>> = {
  products: "count(*), count(distinct name), count(distinct material), min(guid), max(guid)",
  properties: "count(*), count(number), sum(number), count(text), count(distinct text), count(boolean), sum(number_si)",
  quantities: "count(*), sum(value), count(distinct source), min(measure), count(case when suspect then 1 end)"
}

/** Settings for the catalog of a service, `plinth`, and for tables by their path. Tables change while they are read. */
export const settingsOf = (url: string, token: string, folder: string): Readonly<Record<string, string>> => {
  const catalog = (name: string, settings: Readonly<Record<string, string>>) => ({
    [`spark.sql.catalog.${name}`]: "org.apache.iceberg.spark.SparkCatalog",
    [`spark.sql.catalog.${name}.cache-enabled`]: "false",
    ...Object.fromEntries(
      Object.entries(settings).map(([key, value]) => [`spark.sql.catalog.${name}.${key}`, value] as const)
    )
  })
  return {
    ...catalog("plinth", { type: "rest", uri: `${url}/iceberg`, token }),
    ...catalog("default_iceberg", { type: "hadoop", warehouse: folder }),
    "spark.sql.warehouse.dir": folder
  }
}

const facts =
  "model_id, property_set, property, count(*), count(number), sum(number_si) filter (where number is not null), " +
  "count(text), count(distinct text), count(boolean), count(distinct coalesce(unit_si, ''))"
const cells = "model_id, guid, property_set, property, text, number, boolean, number_si"
const quantities = "model_id, guid, measure, value, origin, source, suspect"

const rowsOf = (answer: SparkAnswer) => {
  if ("error" in answer) throw new Error(answer.error)
  return answer.rows
}

const answerOf = (answer: SparkAnswer): Answer => ("error" in answer ? answer.error : answer.rows[0]!)

/** Reads a dataset with Spark by the catalog, by the path of the metadata, and by the folder of each table. */
export const read = async (spark: Spark, { projectId, samples, tables }: Asked): Promise<Found> => {
  const models = Object.keys(samples)
  const nameOf = (table: TableName) => `plinth.project_${projectId}.${table}`
  const locationOf = (table: TableName) => tables[table]!["metadataLocation"]!
  const properties = nameOf("properties")
  const { listed } = await spark.ask({ listed: `select snapshot_id from ${properties}.snapshots` })
  const snapshots = rowsOf(listed!).map(([id]) => String(id))
  const views: Record<string, string> = {}
  const view = (name: string, path: string, more = "") => {
    views[name] = `create or replace temporary view ${name} using iceberg options (path '${path}'${more})`
    return name
  }

  const ways = (table: TableName): Readonly<Record<string, string>> => ({
    catalog: nameOf(table),
    path: view(`path_${table}`, locationOf(table)),
    folder: view(`folder_${table}`, locationOf(table).split("/metadata/")[0]!)
  })
  const travels = (snapshot: string): Readonly<Record<string, string>> => ({
    catalog: `${nameOf("properties")} version as of ${snapshot}`,
    path: view(`path_of_${snapshot}`, locationOf("properties"), `, versionAsOf '${snapshot}'`)
  })
  const questions = (key: string, what: string, places: Readonly<Record<string, string>>) =>
    Object.entries(places).map(([way, from]) => [`${key}, ${way}`, `select ${what} from ${from}`] as const)
  const guids = Object.values(samples).flatMap((sample) => sample.map((guid) => `'${guid}'`))
  const asked = Object.fromEntries([
    ...tableNames.flatMap((table) => questions(table, sums[table], ways(table))),
    ...snapshots.flatMap((snapshot) => questions(snapshot, "count(*), sum(number)", travels(snapshot))),
    ...models.map(
      (model) =>
        [`model ${model}`, `select count(distinct text) from ${properties} where model_id = '${model}'`] as const
    ),
    ["facts", `select ${facts} from ${properties} group by all`],
    ["cells", `select ${cells} from ${properties} where guid in (${guids.join(", ")})`],
    ["quantities", `select ${quantities} from ${nameOf("quantities")}`]
  ])

  for (const answer of Object.values(await spark.ask(views))) rowsOf(answer)
  const found = await spark.ask(asked)
  const byWay = (key: string, some: ReadonlyArray<string>) =>
    Object.fromEntries(some.map((way) => [`Spark, ${way}`, answerOf(found[`${key}, ${way}`]!)]))
  const planned = (model: string): number => {
    const answer = found[`model ${model}`]!
    rowsOf(answer)
    return "files" in answer ? answer.files : Number.NaN
  }
  return {
    answers: Object.fromEntries(tableNames.map((table) => [table, byWay(table, ["catalog", "path", "folder"])])),
    history: Object.fromEntries(snapshots.map((snapshot) => [snapshot, byWay(snapshot, ["catalog", "path"])])),
    planned: Object.fromEntries(models.map((model) => [model, planned(model)])),
    facts: rowsOf(found["facts"]!) as unknown as Found["facts"],
    cells: rowsOf(found["cells"]!) as unknown as Found["cells"],
    quantities: rowsOf(found["quantities"]!) as unknown as Found["quantities"]
  }
}
