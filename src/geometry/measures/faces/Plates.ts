import { dot } from "../../../ifc/curves/Vector.ts"
import { directionsOf, extentAlong, faceAt, type Facets, type Point, pointAt } from "./Facets.ts"

/** A face looks up if the cosine of its slope is above this: slopes of up to 80 degrees. */
const looksUp = 0.17
/** A body is a plate if its largest face times its thickness equals its volume within this relative error. */
const plateWithin = 0.02

/** Returns the true area of the faces that look up, in square metres; null if there are none. */
export const topFace = (facets: Facets, up: Point): number | null => {
  let area = 0
  for (let facet = 0; facet < facets.count; facet++) {
    if (dot(pointAt(facets.normals, 3 * facet), up) > looksUp) area += facets.areas[facet]!
  }
  return area > 0 ? area : null
}

/** Returns the area of the larger of the two faces of a plane plate; null if the body is not a plate. */
export const largestFace = (facets: Facets): number | null => {
  const [across] = directionsOf(facets)
  if (across === undefined || !(facets.volume > 0)) return null
  const { normal } = across
  const [least, most] = extentAlong(facets, normal)
  const thickness = most - least
  const one = faceAt(facets, normal, most, thickness / 1000).area
  const other = faceAt(facets, [-normal[0], -normal[1], -normal[2]], -least, thickness / 1000).area
  const isPlate = Math.abs(((one + other) / 2) * thickness - facets.volume) <= plateWithin * facets.volume
  return isPlate ? Math.max(one, other) : null
}
