import type { Shapes, ShapedElement } from "../../ifc/shapes/Shapes.ts"
import { fromFrame, placedAlike, type SceneFrame } from "../Matrix.ts"
import type { Scene } from "../Scene.ts"
import { piecesOf } from "./Pieces.ts"

/** What is drawn of an element. */
interface MeshedElement {
  readonly element: ShapedElement
  /** Where its placements stand among those of the scene; none: no mesh came of its shape. */
  readonly from: number
  readonly to: number
}

/** What of a file is to be meshed, and how it is to be read. */
type Drawn = Pick<Shapes, "elements" | "rewritten">

/** Meshes of a file. */
export interface Meshes {
  readonly scene: Scene
  /** In the order of `Shapes.elements`. */
  readonly elements: ReadonlyArray<MeshedElement>
  /** The frame of each, in the axes of the scene. */
  readonly frames: ReadonlyArray<SceneFrame>
  /** How many have no mesh since it takes more work than one may. */
  readonly costly: number
}

/**
 * Which element has the shape of each, moved: by place the first one that is written like it, or its own place. Cuts of
 * openings are of an element alone.
 */
const patterns = (elements: ReadonlyArray<ShapedElement>): Uint32Array => {
  const firsts = new Map<string, number>()
  return Uint32Array.from(elements, ({ alike, isCut }, i) =>
    isCut || alike === "" ? i : firsts.getOrInsertComputed(alike, () => i)
  )
}

/**
 * The meshes of what has a shape in an IFC file, by web-ifc: shapes that elements share stand once, and of elements whose
 * shapes are written alike the engine is asked for the first.
 *
 * @param counting an element whose shape has no end has no mesh; else it stands still. Takes a sixth more time.
 * Reads:  files up to `mostBytes`; what the engine cannot read has no mesh, and never fails.
 * Takes:  the memory of the engine, which is given back only with the process.
 */
export const meshesOf = async (
  bytes: Uint8Array,
  { elements, rewritten }: Drawn,
  onProgress: (fraction: number) => void = () => {},
  counting = false
): Promise<Meshes> => {
  const frames = elements.map(({ frame }) => fromFrame(frame))
  const first = patterns(elements)
  const ids = elements.filter((_, i) => first[i] === i).map(({ id }) => id)
  const pieces = await piecesOf(bytes, rewritten, ids, onProgress, counting)
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
    costly: elements.filter((_, i) => pieces.costly.has(elements[first[i]!]!.id)).length
  }
}

/** The elements that openings are cut out of, in the same file without these openings. */
export const withoutOpenings = ({ elements, rewritten, voided, voids }: Shapes): Drawn => ({
  elements: elements.filter(({ id }) => voided.has(id)).map((element) => ({ ...element, isCut: false })),
  rewritten: { ...rewritten, blanks: [...rewritten.blanks, ...voids] }
})
