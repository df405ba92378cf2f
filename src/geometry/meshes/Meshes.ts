import { isUsable } from "../../ifc/shapes/Frames.ts"
import type { Shapes, ShapedElement } from "../../ifc/shapes/Shapes.ts"
import { fromFrame, placedAlike, type SceneFrame } from "../Matrix.ts"
import type { Scene } from "../Scene.ts"
import { piecesOf } from "./Pieces.ts"

/** The mesh of an element. */
interface MeshedElement {
  readonly element: ShapedElement
  /** The range of its placements in the scene; -1 if its shape has no mesh. */
  readonly from: number
  readonly to: number
}

/** The elements of a file to be meshed, and how the file is rewritten for the engine. */
type Drawn = Pick<Shapes, "booleans" | "elements" | "hollow" | "rewritten">

/** The meshes of a file. */
export interface Meshes {
  readonly scene: Scene
  /** The elements, in the order of `Shapes.elements`. */
  readonly elements: ReadonlyArray<MeshedElement>
  /** The frame of each element, in the axes of the scene. */
  readonly frames: ReadonlyArray<SceneFrame>
  /** The elements that were not tried. */
  readonly skipped: ReadonlyArray<ShapedElement>
}

/**
 * Returns for each element the index of the element whose mesh it reuses, moved: the first one whose shape has an equal
 * description and whose placement is usable, or its own index. Elements with openings cut out are never shared.
 */
const patterns = (elements: ReadonlyArray<ShapedElement>): Uint32Array => {
  const firsts = new Map<string, number>()
  return Uint32Array.from(elements, ({ alike, frame, isCut }, i) =>
    isCut || alike === "" || !isUsable(frame) ? i : firsts.getOrInsertComputed(alike, () => i)
  )
}

/**
 * Makes the meshes of all elements with a shape in an IFC file, by web-ifc. Shapes that elements share are stored once,
 * and of elements whose shapes have equal descriptions only the first is meshed.
 *
 * Reads files up to `mostBytes`. Elements that the engine cannot read have no mesh; it never fails. The memory of the
 * engine is released only when the process ends.
 *
 * @param begins called with the instance number of each element before it is meshed; if it returns false, the element
 * is skipped. Some elements of damaged files never end, so the caller notes which one is being meshed.
 */
export const meshesOf = async (
  bytes: Uint8Array,
  { booleans, elements, hollow, rewritten }: Drawn,
  onProgress: (fraction: number) => void = () => {},
  begins: (id: number) => boolean = () => true
): Promise<Meshes> => {
  const frames = elements.map(({ frame }) => fromFrame(frame))
  const first = patterns(elements)
  const ids = elements.filter(({ frame }, i) => first[i] === i && isUsable(frame)).map(({ id }) => id)
  const cut = new Map(
    elements.flatMap(({ id, isCut, openings, shape }, i) =>
      isCut ? [[id, { frame: frames[i]!, openings, shape }] as const] : []
    )
  )
  const pieces = await piecesOf(bytes, rewritten, { ids, booleans, cut, hollow }, onProgress, begins)
  const rangeOf = (i: number) => pieces.ranges.get(elements[first[i]!]!.id)

  const most = elements.reduce((sum, _, i) => {
    const { from, to } = rangeOf(i) ?? { from: 0, to: 0 }
    return sum + to - from
  }, 0)
  const placements = {
    product: new Uint32Array(most),
    shape: new Uint32Array(most),
    matrix: new Float64Array(most * 16),
    color: new Uint8Array(most * 4)
  }
  let count = 0
  const meshed = elements.map((element, i): MeshedElement => {
    const range = rangeOf(i)
    if (range === undefined) return { element, from: -1, to: -1 }
    const from = count
    for (let at = range.from; at < range.to; at++) {
      const matrix =
        first[i] === i
          ? pieces.matrix.subarray(at * 16, at * 16 + 16)
          : placedAlike(frames[first[i]!]!, frames[i]!, pieces.matrix, at * 16)
      if (!matrix.every(Number.isFinite)) continue
      placements.product[count] = i
      placements.shape[count] = pieces.shape[at]!
      placements.matrix.set(matrix, count * 16)
      placements.color.set(pieces.color.subarray(at * 4, at * 4 + 4), count * 4)
      count += 1
    }
    return { element, from, to: count }
  })
  return {
    scene: {
      products: elements.map(({ class: className, guid, product, wholes }) => ({
        guid,
        class: className,
        isSpace: product < 0,
        ...(wholes === undefined ? {} : { wholes })
      })),
      shapes: pieces.shapes,
      placements: {
        count,
        product: placements.product.subarray(0, count),
        shape: placements.shape.subarray(0, count),
        matrix: placements.matrix.subarray(0, count * 16),
        color: placements.color.subarray(0, count * 4)
      }
    },
    elements: meshed,
    frames,
    skipped: elements.filter((_, i) => pieces.skipped.has(elements[first[i]!]!.id))
  }
}

/**
 * Returns the elements that openings are cut out of, those of the wholes that they are parts of included, and the same
 * file without any openings.
 */
export const withoutOpenings = ({ booleans, elements, hollow, rewritten, voids }: Shapes): Drawn => ({
  booleans,
  hollow,
  elements: elements.filter(({ isCut }) => isCut).map((element) => ({ ...element, isCut: false })),
  rewritten: { ...rewritten, blanks: [...rewritten.blanks, ...voids] }
})
