import { copyFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { open, type ProductTable } from "../../dataframe/table/ProductTable.ts"
import type { Offset } from "../../domain/models/Coordinates.ts"
import type { GeometryReport, ImportReport, ReportList } from "../../domain/models/ModelContent.ts"
import { originOf, writeExchange } from "../../geometry/gltf/Exchange.ts"
import { writeView } from "../../geometry/gltf/View.ts"
import { doubts } from "../../geometry/measures/Checks.ts"
import { type Doubtful, measuresOf } from "../../geometry/measures/Measures.ts"
import { encode, type MeasureColumns, unmeasured } from "../../geometry/measures/MeasureTable.ts"
import { meshesOf, withoutOpenings } from "../../geometry/meshes/Meshes.ts"
import { mostBytes } from "../../geometry/meshes/Pieces.ts"
import { picture, THUMBNAIL } from "../../geometry/picture/Picture.ts"
import { nothing, type Scene } from "../../geometry/Scene.ts"
import { openModel, type OpenModel } from "../../ifc/ReadModel.ts"
import { mostRewritten } from "../../ifc/shapes/Rewriting.ts"
import { type ShapedElement, shapesOf } from "../../ifc/shapes/Shapes.ts"
import { type JobContext, JobRefused } from "../../ports/Computation.ts"
import { measuredFiles, MeasureModelJob } from "../../ports/operations/Jobs.ts"
import { bytesOfFile } from "../../runtime/MappedFile.ts"
import { collect } from "../Collected.ts"
import * as Job from "../Job.ts"
import * as BegunElement from "./BegunElement.ts"
import { write } from "./Files.ts"

/** Progress after each step. A step that reports nothing while it runs must be short. */
const OPENED = 0.06
const INDEXED = 0.1
const MESHED = 0.7
const GROSS = 0.8
const MEASURED = 0.84
const EXCHANGE = 0.88
const VIEW = 0.94
const DRAWN = 0.96

const mostListed = 1000

const listOf = ({ products }: OpenModel, rows: ReadonlyArray<number>): ReportList<{ guid: string; class: string }> => ({
  count: rows.length,
  first: rows.slice(0, mostListed).map((row) => ({
    guid: products.guid[row]!,
    class: products.classes[products.class[row]!]!
  }))
})

/** The `measuredFiles` with their parts. */
interface Written {
  readonly files: ReadonlyArray<readonly [string, Iterable<Uint8Array>]>
  readonly exchangeTriangles: number
  readonly viewTriangles: number
  readonly offset: Offset
}

/** Files and report of the geometry of an IFC file. */
export interface Measured extends Written {
  readonly report: GeometryReport
  /** Sentences about anything else worth knowing. */
  readonly warnings: ReadonlyArray<string>
}

const notAll = `More than ${mostRewritten} profiles, directions and scales of the file would be misread by the geometry engine. Only the first of them were rewritten for it, so shapes with the others may be off by some percent, or missing.`

/** The maximum number of products that a warning names. */
const mostNamed = 10

/** Returns the warning about elements that were not meshed, if there are any. */
const notMeshed = (elements: ReadonlyArray<ShapedElement>, what: string): ReadonlyArray<string> => {
  if (elements.length === 0) return []
  const named = elements.slice(0, mostNamed).map(({ guid }) => guid)
  const more = elements.length > mostNamed ? ", …" : ""
  return [`Making the shapes of ${elements.length} elements${what} took too long: ${named.join(", ")}${more}.`]
}

/** Returns a sentence for each reason why volumes were left out. */
const doubtsOf = ({ products }: OpenModel, doubtful: Doubtful): ReadonlyArray<string> =>
  Array.from(
    Map.groupBy(doubtful, ([, doubt]) => doubt),
    ([doubt, found]) => {
      const named = found.slice(0, mostNamed).map(([row]) => products.guid[row]!)
      const all = found.length > mostNamed ? `${named.join(", ")} and others` : named.join(", ")
      return `The volumes of ${found.length} products are left out, because ${doubts[doubt]}: ${all}.`
    }
  )

/**
 * Collects garbage. The collector waits until the garbage is as large as the live data, and the memory of an engine
 * counts as live while it waits: for a large file that is more than a worker may have.
 */
const collected = async (): Promise<void> => {
  await Bun.sleep(0)
  collect()
}

/** Returns what the files of a scene take off its coordinates, in the axes of IFC, where z points up. */
const offsetOf = (scene: Scene): Offset => {
  const [x, y, z] = originOf(scene)
  return [x, 0 - z, y]
}

const written = async (
  scene: Scene,
  columns: MeasureColumns,
  progress: (fraction: number) => void
): Promise<Written> => {
  const exchange = writeExchange(scene)
  progress(EXCHANGE)
  await collected()
  const view = await writeView(scene)
  progress(VIEW)
  const image = picture(scene, THUMBNAIL)
  progress(DRAWN)
  return {
    files: [
      [measuredFiles.measures, [encode(columns)]],
      [measuredFiles.exchange, exchange.parts],
      [measuredFiles.view, view.parts],
      [measuredFiles.picture, [image]]
    ],
    exchangeTriangles: exchange.triangles,
    viewTriangles: view.triangles,
    offset: offsetOf(scene)
  }
}

/**
 * Computes the geometry of a model that was opened with all its instances.
 *
 * @param begun receives each element that is about to be meshed
 */
export const measured = async (
  bytes: Uint8Array,
  model: OpenModel,
  progress: (fraction: number) => void = () => {},
  begun: BegunElement.BegunElement = { begins: () => () => true, end: () => {} }
): Promise<Measured> => {
  const shapes = shapesOf(model)
  progress(INDEXED)
  const toMeshed = (part: number) => progress(INDEXED + part * (MESHED - INDEXED))
  const meshes = await meshesOf(bytes, shapes, toMeshed, begun.begins("net"))
  begun.end()
  await collected()
  const hosts = withoutOpenings(shapes)
  const toGross = (part: number) => progress(MESHED + part * (GROSS - MESHED))
  const gross = hosts.elements.length === 0 ? null : await meshesOf(bytes, hosts, toGross, begun.begins("gross"))
  begun.end()
  await collected()
  progress(GROSS)
  const { columns, doubtful, faults } = measuresOf(
    model.file.schema.name,
    model.products.count,
    shapes,
    meshes,
    gross,
    (part) => progress(GROSS + part * (MEASURED - GROSS))
  )
  progress(MEASURED)
  await collected()
  const shaped = shapes.elements.filter(({ product }) => product >= 0).length
  return {
    ...(await written(meshes.scene, columns, progress)),
    report: {
      meshed: shaped - faults.missing.length,
      missing: listOf(model, faults.missing),
      empty: listOf(model, faults.empty),
      open: listOf(model, faults.open),
      failure: null
    },
    warnings: [
      ...(shapes.isWhollyRewritten ? [] : [notAll]),
      ...doubtsOf(model, doubtful),
      ...notMeshed(meshes.skipped, ""),
      ...notMeshed(gross?.skipped ?? [], " without their openings, which are needed for gross quantities,")
    ]
  }
}

const tell = async (path: string, { report: geometry, warnings }: Pick<Measured, "report" | "warnings">) => {
  const report = (await Bun.file(path).json()) as ImportReport
  await Bun.write(path, JSON.stringify({ ...report, warnings: [...report.warnings, ...warnings], geometry }))
}

/** Opens a file whose products are those of a table, and computes its geometry. */
const measuredFile = Effect.fnUntraced(function* (
  path: string,
  table: ProductTable,
  { progress, scratch }: JobContext,
  without: ReadonlyArray<string>
) {
  const bytes = yield* Effect.promise(() => bytesOfFile(path))
  if (bytes.length > mostBytes) {
    return yield* new JobRefused({ code: "ResourceLimit", reason: "The file is too large for its shapes to be read." })
  }
  const model = yield* Either.mapLeft(
    openModel(bytes, {}, true),
    ({ line, reason }) => new JobRefused({ code: "InvalidModelFile", reason, line })
  )
  progress(OPENED)
  if (table.count !== model.products.count) return yield* Effect.dieMessage("The table is not that of the file")
  const begun = BegunElement.make(scratch, without)
  return yield* Effect.promise(() => measured(bytes, model, progress, begun)).pipe(Job.step("measure shapes"))
})

/**
 * Computes the geometry of an IFC file. Products that the engine cannot mesh have none, and the report names them.
 *
 * Fails with InvalidModelFile if it is not an IFC file, or ResourceLimit if it is longer than the engine can read.
 */
export const measureModel: Job.Job = Job.make(MeasureModelJob, (request, context) =>
  Effect.gen(function* () {
    const { progress, scratch } = context
    const table = open(yield* Effect.promise(() => Bun.file(resolve(scratch, request.table)).bytes()))
    const { file, picture: given, report: path, without } = request
    const told = file === null ? null : yield* measuredFile(resolve(scratch, file), table, context, without)
    const { exchangeTriangles, files, offset, viewTriangles } =
      told ?? (yield* Effect.promise(() => written(nothing, unmeasured(table.count), progress)))
    for (const [name, parts] of files) yield* Effect.promise(() => write(join(scratch, name), parts))
    if (given !== null && exchangeTriangles === 0) {
      yield* Effect.promise(() => copyFile(resolve(scratch, given), join(scratch, measuredFiles.picture)))
    }
    if (path !== null && told !== null) yield* Effect.promise(() => tell(resolve(scratch, path), told))
    return { exchangeTriangles, viewTriangles, offset }
  }).pipe(Effect.ensuring(Effect.sync(collect)))
)
