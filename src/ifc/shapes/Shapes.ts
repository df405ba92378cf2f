import { Alike } from "./Alike.ts"
import { coordinates } from "./Coordinates.ts"
import { replaceMisread } from "./Misread.ts"
import { outlineProfiles } from "./Profiles.ts"
import type { OpenModel } from "../ReadModel.ts"
import { replaceShapes } from "./ReplacedShapes.ts"
import { type Rewritten, Rewriting } from "./Rewriting.ts"

/** The axes and origin of a placement in metres: x, y, z and origin, three numbers each. */
export type Frame = Float64Array

/** The deepest nesting of placements that is followed. */
const deepest = 256

/** The most products listed as wholes of an element. Stairs and façades are three deep. */
const mostWholes = 8

/** An instance that is drawn: a product, or a space. */
export interface ShapedElement {
  /** The instance number. */
  readonly id: number
  /** The row of the product in the product table; -1 for a space. */
  readonly product: number
  readonly guid: string
  /** The name in mixed case. */
  readonly class: string
  readonly frame: Frame
  /** GlobalIds of the products that it is a part of, the nearest first; absent if it is not a part. */
  readonly wholes?: ReadonlyArray<string>
  /**
   * Elements with equal texts have equal shapes in their frames, apart from openings; "": it must be treated as unlike
   * any other.
   */
  readonly alike: string
  /** Whether openings are cut out of it, or out of a whole that it is a part of. */
  readonly isCut: boolean
}

/** The size, in metres, that the file states of a door or window with a shape. */
interface StatedSize {
  readonly product: number
  readonly width: number
  readonly height: number
}

/** Everything with a shape in a file. */
export interface Shapes {
  /** Elements in the order of products, spaces last. */
  readonly elements: ReadonlyArray<ShapedElement>
  readonly sizes: ReadonlyArray<StatedSize>
  /** Offsets of the instances that relate openings to elements, and the offsets after them. */
  readonly voids: ReadonlyArray<readonly [from: number, to: number]>
  /** The file as the engine is to read it. */
  readonly rewritten: Rewritten
  /** False if more of the file would have to be rewritten than is allowed. */
  readonly isWhollyRewritten: boolean
}

type Vector = readonly [number, number, number]

const identity = (): Frame => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)

const unit = ([x, y, z]: Vector): Vector | null => {
  const length = Math.hypot(x, y, z)
  return length > 0 && Number.isFinite(length) ? [x / length, y / length, z / length] : null
}

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]

/** Returns an inner frame in the coordinates that the outer frame is in. */
const within = (outer: Frame, inner: Frame): Frame => {
  const all = new Float64Array(12)
  for (let column = 0; column < 4; column++) {
    for (let i = 0; i < 3; i++) {
      let sum = column === 3 ? outer[9 + i]! : 0
      for (let k = 0; k < 3; k++) sum += outer[3 * k + i]! * inner[3 * column + k]!
      all[3 * column + i] = sum
    }
  }
  return all
}

/**
 * Finds what is drawn of a file, its position, and what openings are cut out of.
 *
 * @param model a model opened with all its instances
 *
 * Source: IFC 4.3, IfcLocalPlacement, IfcAxis2Placement3D (IfcBuildAxes), IfcRelVoidsElement, IfcDoor, IfcWindow.
 */
