import type { BcfClippingPlane, BcfPoint } from "../../../../../sdk/plinth.ts"
import type { SectionPlane, StoreyCut } from "../../../viewer/Section.ts"
import { axes, type Box, mostSections, type Section } from "../view/sections/Sections.ts"
import { pointOf } from "./ViewpointCamera.ts"

/** Largest height of a storey that has one above it; the highest storey is cut far above this. */
const noLimit = 1e5
/** Difference from an axis within which a normal counts as that axis. */
const exact = 1e-9

const horizontal = (height: number, z: 1 | -1): BcfClippingPlane => ({
  location: { x: 0, y: 0, z: height },
  direction: { x: 0, y: 0, z }
})

/** Returns the planes that cut the view as those of BCF, whose direction also points to what is cut away. */
export const clippingPlanesOf = (
  planes: ReadonlyArray<SectionPlane>,
  storey: StoreyCut | null
): ReadonlyArray<BcfClippingPlane> => [
  ...planes.map(({ normal, point }) => ({ location: pointOf(point), direction: pointOf(normal) })),
  ...(storey === null ? [] : [horizontal(storey.from, -1)]),
  ...(storey === null || storey.to > noLimit ? [] : [horizontal(storey.to, 1)])
]

const along = (a: BcfPoint, b: BcfPoint): number => a.x * b.x + a.y * b.y + a.z * b.z

const sectionOf = ({ direction, location }: BcfClippingPlane): ReadonlyArray<Section> => {
  const length = Math.hypot(direction.x, direction.y, direction.z)
  if (!(length > 0)) return []
  const normal = { x: direction.x / length, y: direction.y / length, z: direction.z / length }
  const axis = axes.find((one) => Math.abs(normal[one]) > 1 - exact)
  if (axis !== undefined) return [{ kind: "axis", axis, at: location[axis], isFlipped: normal[axis] < 0 }]
  return [{ kind: "face", normal: [normal.x, normal.y, normal.z], at: along(normal, location), moved: 0 }]
}

/** Returns the box that six sections across the axes enclose; null if they are others. */
const boxOf = (sections: ReadonlyArray<Section>): Box | null => {
  const sides = [true, false].flatMap((isLeast) =>
    axes.flatMap((axis) => {
      const found = sections.filter((one) => one.kind === "axis" && one.axis === axis && one.isFlipped === isLeast)
      return found.length === 1 ? found[0]!.at : []
    })
  )
  const [a, b, c, d, e, f] = sides
  if (sides.length !== 6 || a! >= d! || b! >= e! || c! >= f!) return null
  return [a!, b!, c!, d!, e!, f!]
}

interface ShownSections {
  readonly sections: ReadonlyArray<Section>
  readonly box: Box | null
  /** Number of planes that are more than the view can show. */
  readonly left: number
}

/** Returns planes of BCF as the sections and the box of the view. */
export const sectionsOf = (planes: ReadonlyArray<BcfClippingPlane>): ShownSections => {
  const all = planes.flatMap(sectionOf)
  const box = boxOf(all)
  const others = box === null ? all : all.filter(({ kind }) => kind === "face")
  return { box, sections: others.slice(0, mostSections), left: Math.max(0, others.length - mostSections) }
}
