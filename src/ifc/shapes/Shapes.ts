import { Alike } from "./Alike.ts"
import { AxesReader } from "./Axes.ts"
import { type Booleans, booleansOf } from "./Booleans.ts"
import { extrusionsOf } from "./Extrusions.ts"
import { type Frame, framesOf } from "./Frames.ts"
import { replaceMisread } from "./Misread.ts"
import { outlineProfiles } from "./Profiles.ts"
import { keepBodies } from "./Representations.ts"
import { Curves } from "../curves/Curves.ts"
import { GeometryReader } from "../curves/GeometryReader.ts"
import type { OpenModel } from "../ReadModel.ts"
import { replaceShapes } from "./ReplacedShapes.ts"
import { type Rewritten, Rewriting } from "./Rewriting.ts"
import { noPaths, type Path, pathFinder, type Paths } from "./Sweeps.ts"

/** The most levels of wholes that are listed for an element. Stairs and façades are three deep. */
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
   * Elements with equal texts have equal shapes in their frames, apart from openings. An element with "" must be
   * treated as different from every other.
   */
  readonly alike: string
  /** Whether openings are cut out of it, or out of a whole that it is a part of. */
  readonly isCut: boolean
  /**
   * The instance numbers of these openings: one list for the element and one for each of its wholes, which the parts of
   * a whole share.
   */
  readonly openings: ReadonlyArray<ReadonlyArray<number>>
  /** The instance number of the definition of its shape. */
  readonly shape: number
  /** The volume, in cubic metres and without openings, of a body that is a single simple extrusion; else NaN. */
  readonly extrusion: number
}

/** The size, in metres, that the file states for a door or window with a shape. */
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
  /** Returns the paths that the file draws an element along; their lengths are in metres. */
  readonly pathsOf: (element: ShapedElement) => Paths
  /** The items that combine other items. */
  readonly booleans: Booleans
  /** The numbers of the items with hollows, which files write with either orientation. */
  readonly hollow: ReadonlySet<number>
  /** Offsets of the instances that relate openings to elements, and the offsets after them. */
  readonly voids: ReadonlyArray<readonly [from: number, to: number]>
  /** The file as the engine is to read it. */
  readonly rewritten: Rewritten
  /** False if more of the file would have to be rewritten than is allowed. */
  readonly isWhollyRewritten: boolean
}

/**
 * Finds the elements of a file that are drawn, their positions, and the elements that openings are cut out of.
 *
 * @param model a model opened with all its instances
 *
 * Source: IFC 4.3, IfcRelVoidsElement, IfcDoor, IfcWindow.
 */
