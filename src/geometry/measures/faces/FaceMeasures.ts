import { dot } from "../../../ifc/curves/Vector.ts"
import { classNamed, type SchemaName } from "../../../ifc/schema/Schema.ts"
import type { Path, Paths } from "../../../ifc/shapes/Sweeps.ts"
import type { Shape } from "../../Scene.ts"
import { barLength } from "./Bars.ts"
import { directionsOf, extentAlong, type Facets, facetsOf, type Point, pointAt } from "./Facets.ts"
import { largestFace, topFace } from "./Plates.ts"
import { strip, type WallAxis, type WallFaces, wallFaces } from "./Walls.ts"

/** A shape as part of an element, placed by a `relative` matrix in the frame of its product. */
export interface PlacedShape {
  readonly shape: Shape
  readonly matrix: Float64Array
}

/** The measures that faces give: of a wall, of a plate (the area of one face), or of a bar; null if they give none. */
export interface FaceMeasures {
  readonly wall: WallFaces | null
  readonly face: number | null
  readonly length: number | null
}

const nothing: FaceMeasures = { wall: null, face: null, length: null }

/** The faces that count for classes (contract, section 8). */
const kinds = {
  wall: ["IfcWall"],
  top: ["IfcSlab", "IfcRoof", "IfcRamp", "IfcRampFlight"],
  largest: ["IfcCovering", "IfcPlate"],
  bar: [
    "IfcBeam",
    "IfcColumn",
    "IfcMember",
    "IfcPile",
    "IfcReinforcingBar",
    "IfcTendon",
    "IfcFlowSegment",
    "IfcCableSegment",
    "IfcCableCarrierSegment",
    "IfcDuctSegment",
    "IfcPipeSegment"
  ]
} as const
export type FaceKind = keyof typeof kinds

/** Returns the kind of faces that count for a class; null if none do. */
export const faceKindOf = (schema: SchemaName, className: string): FaceKind | null => {
  const found = classNamed(schema, className)
  if (found === undefined) return null
  const is = (kind: FaceKind) => kinds[kind].some((name) => found.kinds.has(name))
  return (["wall", "top", "largest", "bar"] as const).find(is) ?? null
}

/** Returns whether two boxes of shapes overlap in plan by more than a hundredth of the smaller one. */
const overlapInPlan = (
  a: readonly [number, number, number, number],
  b: readonly [number, number, number, number]
): boolean => {
  const width = Math.min(a[1], b[1]) - Math.max(a[0], b[0])
  const depth = Math.min(a[3], b[3]) - Math.max(a[2], b[2])
  const size = ([least, most, from, to]: readonly [number, number, number, number]) => (most - least) * (to - from)
  return width > 0 && depth > 0 && width * depth > 0.01 * Math.min(size(a), size(b))
}

/** The most shapes that are compared with each other. */
const mostLayers = 64

/**
 * Returns whether shapes lie above each other, as the layers of a slab do. The upper face of a lower layer is not a
 * face of the slab.
 */
const isLayered = (placed: ReadonlyArray<PlacedShape>, up: Point): boolean => {
  if (placed.length === 1) return false
  if (placed.length > mostLayers) return true
  const east: Point = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]
  const boxes = placed.map((one) => {
    const facets = facetsOf([one])
    const box: [number, number, number, number] = [Infinity, -Infinity, Infinity, -Infinity]
    if (facets === null) return box
    const v = [
      up[1] * east[2] - up[2] * east[1],
      up[2] * east[0] - up[0] * east[2],
      up[0] * east[1] - up[1] * east[0]
    ] as const
    const u = [v[1] * up[2] - v[2] * up[1], v[2] * up[0] - v[0] * up[2], v[0] * up[1] - v[1] * up[0]] as const
    for (let at = 0; at < 9 * facets.count; at += 3) {
      const [x, y, z] = [facets.corners[at]!, facets.corners[at + 1]!, facets.corners[at + 2]!]
      const [along, across] = [x * u[0] + y * u[1] + z * u[2], x * v[0] + y * v[1] + z * v[2]]
      box[0] = Math.min(box[0], along)
      box[1] = Math.max(box[1], along)
      box[2] = Math.min(box[2], across)
      box[3] = Math.max(box[3], across)
    }
    return box
  })
  return boxes.some((box, i) => boxes.slice(i + 1).some((other) => overlapInPlan(box, other)))
}

const wallAxis = (axis: Path | null): WallAxis | null =>
  axis?.direction == null ? null : { direction: axis.direction, isDrawn: !Number.isNaN(axis.length) }

/** A wall whose faces do not determine its length is as long as its axis, if the axis is straight. */
const wallMeasures = (wall: WallFaces | null, axis: Path | null): Pick<FaceMeasures, "wall" | "length"> => ({
  wall,
  length: wall?.length ?? (axis?.direction == null ? null : axis.length)
})

/**
 * A body whose length is more than this multiple of its sweep is swept across itself, such as a beam whose elevation is
 * extruded.
 */
const sweptAcross = 4

/**
 * A strip whose width is more than this multiple of the length of its sweep is a plate, and the sweep is its length.
 */
const mostWide = 2

/** The relative difference that is allowed between the extent of a body along its sweep and the length of the sweep. */
const alongWithin = 1e-4

/**
 * Returns the length of a curved bar of one section whose elevation is extruded across it; null for any other body. A
 * ring has no ends, so the length of its outline is that of its two sides.
 */
const curvedAcross = (facets: Facets, depth: number): number | null => {
  const swept = directionsOf(facets).find(({ normal }) => {
    const [least, most] = extentAlong(facets, normal)
    return Math.abs(most - least - depth) <= alongWithin * depth
  })
  const found = swept === undefined ? null : strip(facets, swept.normal)
  if (found === null || found.thickness > mostWide * depth || found.length <= sweptAcross * depth) return null
  let sides = 0
  for (let facet = 0; facet < facets.count; facet++) {
    if (Math.abs(dot(pointAt(facets.normals, 3 * facet), swept!.normal)) < 0.001) sides += facets.areas[facet]!
  }
  const hasEnds = sides / depth > 2 * found.length + found.thickness
  return hasEnds ? found.length : null
}

/**
 * Returns the length of a bar: that of its sweep unless it is swept across, otherwise that of its straight body or of
 * its axis.
 */
const lengthOf = (facets: Facets, sweep: Path | null, axis: Path | null): number | null => {
  const body = barLength(facets)
  if (sweep === null) return body ?? axis?.length ?? null
  if (sweep.direction === null) return sweep.length
  if (body === null) return curvedAcross(facets, sweep.length) ?? sweep.length
  return body > sweptAcross * sweep.length ? body : sweep.length
}

/**
 * Measures a body by its faces, as far as they determine the lengths and areas of its class reliably.
 *
 * @param paths the paths along which the file draws the body
 */
export const faceMeasures = (
  kind: FaceKind,
  placed: ReadonlyArray<PlacedShape>,
  up: Point,
  { axis, sweep }: Paths
): FaceMeasures => {
  const facets: Facets | null = placed.length === 0 ? null : facetsOf(placed)
  if (facets === null || facets.count === 0) return nothing
  switch (kind) {
    case "wall":
      return { ...nothing, ...wallMeasures(wallFaces(facets, up, wallAxis(axis)), axis) }
    case "top":
      return { ...nothing, face: isLayered(placed, up) ? null : topFace(facets, up) }
    case "largest":
      return { ...nothing, face: largestFace(facets) }
    case "bar":
      return { ...nothing, length: lengthOf(facets, sweep, axis) }
  }
}