export const shapesOf = ({ file, guids, locations, products, relations, rows, units }: OpenModel): Shapes => {
  const metre = units.units[units.ofKind("LENGTHUNIT")]?.toSi ?? 1
  const read = file.freeReader()
  const known = new Map<number, Frame>()

  const numbers = (row: number, otherwise: Vector): Vector => {
    if (row < 0 || !read.openRow(row)) return otherwise
    const [x, y = 0, z = 0] = coordinates(read, 0)
    return x === undefined ? otherwise : [x, y, z]
  }

  /** Returns the frame of an IfcAxis2Placement3D (or 2D, or IfcAxis1Placement), in metres. */
  const axesOf = (row: number): Frame => {
    const frame = identity()
    if (row < 0 || !read.openRow(row)) return frame
    const isFlat = file.is(row, "IfcAxis2Placement2D")
    const [at, axis, reference] = isFlat ? [read.row(0), -1, read.row(1)] : [read.row(0), read.row(1), read.row(2)]
    const origin = numbers(at, [0, 0, 0])
    const z = unit(numbers(axis, [0, 0, 1])) ?? [0, 0, 1]
    const wanted = numbers(reference, [1, 0, 0])
    const along = wanted[0] * z[0] + wanted[1] * z[1] + wanted[2] * z[2]
    const x =
      unit([wanted[0] - along * z[0], wanted[1] - along * z[1], wanted[2] - along * z[2]]) ??
      unit(cross(Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], z))!
    frame.set([...x, ...cross(z, x), ...z, origin[0] * metre, origin[1] * metre, origin[2] * metre])
    return frame
  }

  /** Returns the frame of a placement in the world. A cycle of placements is cut where it closes. */
  const placed = (row: number): Frame => {
    const path: Array<number> = []
    let frame = identity()
    const open = new Set<number>()
    for (let at = row; at >= 0 && path.length < deepest && !open.has(at);) {
      const found = known.get(at)
      if (found !== undefined) {
        frame = found
        break
      }
      open.add(at)
      path.push(at)
      at = file.is(at, "IfcLocalPlacement") && read.openRow(at) ? read.row(0) : -1
    }
    for (const at of path.toReversed()) {
      const own = file.is(at, "IfcLocalPlacement") && read.openRow(at) ? axesOf(read.row(1)) : identity()
      frame = within(frame, own)
      known.set(at, frame)
    }
    return frame
  }

  const voided = new Set<number>()
  const voids: Array<readonly [number, number]> = []
  for (const row of file.rowsOf("IfcRelVoidsElement")) {
    if (!read.openRow(row)) continue
    voided.add(read.reference(4))
    const [from, to] = [file.startOf(row), file.endOf(row)]
    if (from >= 0) voids.push([from, to])
  }

  const alike = new Alike(file)
  const materials = new Map<number, string>()
  for (const row of file.rowsOf("IfcRelAssociatesMaterial")) {
    const material = read.openRow(row) ? alike.of(read.row(5)) : ""
    read.references(4, (id) => materials.set(id, `${materials.get(id) ?? ""} ${material}`))
  }
  // Frames of placements other than local ones are unknown, so nothing counts as alike if there are any.
  const areKnown = file.rowsOf("IfcObjectPlacement", "IfcLocalPlacement").length === 0
  const likeness = (row: number, className: string, shape: number): string =>
    areKnown ? `${className} ${alike.of(shape)}${materials.get(file.idOf(row)) ?? ""}` : ""

  const productAt = new Map(Array.from(rows, (row, product) => [row, product]))
  const wholesOf = (row: number): Pick<ShapedElement, "wholes" | "isCut"> => {
    const wholes: Array<string> = []
    let isCut = voided.has(file.idOf(row))
    for (let at = relations.whole[row]!; wholes.length < mostWholes; at = relations.whole[at]!) {
      const product = productAt.get(at)
      // Some files have wholes that are parts of their own parts.
      if (product === undefined || at === row || wholes.includes(products.guid[product]!)) break
      wholes.push(products.guid[product]!)
      isCut ||= voided.has(file.idOf(at))
    }
    return { isCut, ...(wholes.length === 0 ? {} : { wholes }) }
  }

  const elements: Array<ShapedElement> = []
  const sizes: Array<StatedSize> = []
  for (const [product, row] of rows.entries()) {
    const className = products.classes[products.class[product]!]!
    if (!read.openRow(row)) continue
    const [placement, shape] = [read.row(5), read.row(6)]
    const { attributes } = file.classOf(row)
    const [height, width] = ["OverallHeight", "OverallWidth"].map((name) => {
      const position = attributes.indexOf(name)
      return position < 0 ? Number.NaN : read.number(position) * metre
    }) as [number, number]
    if (products.hasShape[product] === 0) continue
    if (width > 0 && height > 0) sizes.push({ product, width, height })
    const guid = products.guid[product]!
    elements.push({
      id: file.idOf(row),
      product,
      guid,
      class: className,
      frame: placed(placement),
      ...wholesOf(row),
      alike: likeness(row, className, shape)
    })
  }
  const given = new Map(locations.rowsOfLocations().map(({ guid, row }) => [row, guid]))
  for (const row of file.rowsOf("IfcSpace")) {
    if (!read.openRow(row) || read.kind(6) !== "reference") continue
    const className = file.classOf(row).name
    // A space that was left out of the locations for lack of room is drawn even so.
    const guid = given.get(row) ?? guids.give(read.onceString(0), className, () => "")
    const [placement, shape] = [read.row(5), read.row(6)]
    elements.push({
      id: file.idOf(row),
      product: -1,
      guid,
      class: className,
      frame: placed(placement),
      isCut: voided.has(file.idOf(row)),
      alike: likeness(row, className, shape)
    })
  }

  const rewriting = new Rewriting(file)
  const flatAxes = (row: number) => {
    const frame = axesOf(row)
    return { along: [frame[0]!, frame[1]!], at: [frame[9]! / metre, frame[10]! / metre] } as const
  }
  outlineProfiles(file, flatAxes, rewriting)
  // The engine supports radians and takes all other units for degrees.
  const isRadian = units.units[units.ofKind("PLANEANGLEUNIT")]?.toSi === 1
  const angle = units.units[units.ofKind("PLANEANGLEUNIT")]?.toSi ?? Math.PI / 180
  replaceShapes(file, angle, rewriting)
  replaceMisread(file, isRadian ? 2 * Math.PI : 360, rewriting)
  const { isWhole: isWhollyRewritten, rewritten } = rewriting
  return { elements, sizes, voids, rewritten, isWhollyRewritten }
}
