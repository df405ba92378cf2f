import { join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import * as Layers from "../../dataframe/edits/overlay/Layers.ts"
import type { Calculator } from "../../dataframe/query/quantities/Calculator.ts"
import { qualityReport } from "../../dataframe/query/quantities/QualityReport.ts"
import { calculate } from "../../dataframe/query/quantities/Quantities.ts"
import * as ViewText from "../../dataframe/query/answer/ViewText.ts"
import * as Bits from "../../dataframe/table/Bits.ts"
import { parquet } from "../../dataframe/parquet/Parquet.ts"
import { open, type ProductTable } from "../../dataframe/table/ProductTable.ts"
import { sizeOfPicture } from "../../domain/models/DerivedFile.ts"
import { noFilters } from "../../domain/products/Filter.ts"
import { writeExchange } from "../../geometry/gltf/Exchange.ts"
import { readExchange } from "../../geometry/gltf/ReadExchange.ts"
import { writeView } from "../../geometry/gltf/View.ts"
import { picture } from "../../geometry/picture/Picture.ts"
import { nothing } from "../../geometry/Scene.ts"
import { without } from "../../geometry/Without.ts"
import { DeriveFilesJob } from "../../ports/operations/Jobs.ts"
import * as Job from "../Job.ts"
import { write } from "./Files.ts"
import { asked, measuresOf } from "./Measures.ts"

const deletedOf = (table: ProductTable): ReadonlySet<string> => {
  const { deleted } = table
  if (deleted === null) return new Set()
  const rows = Array.from({ length: table.count }, (_, row) => row).filter((row) => Bits.has(deleted, row))
  return new Set(rows.map((row) => table.guidOf(row)))
}

/** Makes a file of the published state of a model: deleted products have no shape, and edited quantities count. */
export const deriveFiles = (known: ReadonlyArray<Calculator>): Job.Job =>
  Job.make(DeriveFilesJob, ({ geometry, name, ...request }, { progress, scratch }) =>
    Effect.gen(function* () {
      const bytesOf = (path: string) => Effect.promise(() => Bun.file(resolve(scratch, path)).bytes())
      const table = open(yield* bytesOf(request.table))
      const [view = "", published = ""] = Buffer.from(yield* bytesOf(request.published))
        .toString()
        .split("\n")
      const texts = { published: Buffer.from(published), personal: EditText.nothing }
      const seen = Layers.seen(table, ViewText.read(view), texts)
      progress(0.2)
      const keep = (parts: Iterable<string | Uint8Array>) => Effect.promise(() => write(join(scratch, name), parts))
      if (name === "products.parquet") {
        yield* keep(parquet(seen.table).map(({ bytes }) => bytes))
        return { triangles: 0 }
      }
      if (name === "quality.json") {
        const measures = asked(yield* measuresOf(geometry?.measures ?? null, scratch, table))
        const request = { calculators: known, filters: noFilters, computed: measures }
        const quantities = Either.getOrThrow(calculate(seen.table, seen.view, request))
        yield* keep([JSON.stringify({ byClass: qualityReport(quantities, measures) })])
        return { triangles: 0 }
      }
      const all = geometry === null ? nothing : readExchange(yield* bytesOf(geometry.exchange))
      const scene = without(all, deletedOf(seen.table))
      progress(0.5)
      const size = sizeOfPicture(name)
      if (size !== null) {
        yield* keep([picture(scene, size)])
        return { triangles: 0 }
      }
      const { parts, triangles } =
        name === "exchange.glb" ? writeExchange(scene) : yield* Effect.promise(() => writeView(scene))
      yield* keep(parts)
      return { triangles }
    })
  )
