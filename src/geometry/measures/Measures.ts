import type { ShapedElement, Shapes } from "../../ifc/shapes/Shapes.ts"
import { noPaths } from "../../ifc/shapes/Sweeps.ts"
import { classNamed, type SchemaName } from "../../ifc/schema/Schema.ts"
import type { Meshes } from "../meshes/Meshes.ts"
import { relative } from "../Matrix.ts"
import type { MeasureColumns, MeasureName } from "./MeasureTable.ts"
import { GROSS_LIDDED, LIDDED, STATED, unmeasured } from "./MeasureTable.ts"
import { type Doubt, doubtOf, differsFromExtrusion, type Enclosed, exceedsGross } from "./Checks.ts"
import { type FaceKind, type FaceMeasures, faceKindOf, faceMeasures, type PlacedShape } from "./faces/FaceMeasures.ts"
import { joinedShape, type Placed } from "./Joined.ts"
import { measure, type Piece } from "../pieces/Piece.ts"

/** Products with problems in their shapes, as rows of the product table. */
interface Faults {
  /** Products without a triangle. */
  readonly missing: ReadonlyArray<number>
  /** Products that openings remove completely. Without the openings they have triangles. */
  readonly empty: ReadonlyArray<number>
  /** Products whose shape has missing faces. */
  readonly open: ReadonlyArray<number>
}

/** Measures of products, by row of the product table. */
interface Measured {
  readonly columns: MeasureColumns
  readonly faults: Faults
  /** Products whose volumes cannot be right, with the reason. Such products have no volume. */
  readonly doubtful: Doubtful
}

export type Doubtful = ReadonlyMap<number, Doubt>

/**
 * Factor by which matrix entries are multiplied and then rounded. Shapes placed alike in their products' frames have
 * equal measures.
 */
const fineness = 1e9

const keyOf = (shape: number, matrix: Float64Array, up: readonly [number, number, number]): string => {
  let key = `${shape}`
  for (const value of matrix) key += ` ${Math.round(value * fineness)}`
  for (const value of up) key += ` ${Math.round(value * fineness)}`
  return key
}

/** Classes whose drawn geometry has many parts, so that its surface and its footprint are meaningless for the whole. */
const hollow = ["IfcDoor", "IfcWindow", "IfcRailing"]

/** Measures that are left out together with a doubtful volume. */
const ofVolume = ["Volume", "GrossVolume", "SideArea", "NetArea", "GrossArea"] as const

/** The axis of a wall of IfcWallStandardCase runs along x (IFC 4, IfcWallStandardCase). */
const alongX = [1, 0, 0] as const

/** Classes that may be drawn as a frame, a leaf or a swing, none of which has the size of the product. */
const openings = ["IfcDoor", "IfcWindow"]

const isOf = (schema: SchemaName, className: string, kinds: ReadonlyArray<string>): boolean => {
  const found = classNamed(schema, className)
  return found !== undefined && kinds.some((kind) => found.kinds.has(kind))
}

/** An axis is upright if the cosine of its angle to the upward direction is above this. */
const upright = 0.999_999

/**
 * Returns the footprint, limited to the plan of the box if an axis of the product is upright. It may exceed the plan,
 * because the lower sides of flanges one above the other all face down.
 */
const withinPlan = (
  area: number,
  extents: readonly [number, number, number],
  frame: ShapedElement["frame"]
): number => {
  const axis = [1, 4, 7].findIndex((at) => Math.abs(frame[at]!) > upright)
  return axis < 0 ? area : Math.min(area, extents[(axis + 1) % 3]! * extents[(axis + 2) % 3]!)
}

/** Combines the measures of the pieces of one element. */
const together = (pieces: ReadonlyArray<Piece>) => {
  const extent = (axis: 0 | 1 | 2 | 3, side: "least" | "most") => {
    let found = side === "least" ? Infinity : -Infinity
    for (const piece of pieces) found = Math[side === "least" ? "min" : "max"](found, piece[side][axis])
    return found
  }
  const sum = (of: (piece: Piece) => number) => pieces.reduce((all, piece) => all + of(piece), 0)
  return {
    isClosed: pieces.every(({ isClosed }) => isClosed),
    isSure: pieces.every(({ isSure }) => isSure),
    volume: sum(({ volume }) => volume),
    surfaceArea: sum(({ surfaceArea }) => surfaceArea),
    footprintArea: sum(({ footprintArea }) => footprintArea),
    extents: ([0, 1, 2] as const).map((axis) => extent(axis, "most") - extent(axis, "least")) as [
      number,
      number,
      number
    ],
    bottom: extent(3, "least"),
    top: extent(3, "most"),
    moment: [0, 1, 2].map((axis) => sum(({ moment }) => moment[axis]!)) as [number, number, number],
    surfaceMoment: [0, 1, 2].map((axis) => sum(({ surfaceMoment }) => surfaceMoment[axis]!)) as [number, number, number]
  }
}

