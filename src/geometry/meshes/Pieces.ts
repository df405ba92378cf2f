import type { FlatMesh, IfcAPI } from "web-ifc"
import type { Rewritten } from "../../ifc/shapes/Rewriting.ts"
import type { PlacedShape } from "../csg/Bodies.ts"
import type { Shape } from "../Scene.ts"
import * as Engine from "./Engine.ts"
import { hollowed } from "./HollowShape.ts"
import { growing } from "./GrowingRows.ts"
import { Repairs } from "./Repairs.ts"
import type { Wanted } from "./Wanted.ts"
import { readerOf } from "./RewrittenFile.ts"

/** The number of segments of a full circle. With the engine's default of twelve, a round column is 5 % too thin. */
export const circleSegments = 64

/** The largest file that is read. The engine's memory is limited to 4 GB, and it takes more than twice the file. */
export const mostBytes = 1_500_000_000

/** An engine and the file that it has opened. */
interface Opened {
  readonly api: IfcAPI
  readonly model: number
}

/** Bytes of a piece of the engine's own copy of a file: the engine's default, and the least for small files. */
const mostTape = 64 * 1024 * 1024
const leastTape = 1024 * 1024

/**
 * In worker threads every byte of an engine's memory takes time, whether used or not, so a small file gets a small
 * piece.
 */
const settingsOf = (fileBytes: number) => ({
  COORDINATE_TO_ORIGIN: false,
  CIRCLE_SEGMENTS: circleSegments,
  TAPE_SIZE: Math.min(mostTape, 2 ** Math.ceil(Math.log2(Math.max(leastTape, 3 * fileBytes))))
})

/** Opens a file in a new engine. The model is -1 if the engine cannot read it. */
const open = async (bytes: Uint8Array, rewritten: Rewritten): Promise<Opened> => {
  const api = await Engine.make()
  try {
    return { api, model: api.OpenModelFromCallback(readerOf(bytes, rewritten), settingsOf(bytes.length)) }
  } catch {
    return { api, model: -1 }
  }
}

/** Releases the memory of a file. If the engine has aborted, its whole memory is dropped anyway. */
const close = ({ api, model }: Opened): void => {
  try {
    api.CloseModel(model)
  } catch {
    // The engine has aborted. The meshes made so far are kept.
  }
}

/** Releases the engine memory that a list holds. Its type does not declare `delete`. */
const giveBack = (pieces: FlatMesh["geometries"] & { readonly delete?: () => void }): void => pieces.delete?.()

/**
 * Returns whether an error has aborted the engine, for example because it ran out of memory; it then makes no more
 * meshes.
 */
const isEnd = (fault: unknown): boolean =>
  fault instanceof WebAssembly.RuntimeError && fault.message.includes("Aborted")

/** Requests the mesh of an element from the engine. Throws if the engine has aborted. */
const ask = ({ api, model }: Opened, id: number, each: (mesh: FlatMesh) => void): void => {
  try {
    api.StreamMeshes(model, [id], each)
  } catch (fault) {
    if (isEnd(fault)) throw fault
    // The element has no mesh; that is reported later.
  }
}

/**
 * Calls `each` with the meshes of the elements. Skips elements on which the engine fails, and stops when the engine
 * aborts.
 *
 * @param begins see `piecesOf`
 */
const stream = (
  opened: Opened,
  ids: ReadonlyArray<number>,
  begins: (id: number) => boolean,
  each: (mesh: FlatMesh) => void,
  onProgress: (fraction: number) => void
): ReadonlySet<number> => {
  const skipped = new Set<number>()
  try {
    for (const [i, id] of ids.entries()) {
      if (begins(id)) ask(opened, id, each)
      else skipped.add(id)
      onProgress((i + 1) / ids.length)
    }
  } catch {
    // The engine has aborted, for example because it ran out of memory.
  }
  return skipped
}

/**
 * Returns positions and triangles of a geometry, without its normals. Corners that are not finite are kept as they are.
 */
const shapeOf = ({ api, model }: Opened, id: number): Shape => {
  const geometry = api.GetGeometry(model, id)
  const vertices = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize())
  const indices = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize())
  const positions = new Float32Array(vertices.length / 2)
  for (let at = 0, to = 0; at < vertices.length; at += 6) {
    for (let i = 0; i < 3; i++) positions[to++] = vertices[at + i]!
  }
  const triangles = indices.slice()
  geometry.delete()
  return { positions, triangles }
}

const byte = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 255)

