import type { Shapes } from "../../ifc/shapes/Shapes.ts"
import { classNamed, type SchemaName } from "../../ifc/schema/Schema.ts"
import type { Meshes } from "../meshes/Meshes.ts"
import { relative } from "../Matrix.ts"
import type { MeasureColumns, MeasureName } from "./MeasureTable.ts"
import { GROSS_LIDDED, LIDDED, STATED, unmeasured } from "./MeasureTable.ts"
import { joinedShape, type Placed } from "./Joined.ts"
import { measure, type Piece } from "./Piece.ts"

/** Products with problems in their shapes, as rows of the product table. */
export interface Faults {
  /** Products without a triangle. */
  readonly missing: ReadonlyArray<number>
  /** Products that openings remove completely: without the openings they have triangles. */
  readonly empty: ReadonlyArray<number>
  /** Products whose shape has missing faces. */
  readonly open: ReadonlyArray<number>
}

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

/** Classes of elements that are long by nature: their length is the greatest of their extents. */
const bars = ["IfcBeam", "IfcColumn", "IfcMember", "IfcPile", "IfcReinforcingBar"]
/** Classes whose drawn geometry is not a solid, so that its volume and area mean nothing. */
const hollow = ["IfcDoor", "IfcWindow", "IfcRailing"]

/** Classes that may be drawn as a frame, a leaf or a swing, none of which tells their size. */
const openings = ["IfcDoor", "IfcWindow"]

const isOf = (schema: SchemaName, className: string, kinds: ReadonlyArray<string>): boolean => {
  const found = classNamed(schema, className)
  return found !== undefined && kinds.some((kind) => found.kinds.has(kind))
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
 * Returns the pieces of a product with those that are open replaced by a single one if it encloses a body, as two open
 * shells of a surface model may do together, or faces whose corners differ by rounding; else the pieces as they are.
 */
const withJoined = (
  pieces: ReadonlyArray<Piece>,
  open: ReadonlyArray<Placed & { readonly key: string }>,
  up: readonly [number, number, number],
  known: Map<string, Piece>
): ReadonlyArray<Piece> => {
  const key = `joined ${open.map((one) => one.key).join()}`
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
 * side. Volumes are only those of shapes that are closed, or that small flat lids close. A footprint is the area that
 * faces downwards, with openings or without, whichever is less. Doors and windows have only the sizes that the file
 * states.
 *
 * @param count number of products in the table
 * @param gross meshes, without openings, of the elements that openings are cut out of
 */
export const measuresOf = (
  schema: SchemaName,
  count: number,
  { sizes }: Pick<Shapes, "sizes">,
  meshes: Meshes,
  gross: Meshes | null,
  onProgress: (fraction: number) => void = () => {}
): { readonly columns: MeasureColumns; readonly faults: Faults } => {
  const columns = unmeasured(count)
  const { flags, values } = columns
  const faults = { missing: [] as Array<number>, empty: [] as Array<number>, open: [] as Array<number> }
  /** Rows without a triangle, and whether the engine has made a mesh for them even so. */
  const bare = new Map<number, boolean>()
  const total = meshes.elements.length + (gross?.elements.length ?? 0)
  let done = 0

  const measured = ({ elements, frames, scene: { placements, shapes } }: Meshes) => {
    const known = new Map<string, Piece>()
    return function* () {
      for (const [i, { element, from, to }] of elements.entries()) {
        const frame = frames[i]!
        const up = [frame[1]!, frame[4]!, frame[7]!] as const
        const pieces: Array<Piece> = []
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
          if (piece.surfaceArea > 0) pieces.push(piece)
          if (piece.surfaceArea > 0 && !piece.isClosed) open.push({ key, matrix, shape: shapes[shape]! })
        }
        const all = open.length === 0 ? pieces : withJoined(pieces, open, up, known)
        yield { element, frame, isDrawn: from >= 0, all: all.length === 0 ? null : together(all) }
        onProgress(++done / total)
      }
    }
  }

  for (const { all, element, frame, isDrawn } of measured(meshes)()) {
    const { class: className, product } = element
    if (product < 0) continue
    if (all === null) {
      bare.set(product, isDrawn)
      continue
    }
    const { bottom, extents, footprintArea, isClosed, isSure, moment, surfaceArea, surfaceMoment, top, volume } = all
    if (!isClosed) faults.open.push(product)
    const isHollow = isOf(schema, className, hollow)
    const [x, y, z] = extents
    const isWall = isOf(schema, className, ["IfcWall"])
    const [length, width, height] = isWall
      ? [x, y, z]
      : isOf(schema, className, bars)
        ? [x, y, z].toSorted((a, b) => b - a)
        : [Math.max(x, y), Math.min(x, y), z]
    const set = (name: MeasureName, value: number) => (values[name][product] = value)
    if (!isOf(schema, className, openings)) {
      set("Length", length!)
      set("Width", width!)
      set("Height", height!)
    }
    if (!isHollow) {
      if (isSure) set("Volume", volume)
      if (isSure) set("GrossVolume", volume)
      if (isSure && !isClosed) flags[product]! |= LIDDED | GROSS_LIDDED
      set("SurfaceArea", surfaceArea)
      set("FootprintArea", footprintArea)
      if (isWall && isSure && width! > 0) set("SideArea", volume / width!)
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
  for (const { all, element } of gross === null ? [] : measured(gross)()) {
    const { class: className, product } = element
    if (all !== null && bare.get(product) === true) {
      bare.delete(product)
      faults.empty.push(product)
    }
    if (product < 0 || isOf(schema, className, hollow)) continue
    const isSure = all !== null && all.isSure
    flags[product]! &= ~GROSS_LIDDED
    if (isSure && !all.isClosed) flags[product]! |= GROSS_LIDDED
    values.GrossVolume[product] = isSure ? all.volume : Number.NaN
    // The lintel over a window faces downwards too, so the footprint with openings may be larger.
    if (isSure) values.FootprintArea[product] = Math.min(values.FootprintArea[product]!, all.footprintArea)
  }
  faults.missing.push(...bare.keys())
  for (const { height, product, width } of sizes) {
    values.Width[product] = width
    values.Height[product] = height
    values.SideArea[product] = width * height
    flags[product]! |= STATED
  }
  return { columns, faults }
}
