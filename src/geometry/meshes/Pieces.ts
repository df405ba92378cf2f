import type { FlatMesh } from "web-ifc"
import type { Rewritten } from "../../ifc/shapes/Rewriting.ts"
import type { Shape } from "../Scene.ts"
import * as Engine from "./Engine.ts"
import { mostTurns } from "./Metered.ts"
import { readerOf } from "./RewrittenFile.ts"

/** Corners of a full circle: twelve, which the engine takes by itself, make a round column 5 % too thin. */
export const circleSegments = 64

/** The engine's memory ends at 4 GB, and it takes more than twice the file. */
export const mostBytes = 1_500_000_000

/**
 * Turns that the loops of the engine may take for one element, by how many at least have come to nothing so before. The
 * costliest of the models of eight tools takes 33 million; some of damaged files have no end, and of some all have none.
 */
const turnsOfElement = [
  { costly: 14, turns: 2e6 },
  { costly: 4, turns: 10e6 },
  { costly: 1, turns: 40e6 },
  { costly: 0, turns: 100e6 }
] as const

/** Turns for taking what came of an element, and forgetting it. */
const turnsToTake = 100e6

/** Turns for an instance that no file has, for which some thousand do: the engine puts in order what it left behind. */
const noInstance = { id: 0, turns: 1e6 }

/** An engine, and a file that it has opened. */
interface Opened extends Engine.Engine {
  readonly model: number
}

/** Bytes of a piece of the engine's own form of a file: what the engine takes by itself, and what a small file gets. */
const mostTape = 64 * 1024 * 1024
const leastTape = 1024 * 1024

/** In workers each byte of an engine's memory costs time, touched or not: a small file gets a small piece. */
const settingsOf = (fileBytes: number) => ({
  COORDINATE_TO_ORIGIN: false,
  CIRCLE_SEGMENTS: circleSegments,
  TAPE_SIZE: Math.min(mostTape, 2 ** Math.ceil(Math.log2(Math.max(leastTape, 3 * fileBytes))))
})

/** Opens a file in an engine of its own. -1 for a model: the engine does not read it. */
const open = async (bytes: Uint8Array, rewritten: Rewritten, counting: boolean): Promise<Opened> => {
  const engine = await Engine.make(counting)
  const read = readerOf(bytes, rewritten)
  const next = (from: number, size: number): Uint8Array => {
    // The whole of a large file takes more than there can be.
    engine.allow(mostTurns)
    return read(from, size)
  }
  try {
    return { ...engine, model: engine.api.OpenModelFromCallback(next, settingsOf(bytes.length)) }
  } catch {
    return { ...engine, model: -1 }
  }
}

/** Gives the memory of a file back; an engine that has ended goes with all of it. */
const close = ({ allow, api, model }: Opened): void => {
  allow(mostTurns)
  try {
    api.CloseModel(model)
  } catch {
    // What was meshed stays.
  }
}

/** A growing list of numbers, `width` of them at a time. */
const growing = <A extends Float64Array | Uint32Array | Uint8Array>(make: (length: number) => A, width: number) => {
  let values = make(1024 * width)
  let count = 0
  return {
    add: (...items: ReadonlyArray<number>) => {
      if ((count + 1) * width > values.length) {
        const more = make(values.length * 2)
        more.set(values)
        values = more
      }
      values.set(items, count++ * width)
    },
    done: () => values.slice(0, count * width) as A
  }
}

/** Lists of the engine hold its memory until they are given back, which their type does not say. */
const giveBack = (pieces: FlatMesh["geometries"] & { readonly delete?: () => void }): void => pieces.delete?.()

/** Whether a fault has ended the engine: without memory, say, it makes no mesh any more. */
const isEnd = (fault: unknown): boolean =>
  fault instanceof WebAssembly.RuntimeError && fault.message.includes("Aborted")

/** Asks the engine for an element. False: that took more turns than it may. */
const ask = (
  { allow, api, isOver, model }: Opened,
  id: number,
  turns: number,
  each: (mesh: FlatMesh) => void
): boolean => {
  allow(turns)
  try {
    api.StreamMeshes(model, [id], each)
  } catch (fault) {
    if (isEnd(fault)) throw fault
    // It has no mesh, and is told so.
  }
  return !isOver()
}

