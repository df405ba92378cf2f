import { closeSync, mkdirSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { parquet } from "../src/dataframe/parquet/Parquet.ts"
import type { SeenModel } from "../src/dataframe/query/project/ProjectAnswer.ts"
import * as View from "../src/dataframe/query/View.ts"
import { encode } from "../src/dataframe/table/Container.ts"
import { open } from "../src/dataframe/table/ProductTable.ts"
import type { ModelContent } from "../src/domain/models/ModelContent.ts"
import { generate } from "./QueryData.ts"

/** The generated properties that the models contain: about ten values for each product. */
const kept = [
  ..."Unique,Reference,Status,Level,Property 4,Property 5,Property 6,Property 7,Property 8".split(","),
  ..."GrossArea,NetVolume,GrossVolume".split(",")
]

/** The property whose numbers differ by model, and the property whose text is different in all products. */
export const ownNumber = "NetVolume"
export const ownText = "Unique"

const isOwn = new RegExp(`^(${ownText} value|Größe "${ownText}")`)

const view = View.empty("1")

/** Returns the content with only the values of some properties. */
const only = (content: ModelContent, names: ReadonlyArray<string>): ModelContent => {
  const { cells, properties } = content
  const chosen = properties.flatMap(({ name }, i) => (names.includes(name) ? [i] : []))
  const places = new Map(chosen.map((from, to) => [from, to]))
  const at = Array.from({ length: cells.count }, (_, i) => i).filter((i) => places.has(cells.property[i]!))
  return {
    ...content,
    properties: chosen.map((i) => properties[i]!),
    cells: {
      count: at.length,
      product: Uint32Array.from(at, (i) => cells.product[i]!),
      property: Uint32Array.from(at, (i) => places.get(cells.property[i]!)!),
      value: Uint32Array.from(at, (i) => cells.value[i]!),
      flags: new Uint8Array(at.length)
    }
  }
}

/** Returns the content of another model: with different guids, unique texts and numbers of `ownNumber`. */
const ofModel = (content: ModelContent, model: number): ModelContent => {
  const { cells, products, properties, texts, values } = content
  const own = properties.findIndex(({ name }) => name === ownNumber)
  const number = values.number.slice()
  for (let i = 0; i < cells.count; i++) if (cells.property[i] === own) number[cells.value[i]!]! += model / 1024
  const prefix = model.toString(36).padStart(3, "0")
  return {
    ...content,
    texts: texts.map((text) => (isOwn.test(text) ? `${text} of ${model}` : text)),
    values: { ...values, number },
    products: { ...products, guid: products.guid.map((guid) => `1${prefix}${guid.slice(4)}`) }
  }
}

const write = (file: string, seen: SeenModel): void => {
  const out = openSync(file, "w")
  for (const { bytes } of parquet(seen.table)) writeSync(out, bytes)
  closeSync(out)
}

export interface ProjectData {
  readonly models: ReadonlyArray<SeenModel>
  readonly products: number
  /** The property values of all products. */
  readonly rows: number
}

/**
 * Makes a project of copies of one generated model, each in separate shared memory, and writes the long form of each as
 * a Parquet file under `folder`, in a folder with the name of the model.
 */
export const projectOf = (models: number, products: number, folder: string): ProjectData => {
  const content = only(generate(products).content, kept)
  const seen = Array.from({ length: models }, (_, m): SeenModel => {
    const encoded = encode(ofModel(content, m), { modelGuid: "0bench0000000000000000" })
    const container = new Uint8Array(new SharedArrayBuffer(encoded.length))
    container.set(encoded)
    const name = `M${String(m).padStart(4, "0")}`
    const table = open(container, { checked: true })
    const one = { model: { id: String(m + 1), name }, table, view, computed: null }
    mkdirSync(join(folder, `model=${name}`), { recursive: true })
    write(join(folder, `model=${name}`, "products.parquet"), one)
    return one
  })
  return { models: seen, products: models * products, rows: models * content.cells.count }
}