/** The meshes that the engine made, piece by piece. */
export interface Pieces {
  readonly shapes: ReadonlyArray<Shape>
  /** Columns of pieces: index into `shapes`; matrix and colour as in placements. */
  readonly shape: Uint32Array
  readonly matrix: Float64Array
  readonly color: Uint8Array
  /** The range of pieces of each element that has some, by its instance number. */
  readonly ranges: ReadonlyMap<number, { readonly from: number; readonly to: number }>
  /** Instance numbers of the elements that were not tried. */
  readonly skipped: ReadonlySet<number>
}

/** A shape that was made: its index, and the matrix of its first placement. */
interface Made {
  readonly at: number
  readonly matrix: ReadonlyArray<number>
}

/**
 * Makes the shapes of elements with a new engine, which may fail for each of them.
 *
 * @param begins called before each element; if it returns false, the element is skipped. Some elements of damaged files
 *   never end.
 */
export const piecesOf = async (
  bytes: Uint8Array,
  rewritten: Rewritten,
  { booleans, cut, hollow, ids }: Wanted,
  onProgress: (fraction: number) => void,
  begins: (id: number) => boolean
): Promise<Pieces> => {
  const opened = bytes.length > mostBytes ? null : await open(bytes, rewritten)
  const shapes: Array<Shape> = []
  const shapeAt = new Map<number, number>()
  const shape = growing((length) => new Uint32Array(length), 1)
  const matrix = growing((length) => new Float64Array(length), 16)
  const color = growing((length) => new Uint8Array(length), 4)
  let count = 0
  const ranges = new Map<number, { readonly from: number; readonly to: number }>()
  let skipped: ReadonlySet<number> = new Set()
  if (opened !== null && opened.model >= 0) {
    const wanted = new Set(ids)
    const cutPieces = new Map<number, Array<Made>>()
    const combined = new Map<number, Made>()
    const copied = (id: number): Shape => {
      const made = shapeOf(opened, id)
      return hollow.has(id) ? hollowed(made) : made
    }
    onProgress(0.2)
    const each = ({ expressID, geometries: pieces }: FlatMesh) => {
      if (wanted.has(expressID) && !ranges.has(expressID) && pieces.size() > 0) {
        const from = count
        for (let i = 0; i < pieces.size(); i++) {
          const { color: of, flatTransformation, geometryExpressID } = pieces.get(i)
          const isOwn = cut.has(expressID)
          let at = isOwn ? undefined : shapeAt.get(geometryExpressID)
          if (at === undefined) {
            at = shapes.push(copied(geometryExpressID)) - 1
            if (!isOwn) shapeAt.set(geometryExpressID, at)
            if (!isOwn && booleans.combined.has(geometryExpressID)) {
              combined.set(geometryExpressID, { at, matrix: flatTransformation })
            }
          }
          if (shapes[at]!.triangles.length === 0 || !flatTransformation.every(Number.isFinite)) continue
          if (isOwn) cutPieces.getOrInsertComputed(expressID, () => []).push({ at, matrix: flatTransformation })
          shape.add(at)
          matrix.add(...flatTransformation)
          color.add(byte(of.x), byte(of.y), byte(of.z), byte(of.w))
          count += 1
        }
        ranges.set(expressID, { from, to: count })
      }
      giveBack(pieces)
    }
    skipped = stream(opened, ids, begins, each, (part) => onProgress(0.2 + part * 0.8))
    const shapesOfItem = (id: number): ReadonlyArray<PlacedShape> => {
      const found: Array<PlacedShape> = []
      const keep = ({ geometries: pieces }: FlatMesh) => {
        for (let i = 0; i < pieces.size(); i++) {
          const { flatTransformation, geometryExpressID } = pieces.get(i)
          found.push({ shape: copied(geometryExpressID), matrix: flatTransformation })
        }
        giveBack(pieces)
      }
      ask(opened, id, keep)
      return found
    }
    const repairs = new Repairs(booleans, shapesOfItem)
    const placed = ({ at, matrix }: Made): PlacedShape => ({ shape: shapes[at]!, matrix })
    try {
      for (const [id, made] of combined) shapes[made.at] = repairs.item(id, placed(made))
      for (const [id, pieces] of cutPieces) {
        const repaired = repairs.cut(cut.get(id)!, pieces.map(placed))
        for (const [i, { at }] of pieces.entries()) shapes[at] = repaired[i]!
      }
    } catch {
      // The engine has aborted. Shapes that were not recombined stay as the engine made them.
    }
    close(opened)
  }
  return { shapes, shape: shape.done(), matrix: matrix.done(), color: color.done(), ranges, skipped }
}
