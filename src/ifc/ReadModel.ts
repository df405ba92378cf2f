import * as Either from "effect/Either"
import { InvalidModelFile } from "../domain/models/InvalidModelFile.ts"
import type { ReadModel } from "../domain/models/ModelContent.ts"
import { Classifications } from "./properties/Classifications.ts"
import { Decomposition } from "./structure/Decomposition.ts"
import { geoReferenceOf } from "./structure/GeoReferences.ts"
import { GlobalIds } from "./structure/GlobalIds.ts"
import { Groups } from "./structure/Groups.ts"
import { IfcFile } from "./index/IfcFile.ts"
import { ImportLog } from "./index/ImportLog.ts"
import { Locations } from "./structure/Locations.ts"
import { Materials } from "./properties/Materials.ts"
import { MaterialSets } from "./properties/MaterialSets.ts"
import { ObjectProperties } from "./properties/ObjectProperties.ts"
import { ObjectSets } from "./properties/ObjectSets.ts"
import { readProducts } from "./structure/Products.ts"
import { Properties } from "./properties/Properties.ts"
import { PropertySets } from "./properties/PropertySets.ts"
import { readHeader } from "./step/StepHeader.ts"
import { Units } from "./units/Units.ts"
import { Values } from "./properties/Values.ts"

/** Progress after the pass over the bytes, and before the products are read. */
const scanned = 0.5
const related = 0.6

export interface ReadOptions {
  /** Progress callback: receives the progress from 0 to 1 now and then; it never decreases. */
  readonly onProgress?: (fraction: number) => void
}

/**
 * Reads the data of an IFC file: products, properties, units, locations, materials, classifications. Shapes are not
 * read.
 *
 * Reads IFC2X3, IFC4, IFC4X3 and their relatives (as the nearest of these) in the clear text encoding of STEP, up to 4
 * GiB. Returns the content and a report of what was left out or read differently from how it is written. Fails with
 * `InvalidModelFile` if the file is no STEP file, has another schema, no DATA section or no IfcProject, and says so if
 * that is because the file ends in the middle.
 *
 * Source: ISO 10303-21:2016; ISO 16739-1:2024 and its predecessors.
 */
export const readModel = (bytes: Uint8Array, options: ReadOptions = {}): Either.Either<ReadModel, InvalidModelFile> =>
  Either.map(openModel(bytes, options), contentOf)

/** A file and everything that was extracted from it. */
export type OpenModel = ReturnType<typeof extract>

/**
 * Opens a file as `readModel` does.
 *
 * @param isWhole whether to keep all instances, including those of shapes; if so, the property values of products are
 * not collected
 */
export const openModel = (
  bytes: Uint8Array,
  options: ReadOptions = {},
  isWhole = false
): Either.Either<OpenModel, InvalidModelFile> => {
  const onProgress = options.onProgress ?? (() => {})
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Either.flatMap(readHeader(buffer), (header) => {
    const log = new ImportLog(bytes)
    const file = new IfcFile(buffer, header, log, (fraction) => onProgress(fraction * scanned), isWhole)
    const { ending } = file.index
    if (file.rowsOf("IfcProject").length === 0) {
      return Either.left(
        ending?.isCut === true
          ? new InvalidModelFile({ line: log.lineAt(ending.at), reason: `${ending.reason}, before any IfcProject.` })
          : new InvalidModelFile({ line: 0, reason: "The file holds no IfcProject." })
      )
    }
    if (ending !== null) log.warn(ending.isCut ? `${ending.reason}, and was read up to its end` : ending.reason)
    onProgress(scanned)
    return Either.right(extract(file, log, onProgress, !isWhole))
  })
}

const extract = (file: IfcFile, log: ImportLog, onProgress: (fraction: number) => void, withCells: boolean) => {
  const units = new Units(file)
  const values = new Values(file, units)
  const single = new Properties(file, units, values)
  const sets = new PropertySets(file, single, values)
  const objects = new ObjectSets(file, sets)
  const properties = new ObjectProperties(file, objects, sets, values)
  const relations = new Decomposition(file)
  const guids = new GlobalIds(log)
  const locations = new Locations(file, relations, guids)
  const materials = new Materials(file, objects, new MaterialSets(file, single, values))
  const classifications = new Classifications(file, objects)
  const groups = new Groups(file, relations, guids)
  // Spatial elements come last: many may share long properties, which could use up the shared allowance.
  const spatial = locations.content(properties, units.units[units.ofKind("LENGTHUNIT")]?.toSi ?? 1)
  onProgress(related)
  const sources = { relations, guids, objects, sets, properties, locations, materials, classifications, groups }
  const progress = (part: number) => onProgress(related + part * (1 - related))
  const { cells, products, rows } = readProducts(file, sources, progress, withCells)
  onProgress(1)
  return { ...sources, file, log, units, values, single, spatial, products, cells, rows }
}

const contentOf = (model: OpenModel): ReadModel => {
  const { cells, classifications, file, groups, log, materials, products, properties, sets, spatial, units, values } =
    model
  let propertyRecords = 0
  for (const row of file.rowsOf("IfcProduct")) propertyRecords += properties.records(row)
  const counts = new Map<string, number>()
  for (const index of products.class) {
    const name = products.classes[index]!
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return {
    content: {
      schema: file.schema.name,
      texts: file.texts.texts,
      lists: file.texts.lists,
      products,
      properties: sets.content(),
      values: values.content(),
      cells,
      units: units.units,
      locations: spatial,
      materials: materials.materials,
      materialSets: materials.sets,
      codifications: classifications.codifications,
      codes: classifications.codes,
      codeSets: classifications.sets,
      groups: groups.groups,
      groupSets: groups.sets,
      lengthUnit: units.ofKind("LENGTHUNIT"),
      areaUnit: units.ofKind("AREAUNIT"),
      volumeUnit: units.ofKind("VOLUMEUNIT")
    },
    report: {
      incomplete: file.index.ending?.isCut === true,
      schema: file.header.fileSchema,
      entities: file.index.instances,
      products: Object.fromEntries(counts),
      propertyRecords,
      skipped: log.skipped(),
      duplicateGlobalIds: log.duplicateGlobalIds.done(),
      duplicateProperties: log.duplicateProperties.done(),
      withoutShape: log.withoutShape.done(),
      fixedAttributeSets: Object.fromEntries(log.fixedAttributeSets),
      warnings: log.warnings()
    },
    position: geoReferenceOf(file, units)
  }
}