/**
 * Returns the pieces of a product. Open pieces are replaced by a single one if they enclose a body together, as two
 * open shells of a surface model may do.
 */
const withJoined = (
  pieces: ReadonlyArray<Piece>,
  open: ReadonlyArray<Placed & { readonly key: string }>,
  up: readonly [number, number, number],
  known: Map<string, Piece>
): ReadonlyArray<Piece> => {
  const key = open.map((one) => one.key).join()
  const joined = known.getOrInsertComputed(key, () => {
    const { matrix, shape } = joinedShape(open)
    return measure(shape, matrix, up)
  })
  return joined.isClosed ? [...pieces.filter(({ isClosed }) => isClosed), joined] : pieces
}

/**
 * Computes measures of products from their meshes, for the rows of the product table: metres, square and cubic metres.
 *
 * Dimensions are along the axes of the product's own placement. The length of a wall runs along x, its width along y,
 * its height along z. The length of a bar is its greatest extent. The length of anything else is its longer horizontal
 * side. Volumes are only those of shapes that are closed, or that small flat lids close, and that pass the checks. A
 * footprint is the area that faces downwards, with or without openings, whichever is less, and at most the area of the
 * plan of the box. Doors and windows have only the sizes that the file states.
 *
 * @param count number of products in the table
 * @param gross meshes, without openings, of the elements that openings are cut out of
 */