/**
 * Calls `each` with the meshes of the elements, those that fail the engine aside; ends where the engine does.
 *
 * Gives: those that were given up since they take too much work, or the engine does for any of them.
 */
const stream = (
  opened: Opened,
  ids: ReadonlyArray<number>,
  each: (mesh: FlatMesh) => void,
  onProgress: (fraction: number) => void
): ReadonlyArray<number> => {
  const costly: Array<number> = []
  try {
    for (const [i, id] of ids.entries()) {
      const { turns } = turnsOfElement.find((one) => costly.length >= one.costly)!
      if (!ask(opened, id, turns, each)) {
        costly.push(id)
        // What it has of the element it forgets only behind one that it comes to the end of.
        if (!ask(opened, noInstance.id, noInstance.turns, () => {})) return costly.concat(ids.slice(i + 1))
      }
      onProgress((i + 1) / ids.length)
    }
  } catch {
    // It has ended: without memory, say.
  }
  return costly
}

/** Positions and triangles of a geometry, without its normals; corners that are no numbers are left at the origin. */
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

/** What the engine has made of the elements that it was asked for, piece by piece. */
export interface Pieces {
  readonly shapes: ReadonlyArray<Shape>
  /** Columns of pieces: index into `shapes`, and as those of placements. */
  readonly shape: Uint32Array
  readonly matrix: Float64Array
  readonly color: Uint8Array
  /** The pieces of each element that has some, by its number. */
  readonly ranges: ReadonlyMap<number, { readonly from: number; readonly to: number }>
  /** Numbers of those that have none since they take more work than one may. */
  readonly costly: ReadonlySet<number>
}

/**
 * The shapes of elements by an engine of its own, which may fail for each of them.
 *
 * @param ids numbers of the elements
 * @param counting an element whose shape has no end has none; else it stands still
 */
export const piecesOf = async (
  bytes: Uint8Array,
  rewritten: Rewritten,
  ids: ReadonlyArray<number>,
  onProgress: (fraction: number) => void,
  counting: boolean
): Promise<Pieces> => {
  const opened = bytes.length > mostBytes ? null : await open(bytes, rewritten, counting)
  const shapes: Array<Shape> = []
  const shapeAt = new Map<number, number>()
  const shape = growing((length) => new Uint32Array(length), 1)
  const matrix = growing((length) => new Float64Array(length), 16)
  const color = growing((length) => new Uint8Array(length), 4)
  let count = 0
  const ranges = new Map<number, { readonly from: number; readonly to: number }>()
  let costly: ReadonlySet<number> = new Set()
  if (opened !== null && opened.model >= 0) {
    const wanted = new Set(ids)
    onProgress(0.2)
    const each = ({ expressID, geometries: pieces }: FlatMesh) => {
      // Its shape has come to an end, and is taken whole.
      opened.allow(turnsToTake)
      if (wanted.has(expressID) && !ranges.has(expressID) && pieces.size() > 0) {
        const from = count
        for (let i = 0; i < pieces.size(); i++) {
          const { color: of, flatTransformation, geometryExpressID } = pieces.get(i)
          let at = shapeAt.get(geometryExpressID)
          if (at === undefined) {
            at = shapes.push(shapeOf(opened, geometryExpressID)) - 1
            shapeAt.set(geometryExpressID, at)
          }
          if (shapes[at]!.triangles.length === 0 || !flatTransformation.every(Number.isFinite)) continue
          shape.add(at)
          matrix.add(...flatTransformation)
          color.add(byte(of.x), byte(of.y), byte(of.z), byte(of.w))
          count += 1
        }
        ranges.set(expressID, { from, to: count })
      }
      giveBack(pieces)
    }
    costly = new Set(stream(opened, ids, each, (part) => onProgress(0.2 + part * 0.8)))
    close(opened)
  }
  return { shapes, shape: shape.done(), matrix: matrix.done(), color: color.done(), ranges, costly }
}
