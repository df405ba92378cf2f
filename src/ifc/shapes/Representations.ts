import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import type { Rewriting } from "./Rewriting.ts"
import { StepArguments } from "../step/StepArguments.ts"

/** Identifiers of representations that show something else than the body of a product. */
const others = new Set(
  "annotation axis body-fallback boundary boundingbox box clearance cog footprint lighting plan profile reference survey walkingline".split(
    " "
  )
)

/** Types of representations that have no body. */
const bodiless =
  /^(Point|PointCloud|Curve|Curve2D|Curve3D|Segment|Annotation2D|FillArea|Text|GeometricCurveSet|BoundingBox|LightSource)$/i

/** Ranks of representations that are no body: never one, and whatever is not known. */
const never = Infinity
const unknown = 40

/** Returns how well an identifier names the body, 0 for the best. */
const rankOfName = (name: string): number => {
  const lower = name.trim().toLowerCase()
  if (lower === "body") return 0
  if (lower === "facetation" || lower === "tessellation") return 10
  if (lower === "") return 20
  return others.has(lower) ? never : lower === "surface" ? unknown + 10 : unknown
}

/** The representation that is the body of a shape, and where the list of the shape names it. */
interface Body {
  readonly row: number
  readonly from: number
  readonly to: number
}

/**
 * Returns a function that finds the body among the representations of a shape, null if it has none: of several bodies
 * the one for the model view, else the first; without one that of facets, else one without identifier, else one whose
 * identifier names nothing else.
 *
 * Source: IFC 4.3, IfcShapeRepresentation, table of RepresentationIdentifier; IfcGeometricProjectionEnum.
 */
export const bodyFinder = (file: IfcFile): ((read: InstanceReader) => Body | null) => {
  const inner = file.freeReader()
  const list = new StepArguments(file.bytes)
  const ranks = new Map<number, number>()

  const rankOfView = (context: number): number => {
    if (!file.is(context, "IfcGeometricRepresentationSubContext") || !inner.openRow(context)) return 1
    return inner.word(8) === "MODEL_VIEW" ? 0 : 2
  }
  const rankOf = (row: number): number => {
    if (row < 0 || !inner.openRow(row)) return never
    const [context, name, type] = [inner.row(0), inner.onceString(1) ?? "", inner.onceString(2) ?? ""]
    const rank = rankOfName(name)
    if (rank === 0) return rankOfView(context)
    return bodiless.test(type.trim()) ? never : rank + rankOfView(context)
  }

  return (read) => {
    if (read.kind(2) !== "list" || !list.open(read.start(2), read.end(2))) return null
    let [best, bestRow, least] = [-1, -1, never]
    for (let i = 0; i < list.count; i++) {
      const row = file.rowOf(list.reference(i))
      const rank = ranks.getOrInsertComputed(row, () => rankOf(row))
      if (rank < least) [best, bestRow, least] = [i, row, rank]
    }
    return best < 0 ? null : { row: bestRow, from: list.start(best), to: list.end(best) }
  }
}

/**
 * Blanks the references from shapes of products to all representations but that of the body, because the engine draws
 * them all, on top of each other.
 */
export const keepBodies = (file: IfcFile, rewriting: Rewriting): void => {
  const read = file.freeReader()
  const bodyOf = bodyFinder(file)
  for (const shape of file.rowsOf("IfcProductDefinitionShape")) {
    if (!read.openRow(shape) || read.kind(2) !== "list") continue
    const [from, to] = [read.start(2) + 1, read.end(2) - 1]
    const body = bodyOf(read)
    if (body === null) rewriting.blank(from, to)
    else {
      rewriting.blank(from, body.from)
      rewriting.blank(body.to, to)
    }
  }
}