export const measuresOf = (
  schema: SchemaName,
  count: number,
  { pathsOf, sizes }: Pick<Shapes, "sizes" | "pathsOf">,
  meshes: Meshes,
  gross: Meshes | null,
  onProgress: (fraction: number) => void = () => {}
): Measured => {
  const columns = unmeasured(count)
  const { flags, values } = columns
  const faults = { missing: [] as Array<number>, empty: [] as Array<number>, open: [] as Array<number> }
  const doubtful = new Map<number, Doubt>()
  /** Rows without a triangle, and whether the engine has nevertheless made a mesh for them. */
  const bare = new Map<number, boolean>()
  const total = meshes.elements.length + (gross?.elements.length ?? 0)
  let done = 0

  const measured = ({ elements, frames, scene: { placements, shapes } }: Meshes) => {
    const known = new Map<string, Piece>()
    const faces = new Map<string, FaceMeasures>()
    const faceMeasuresOf = (
      element: ShapedElement,
      kind: FaceKind,
      body: string,
      placed: ReadonlyArray<PlacedShape>,
      up: readonly [number, number, number]
    ): FaceMeasures => {
      const drawn = kind === "wall" || kind === "bar" ? pathsOf(element) : noPaths
      const isAlongX = drawn.axis === null && isOf(schema, element.class, ["IfcWallStandardCase"])
      const paths = isAlongX ? { ...drawn, axis: { length: Number.NaN, direction: alongX } } : drawn
      const key = [kind, paths.axis?.length, paths.axis?.direction?.join(), paths.sweep?.length, body].join(" ")
      return faces.getOrInsertComputed(key, () => faceMeasures(kind, placed, up, paths))
    }
    return function* () {
      for (const [i, { element, from, to }] of elements.entries()) {
        const frame = frames[i]!
        const up = [frame[1]!, frame[4]!, frame[7]!] as const
        const pieces: Array<Piece> = []
        const placed: Array<PlacedShape> = []
        const open: Array<Placed & { readonly key: string }> = []
        /** Pieces already counted. The same body may be present twice, for example in two representations. */
        const there = new Set<string>()
        for (let at = from; at < to; at++) {
          const shape = placements.shape[at]!
          const matrix = relative(frame, placements.matrix, at * 16)
          const key = keyOf(shape, matrix, up)
          if (there.has(key)) continue
          there.add(key)
          let piece = known.get(key)
          if (piece === undefined) {
            piece = measure(shapes[shape]!, matrix, up)
            known.set(key, piece)
          }
          if (piece.surfaceArea === 0) continue
          pieces.push(piece)
          placed.push({ shape: shapes[shape]!, matrix })
          if (!piece.isClosed) open.push({ key, matrix, shape: shapes[shape]! })
        }
        const kind = element.product < 0 ? null : faceKindOf(schema, element.class)
        const seen = kind === null ? null : faceMeasuresOf(element, kind, [...there].join(";"), placed, up)
        const all = open.length === 0 ? pieces : withJoined(pieces, open, up, known)
        yield { element, frame, isDrawn: from >= 0, seen, all: all.length === 0 ? null : together(all) }
        onProgress(++done / total)
      }
    }
  }

  const check = ({ product }: ShapedElement, enclosed: Enclosed, extrusion: number): void => {
    const doubt = doubtOf(enclosed) ?? (differsFromExtrusion(enclosed.volume, extrusion) ? "extrusion" : null)
    if (doubt !== null) doubtful.set(product, doubt)
  }
  for (const { all, element, frame, isDrawn, seen } of measured(meshes)()) {
    const { class: className, product } = element
    if (product < 0) continue
    if (all === null) {
      bare.set(product, isDrawn)
      continue
    }
    const { bottom, extents, footprintArea, isClosed, isSure, moment, surfaceArea, surfaceMoment, top, volume } = all
    if (!isClosed) faults.open.push(product)
    const isHollow = isOf(schema, className, hollow)
    if (isSure && !isHollow) check(element, all, element.isCut ? Number.NaN : element.extrusion)
    const [x, y, z] = extents
    const isWall = isOf(schema, className, ["IfcWall"])
    const [length, width, height] = isWall
      ? [seen?.length ?? Number.NaN, seen?.wall?.thickness ?? Number.NaN, z]
      : faceKindOf(schema, className) === "bar"
        ? [seen?.length ?? Number.NaN, ...[x, y, z].toSorted((a, b) => b - a).slice(1)]
        : [Math.max(x, y), Math.min(x, y), z]
    const set = (name: MeasureName, value: number) => (values[name][product] = value)
    if (!isOf(schema, className, openings)) {
      set("Length", length)
      set("Width", width!)
      set("Height", height!)
    }
    if (isSure) {
      set("Volume", volume)
      set("GrossVolume", volume)
      if (!isClosed) flags[product]! |= LIDDED | GROSS_LIDDED
    }
    if (!isHollow) {
      set("SurfaceArea", surfaceArea)
      set("FootprintArea", withinPlan(footprintArea, extents, frame))
      if (isSure && seen !== null) {
        const area = isWall ? volume / width! : seen.face
        if (isWall) set("SideArea", volume / width!)
        set("NetArea", area ?? Number.NaN)
        set("GrossArea", area ?? Number.NaN)
      }
    }
    set("BottomElevation", bottom + frame[10]!)
    set("TopElevation", top + frame[10]!)
    const weight = isSure && volume > 0 ? volume : surfaceArea
    const centre = (isSure && volume > 0 ? moment : surfaceMoment).map((part) => part / weight)
    const [sceneX, sceneY, sceneZ] = [0, 1, 2].map(
      (axis) =>
        frame[9 + axis]! + centre[0]! * frame[axis]! + centre[1]! * frame[3 + axis]! + centre[2]! * frame[6 + axis]!
    ) as [number, number, number]
    set("CentroidX", sceneX)
    set("CentroidY", -sceneZ)
    set("CentroidZ", sceneY)
  }
  for (const { all, element, seen } of gross === null ? [] : measured(gross)()) {
    const { product } = element
    if (all !== null && bare.get(product) === true) {
      bare.delete(product)
      faults.empty.push(product)
    }
    if (product < 0) continue
    const isSure = all !== null && all.isSure
    if (isSure) check(element, all, element.extrusion)
    if (isSure && exceedsGross(values.Volume[product]!, all.volume)) doubtful.set(product, "gross")
    flags[product]! &= ~GROSS_LIDDED
    if (isSure && !all.isClosed) flags[product]! |= GROSS_LIDDED
    values.GrossVolume[product] = isSure ? all.volume : Number.NaN
    values.GrossArea[product] = isSure ? (seen?.face ?? Number.NaN) : Number.NaN
    if (isSure && seen?.wall != null) {
      const { length, thickness } = seen.wall
      const volume = values.Volume[product]!
      values.Length[product] = length
      values.Width[product] = thickness
      values.SideArea[product] = volume / thickness
      values.NetArea[product] = volume / thickness
      values.GrossArea[product] = all.volume / thickness
    }
    // The lintel over a window faces downwards too, so the footprint with openings may be larger.
    if (isSure) values.FootprintArea[product] = Math.min(values.FootprintArea[product]!, all.footprintArea)
  }
  faults.missing.push(...bare.keys())
  for (const product of doubtful.keys()) {
    for (const name of ofVolume) values[name][product] = Number.NaN
  }
  for (const { height, product, width } of sizes) {
    values.Width[product] = width
    values.Height[product] = height
    values.SideArea[product] = width * height
    values.NetArea[product] = width * height
    values.GrossArea[product] = width * height
    flags[product]! |= STATED
  }
  return { columns, faults, doubtful }
}
