import type { Shapes } from "../../ifc/shapes/Shapes.ts"
import { classNamed, type SchemaName } from "../../ifc/schema/Schema.ts"
import type { Meshes } from "../meshes/Meshes.ts"
import { relative } from "../Matrix.ts"
import type { MeasureColumns, MeasureName } from "./MeasureTable.ts"
import { GROSS_LIDDED, LIDDED, STATED, unmeasured } from "./MeasureTable.ts"
import { measure, type Piece } from "./Piece.ts"

/** What came of the shapes of products, by their rows. */
export interface Faults {
  /** Without a triangle. */
  readonly missing: ReadonlyArray<number>
  /** Of which openings take all: they have triangles without these. */
  readonly empty: ReadonlyArray<number>
  /** Of which faces are lacking. */
  readonly open: ReadonlyArray<number>
}

/** How finely matrices are told apart: shapes that are placed alike in their products' frames measure the same. */
const fineness = 1e9

const keyOf = (shape: number, matrix: Float64Array, up: readonly [number, number, number]): string => {
  let key = `${shape}`
  for (const value of matrix) key += ` ${Math.round(value * fineness)}`
  for (const value of up) key += ` ${Math.round(value * fineness)}`
  return key
}

/** Whether elements of the class are long by nature: their length is the greatest of their extents. */
const bars = ["IfcBeam", "IfcColumn", "IfcMember", "IfcPile", "IfcReinforcingBar"]
/** What is drawn of these is no body: their volume and area say nothing. */
const hollow = ["IfcDoor", "IfcWindow", "IfcRailing"]

/** Of these a frame, a leaf or a swing may be drawn: none of it says how large they are. */
const openings = ["IfcDoor", "IfcWindow"]

const isOf = (schema: SchemaName, className: string, kinds: ReadonlyArray<string>): boolean => {
  const found = classNamed(schema, className)
  return found !== undefined && kinds.some((kind) => found.kinds.has(kind))
}

/** Measures of the pieces of one element together. */
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
 * Measures of products out of their meshes, over the rows of the product table: metres, square and cubic metres.
 *
 * Frames are those of the products' own placements: of a wall its length runs along x, its width along y, its height
 * along z; a bar is as long as its greatest extent; of others the longer side that lies is the length. Volumes are of
 * closed shapes only, or of those that small flat lids close. A footprint is what faces downwards, with
 * openings or without, whichever is less. Doors and windows measure what the file states of them, or nothing.
 *
 * @param count products of the table
 * @param gross meshes of the elements that openings are cut out of, without these
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
  /** Rows that have no triangle, and whether the engine has drawn something of them even so. */
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
        /** What stands in one place twice, as where two representations have the same body, is there once. */
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
        }
        yield { element, frame, isDrawn: from >= 0, all: pieces.length === 0 ? null : together(pieces) }
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
    // Over a window a wall faces downwards once more.
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