export const shapesOf = ({ file, guids, locations, products, relations, rows, units }: OpenModel): Shapes => {
  const metre = units.units[units.ofKind("LENGTHUNIT")]?.toSi ?? 1
  const read = file.freeReader()
  const placed = framesOf(file, metre)
  const extrusionOf = extrusionsOf(file, metre)

  /** The numbers of the openings of each element. */
  const voided = new Map<number, Array<number>>()
  const voids: Array<readonly [number, number]> = []
  for (const row of file.rowsOf("IfcRelVoidsElement")) {
    if (!read.openRow(row)) continue
    voided.getOrInsertComputed(read.reference(4), () => []).push(read.reference(5))
    const [from, to] = [file.startOf(row), file.endOf(row)]
    if (from >= 0) voids.push([from, to])
  }

  const alike = new Alike(file)
  const materials = new Map<number, string>()
  for (const row of file.rowsOf("IfcRelAssociatesMaterial")) {
    const material = read.openRow(row) ? alike.of(read.row(5)) : ""
    read.references(4, (id) => materials.set(id, `${materials.get(id) ?? ""} ${material}`))
  }
  // The frames of placements other than local ones are unknown, so no elements count as alike if the file has any.
  const areKnown = file.rowsOf("IfcObjectPlacement", "IfcLocalPlacement").length === 0
  const likeness = (row: number, className: string, shape: number): string =>
    areKnown ? `${className} ${alike.of(shape)}${materials.get(file.idOf(row)) ?? ""}` : ""

  const openingsOf = (row: number): Array<ReadonlyArray<number>> => {
    const openings = voided.get(file.idOf(row))
    return openings === undefined ? [] : [openings]
  }
  const productAt = new Map(Array.from(rows, (row, product) => [row, product]))
  const wholesOf = (row: number): Pick<ShapedElement, "wholes" | "isCut" | "openings"> => {
    const wholes: Array<string> = []
    const openings = openingsOf(row)
    for (let at = relations.whole[row]!; wholes.length < mostWholes; at = relations.whole[at]!) {
      const product = productAt.get(at)
      // Some files have wholes that are parts of their own parts.
      if (product === undefined || at === row || wholes.includes(products.guid[product]!)) break
      wholes.push(products.guid[product]!)
      openings.push(...openingsOf(at))
    }
    return { isCut: openings.length > 0, openings, ...(wholes.length === 0 ? {} : { wholes }) }
  }

  const elements: Array<ShapedElement> = []
  const sizes: Array<StatedSize> = []
  for (const [product, row] of rows.entries()) {
    const className = products.classes[products.class[product]!]!
    if (!read.openRow(row)) continue
    const [placement, shape] = [read.row(5), read.row(6)]
    const definition = read.reference(6)
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
      shape: definition,
      extrusion: extrusionOf(shape),
      alike: likeness(row, className, shape)
    })
  }
  const given = new Map(locations.rowsOfLocations().map(({ guid, row }) => [row, guid]))
  for (const row of file.rowsOf("IfcSpace")) {
    if (!read.openRow(row) || read.kind(6) !== "reference") continue
    const className = file.classOf(row).name
    // A space that was left out of the locations for lack of room is still drawn.
    const guid = given.get(row) ?? guids.give(read.onceString(0), className, () => "")
    const [placement, shape] = [read.row(5), read.row(6)]
    elements.push({
      id: file.idOf(row),
      product: -1,
      guid,
      class: className,
      frame: placed(placement),
      isCut: voided.has(file.idOf(row)),
      openings: openingsOf(row),
      shape: read.reference(6),
      extrusion: Number.NaN,
      alike: likeness(row, className, shape)
    })
  }

  const hollow = new Set(
    ["IfcFacetedBrepWithVoids", "IfcAdvancedBrepWithVoids"].flatMap((kind) =>
      Array.from(file.rowsOf(kind), (row) => file.idOf(row))
    )
  )
  const rewriting = new Rewriting(file)
  keepBodies(file, rewriting)
  const reader = new AxesReader(file)
  const flatAxes = (row: number) => {
    const [[x], [left, up]] = [reader.axes(row) ?? [[1, 0, 0]], reader.location(row) ?? [0, 0, 0]]
    return { along: [x[0], x[1]], at: [left, up] } as const
  }
  outlineProfiles(file, flatAxes, rewriting)
  // The engine supports radians and treats all other units as degrees.
  const isRadian = units.units[units.ofKind("PLANEANGLEUNIT")]?.toSi === 1
  const angle = units.units[units.ofKind("PLANEANGLEUNIT")]?.toSi ?? Math.PI / 180
  replaceShapes(file, angle, rewriting)
  replaceMisread(file, isRadian ? 2 * Math.PI : 360, rewriting)
  const booleans = booleansOf(new Curves(new GeometryReader(file, angle), true), metre, rewriting)
  const find = pathFinder(file, angle)
  const pathsOf = ({ id }: ShapedElement): Paths => {
    const row = file.rowOf(id)
    if (!read.openRow(row)) return noPaths
    const { axis, sweep } = find(read.row(6))
    const inMetres = (path: Path | null) => (path === null ? null : { ...path, length: path.length * metre })
    return { axis: inMetres(axis), sweep: inMetres(sweep) }
  }
  const { isWhole: isWhollyRewritten, rewritten } = rewriting
  return { elements, sizes, pathsOf, booleans, hollow, voids, rewritten, isWhollyRewritten }
}
