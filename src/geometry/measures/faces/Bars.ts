import { cross, dot, minus } from "../../../ifc/curves/Vector.ts"
import { directionsOf, extentAlong, type Facets, type Point, pointAt, unit } from "./Facets.ts"

/** The number of directions of the largest faces from which directions of edges are derived. */
const mostFaces = 6
/**
 * A bar is straight if its volume is at least this fraction of its section times its length; cuts account for the rest.
 */
const fullEnough = 0.9
/**
 * A bar with an edge along at least this fraction of its length is straight if it fills at least `leastFull`. It is not
 * full if it has corbels.
 */
const mostlyEdged = 0.9
const leastFull = 0.3
/**
 * A body whose length is less than this multiple of its width may not be a bar: then only its sweep determines which
 * side is the length.
 */
const leastSlender = 1.5

/**
 * Returns the area of a body's projection along a direction, for a body that every line in this direction enters at
 * most once.
 */
const section = (facets: Facets, along: Point): number => {
  let area = 0
  for (let facet = 0; facet < facets.count; facet++) {
    area += Math.abs(dot(pointAt(facets.normals, 3 * facet), along)) * facets.areas[facet]!
  }
  return area / 2
}

/** Returns whether an edge of a facet along a direction has at least this length. */
const hasEdge = (facets: Facets, along: Point, least: number): boolean => {
  for (let facet = 0; facet < facets.count; facet++) {
    const at = 9 * facet
    for (let corner = 0; corner < 9; corner += 3) {
      const edge = minus(pointAt(facets.corners, at + ((corner + 3) % 9)), pointAt(facets.corners, at + corner))
      const length = Math.hypot(...edge)
      if (length >= least && Math.abs(dot(edge, along)) > 0.999_999 * length) return true
    }
  }
  return false
}

/**
 * Returns the length of a straight bar of one section along its axis, in metres; null if the body is not such a bar.
 * The axis is the direction of a face or of an edge, whichever is longest among those along which the body is a prism.
 */
export const barLength = (facets: Facets): number | null => {
  if (!(facets.volume > 0)) return null
  const faces = directionsOf(facets).slice(0, mostFaces)
  const candidates: Array<Point> = faces.map(({ normal }) => normal)
  for (const [i, one] of faces.entries()) {
    for (const other of faces.slice(i + 1)) {
      const edge = unit(cross(one.normal, other.normal))
      if (edge !== null) candidates.push(edge)
    }
  }
  const sized = candidates.map((along) => {
    const [least, most] = extentAlong(facets, along)
    return { along, extent: most - least }
  })
  let length: number | null = null
  for (const { along, extent } of sized) {
    if (extent <= (length ?? 0)) continue
    const isLong = sized.every(
      (other) => Math.abs(dot(other.along, along)) > 0.001 || extent >= leastSlender * other.extent
    )
    if (!isLong) continue
    const part = facets.volume / (section(facets, along) * extent)
    if (part > 1.01) continue
    if (part >= fullEnough || (part >= leastFull && hasEdge(facets, along, mostlyEdged * extent))) length = extent
  }
  return length
}
