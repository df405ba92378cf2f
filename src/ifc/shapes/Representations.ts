import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import type { Rewriting } from "./Rewriting.ts"
import { StepArguments } from "../step/StepArguments.ts"

/** Identifiers of representations that show something other than the body of a product. */
const others = new Set(
  "annotation axis body-fallback boundary boundingbox box clearance cog footprint lighting plan profile reference survey walkingline".split(
    " "
  )
)

/** Types of representations that have no body. */
const bodiless =
  /^(Point|PointCloud|Curve|Curve2D|Curve3D|Segment|Annotation2D|FillArea|Text|GeometricCurveSet|BoundingBox|LightSource)$/i

/** The ranks of representations that are never a body and of those with unknown identifiers. */
const never = Infinity
const unknown = 40

/** Returns the rank of a representation with this identifier; 0 is that of the body. */
const rankOfName = (name: string): number => {
  const lower = name.trim().toLowerCase()
  if (lower === "body") return 0
  if (lower === "facetation" || lower === "tessellation") return 10
  if (lower === "") return 20
  return others.has(lower) ? never : lower === "surface" ? unknown + 10 : unknown
}

/** The representation that is the body of a shape, and its position in the list of representations of the shape. */
interface Body {
  readonly row: number
  readonly from: number
  readonly to: number
}

/**
 * Returns a function that finds the body among the representations of a shape; null if there is none. If there are
 * several bodies, it returns the one for the model view, otherwise the first. If there is none with the identifier of a
 * body, it returns the representation by facets, otherwise one without identifier, otherwise one with an unknown
 * identifier.
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
 * Blanks the references from shapes of products to all representations except the body, because the engine would draw
 * them all, one on top of the other.
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
