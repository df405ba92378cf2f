import type { SectionPlane, Vector, Viewer } from "../../../../viewer/Viewer.ts"

export const axes = ["x", "y", "z"] as const
export type Axis = (typeof axes)[number]

/**
 * Section across an axis at a place in metres. What lies beyond it is cut away, or, if flipped, what lies before it.
 * Axes are those of IFC: Z is up.
 */
export interface AxisSection {
  readonly kind: "axis"
  readonly axis: Axis
  readonly at: number
  readonly isFlipped: boolean
}

/** Section along a face of the model: what lies above the face is cut away, from `moved` metres above it on. */
export interface FaceSection {
  readonly kind: "face"
  /** Unit vector out of the face, in the axes of IFC. */
  readonly normal: Vector
  /** Distance of the face from the origin along the normal, in metres. */
  readonly at: number
  readonly moved: number
}

export type Section = AxisSection | FaceSection

/** Box outside which everything is cut away: least and most x, y and z in the axes of IFC, in metres. */
export type Box = readonly [number, number, number, number, number, number]

/** Largest number of sections in the address; a box has six planes more. */
export const mostSections = 6

/** Distance below a face at which a new section begins, in metres, so that it shows at once what it cuts. */
const firstMoved = -0.05

const number = /-?\d+(?:\.\d+)?/.source
const axisText = new RegExp(`^([xyz])(${number})(!?)$`)
const faceText = new RegExp(`^f${Array.from({ length: 5 }, () => `(${number})`).join("_")}$`)

const sectionOf = (text: string): ReadonlyArray<Section> => {
  const axis = axisText.exec(text)
  if (axis !== null) return [{ kind: "axis", axis: axis[1] as Axis, at: Number(axis[2]), isFlipped: axis[3] === "!" }]
  const face = faceText.exec(text)
  if (face === null) return []
  const [x, y, z, at, moved] = face.slice(1).map(Number) as [number, number, number, number, number]
  return Math.hypot(x, y, z) > 0.5 ? [{ kind: "face", normal: [x, y, z], at, moved }] : []
}

/** Reads sections as an address has them (`x12.5,z3!`), leaving out malformed ones. */
export const sectionsOf = (text: string | null): ReadonlyArray<Section> =>
  (text ?? "").split(",").flatMap(sectionOf).slice(0, mostSections)

/** Writes a number without an exponent. */
const rounded = (value: number, digits: number): string => {
  const text = value.toFixed(digits).replace(/\.?0+$/, "")
  return text === "-0" ? "0" : text
}

/** Digits of a normal after the point: at national coordinates, thousands of kilometres away, a plane stays where it is. */
const normalDigits = 10

const textOf = (section: Section): string =>
  section.kind === "axis"
    ? `${section.axis}${rounded(section.at, 3)}${section.isFlipped ? "!" : ""}`
    : `f${[...section.normal.map((part) => rounded(part, normalDigits)), rounded(section.at, 3), rounded(section.moved, 3)].join("_")}`

/** Writes sections as `sectionsOf` reads them; null if there are none. */
export const sectionsText = (sections: ReadonlyArray<Section>): string | null =>
  sections.length === 0 ? null : sections.map(textOf).join(",")

/** Reads a box as an address has it; null if it has none or it is malformed. */
export const boxOf = (text: string | null): Box | null => {
  const read = (text ?? "").split("_").map((part) => (part === "" ? NaN : Number(part)))
  return read.length === 6 && read.every(Number.isFinite) ? (read as unknown as Box) : null
}

/** Writes a box as `boxOf` reads it. */
export const boxText = (box: Box): string => box.map((value) => rounded(value, 3)).join("_")

/** Converts a vector of the view (Y up) to the axes of IFC (Z up). */
const inIfc = ([x, y, z]: Vector): Vector => [x, -z, y]
const inView = ([x, y, z]: Vector): Vector => [x, z, -y]

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Returns the section along a face that was hit; `point` and `normal` are those of the view. */
export const faceSection = (point: Vector, normal: Vector): FaceSection => {
  const along = inIfc(normal)
  return { kind: "face", normal: along, at: dot(along, inIfc(point)), moved: firstMoved }
}

/** Returns the box around products, or around the building, in the axes of IFC. */
export const boxAround = (viewer: Viewer, products?: ReadonlyArray<number>): Box => {
  const { least, most } = viewer.extent(products)
  return [least[0], -most[2], least[1], most[0], -least[2], most[1]]
}

const planeOf = (normal: Vector, at: number): SectionPlane => {
  const along = inView(normal)
  return { normal: along, point: [along[0] * at, along[1] * at, along[2] * at] }
}

const unit = (axis: number, sign: 1 | -1): Vector => [0, 1, 2].map((n) => (n === axis ? sign : 0)) as never

/** Returns the planes of all sections and of the box, as the viewer takes them. */
export const planesOf = (all: ReadonlyArray<Section>, within: Box | null): ReadonlyArray<SectionPlane> => [
  ...all.map((section) => {
    if (section.kind === "face") return planeOf(section.normal, section.at + section.moved)
    const sign = section.isFlipped ? -1 : 1
    return planeOf(unit(axes.indexOf(section.axis), sign), sign * section.at)
  }),
  ...(within === null ? [] : within.map((at, n) => (n < 3 ? planeOf(unit(n, -1), -at) : planeOf(unit(n - 3, 1), at))))
]
