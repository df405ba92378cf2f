import { limits as table } from "../../../src/domain/Limits.ts"
import * as StepWord from "../../../src/ifc/patch/StepWord.ts"
import type { Block } from "./Blocks.ts"
import type { Color, Document, DocumentObject } from "./Document.ts"
import { type Limits, refuse } from "./Limits.ts"
import { mapped, type Matrix, multiply, nowhere, offset, type Standing, standing, type Vector } from "./Matrix.ts"
import { listBy, type StepFile } from "./StepFile.ts"
import type { Triangles } from "./Triangles.ts"

const vector = (of: Vector): string => StepWord.list(of.map(StepWord.real))

const pointOf = (file: StepFile, of: Vector): string => file.add("IFCCARTESIANPOINT", vector(of))

/** Writes an IfcAxis2Placement3D and returns its reference. */
export const axesOf = (file: StepFile, { axes, origin }: Pick<Standing, "axes" | "origin">): string => {
  const point = pointOf(file, origin)
  if (axes === nowhere.axes) return file.add("IFCAXIS2PLACEMENT3D", `${point},$,$`)
  const [x, , z] = axes.map((axis) => file.add("IFCDIRECTION", vector(axis)))
  return file.add("IFCAXIS2PLACEMENT3D", `${point},${z},${x}`)
}

const determinant = ([a, b, c, , d, e, f, , g, h, i]: Matrix): number =>
  a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!)

/**
 * Returns the corner with the smallest coordinates, rounded down to whole units. Coordinates relative to it have few
 * digits.
 */
const cornerOf = (positions: Float64Array): Vector => {
  const corner: [number, number, number] = [Infinity, Infinity, Infinity]
  for (let i = 0; i < positions.length; i++) {
    if (positions[i]! < corner[i % 3]!) corner[i % 3] = positions[i]!
  }
  return [Math.floor(corner[0]), Math.floor(corner[1]), Math.floor(corner[2])]
}

/** An IfcShapeRepresentation and its placement in the coordinates of the document. */
export interface Represented {
  readonly representation: string
  readonly stands: Pick<Standing, "axes" | "origin">
}

/** Writes the shapes of objects. */
export interface Shapes {
  /** Writes the IfcShapeRepresentation of an object that is not a block; null if it has no triangles. */
  readonly ofObject: (at: number, color: Color | null) => Represented | null
  /**
   * Writes the IfcShapeRepresentation of a block instance; null if it is empty. The shapes of a block are shared by its
   * instances.
   */
  readonly ofBlock: (block: Block, matrix: Matrix, color: Color | null) => Represented | null
}

/**
 * Creates a writer of shapes into a file. Its functions throw `JobRefused` with ResourceLimit beyond the limits.
 *
 * @param context the IfcGeometricRepresentationSubContext of bodies
 */
export const shapesInto = (file: StepFile, document: Document, context: string, limits: Limits): Shapes => {
  const styles = new Map<string, string>()
  const maps = new Map<Block, string | null>()
  let written = 0

  const styleOf = ({ rgb, transparency }: Color): string =>
    styles.getOrInsertComputed([...rgb, transparency].join(), () => {
      const parts = rgb.map((part) => StepWord.real(Math.round((part / 255) * 1e4) / 1e4))
      const color = file.add("IFCCOLOURRGB", `$,${parts.join(",")}`)
      const values = `${color},${StepWord.real(transparency)},$,$,$,$,$,$,.NOTDEFINED.`
      const rendering = file.add("IFCSURFACESTYLERENDERING", values)
      return file.add("IFCSURFACESTYLE", `$,.BOTH.,(${rendering})`)
    })

  const colored = (item: string, color: Color | null): string => {
    if (color !== null) file.add("IFCSTYLEDITEM", `${item},(${styleOf(color)}),$`)
    return item
  }

  const represented = (type: string, items: ReadonlyArray<string>): string =>
    file.add("IFCSHAPEREPRESENTATION", `${context},'Body','${type}',${StepWord.list(items)}`)

  /** Writes an IfcTriangulatedFaceSet with coordinates relative to an origin. */
  const faceSet = (
    { corners, positions }: Triangles,
    [x, y, z]: Vector,
    color: Color | null,
    isMirrored = false
  ): string => {
    written += corners.length / 3
    if (written > limits.written) refuse(table.trianglesOfRhino, limits.written)
    const points = listBy(positions.length / 3, (i) =>
      vector([positions[3 * i]! - x, positions[3 * i + 1]! - y, positions[3 * i + 2]! - z])
    )
    const list = file.addLong("IFCCARTESIANPOINTLIST3D", points)
    const [second, third] = isMirrored ? [2, 1] : [1, 2]
    const triangles = listBy(
      corners.length / 3,
      (i) => `(${corners[3 * i]! + 1},${corners[3 * i + second]! + 1},${corners[3 * i + third]! + 1})`
    )
    const pieces = function* () {
      yield `${list},$,$,`
      yield* triangles
      yield ",$"
    }
    return colored(file.addLong("IFCTRIANGULATEDFACESET", pieces()), color)
  }

  /** Writes an IfcMappedItem of a representation map at a placement. */
  const mappedItem = (map: string, { axes, origin, scales }: Standing): string => {
    const [x, y, z] = [axes[0], axes[1], axes[2].map((part) => part * Math.sign(scales[2]))]
    const directions = [x, y, z].map((axis) => file.add("IFCDIRECTION", vector(axis as unknown as Vector)))
    const [sx, sy, sz] = [scales[0], scales[1], Math.abs(scales[2])]
    const isUniform = Math.abs(sx - sy) <= sx * 1e-9 && Math.abs(sx - sz) <= sx * 1e-9
    const [first, second, third] = directions
    const values = `${first},${second},${pointOf(file, origin)},${StepWord.real(sx)},${third}`
    const operator = isUniform
      ? file.add("IFCCARTESIANTRANSFORMATIONOPERATOR3D", values)
      : file.add(
          "IFCCARTESIANTRANSFORMATIONOPERATOR3DNONUNIFORM",
          `${values},${StepWord.real(sy)},${StepWord.real(sz)}`
        )
    return file.add("IFCMAPPEDITEM", `${map},${operator}`)
  }

  const mapOf = (type: string, items: ReadonlyArray<string>): string => {
    const axes = axesOf(file, nowhere)
    return file.add("IFCREPRESENTATIONMAP", `${axes},${represented(type, items)}`)
  }

  const own = (color: DocumentObject["color"], parent: Color | null): Color | null =>
    color === "Parent" ? parent : color

  /**
   * Adds the shapes of a block, of all its levels, with transformed coordinates. This is needed if the transformation
   * shears or flattens, which no mapped item can express.
   */
  const baked = (block: Block, matrix: Matrix, parent: Color | null, items: Array<string>): void => {
    const isMirrored = determinant(matrix) < 0
    for (const { at, color } of block.shapes) {
      const triangles = document.triangles(at)
      if (triangles === null) continue
      const positions = mapped(matrix, triangles.positions)
      items.push(faceSet({ ...triangles, positions }, [0, 0, 0], own(color, parent), isMirrored))
    }
    for (const nested of block.blocks) {
      baked(nested.block, multiply(matrix, nested.matrix), own(nested.color, parent), items)
    }
  }

  /** Writes the IfcRepresentationMap of a block, of its shapes and of other maps; null if it is empty. */
  const blockMap = (block: Block): string | null => {
    const found = maps.get(block)
    if (found !== undefined) return found
    const shapes: Array<string> = []
    const nested: Array<string> = []
    for (const { at, color } of block.shapes) {
      const triangles = document.triangles(at)
      if (triangles !== null) shapes.push(faceSet(triangles, [0, 0, 0], own(color, null)))
    }
    for (const { block: inner, color, matrix } of block.blocks) {
      const stands = standing(matrix)
      const ofItem = own(color, null)
      if (stands === null) baked(inner, matrix, ofItem, shapes)
      else {
        const map = blockMap(inner)
        if (map !== null) nested.push(colored(mappedItem(map, stands), inner.inherits ? ofItem : null))
      }
    }
    const ofShapes = shapes.length === 0 ? null : mapOf("Tessellation", shapes)
    if (ofShapes !== null && nested.length > 0) nested.unshift(mappedItem(ofShapes, nowhere))
    const map = nested.length === 0 ? ofShapes : mapOf("MappedRepresentation", nested)
    maps.set(block, map)
    return map
  }

  return {
    ofObject: (at, color) => {
      const triangles = document.triangles(at)
      if (triangles === null) return null
      const origin = cornerOf(triangles.positions)
      const item = faceSet(triangles, origin, color)
      return { representation: represented("Tessellation", [item]), stands: { axes: nowhere.axes, origin } }
    },
    ofBlock: (block, matrix, color) => {
      if (block.parts === 0) return null
      const stands = standing(matrix)
      if (stands === null) {
        const [items, origin] = [Array<string>(), offset(matrix)]
        baked(block, matrix.with(3, 0).with(7, 0).with(11, 0), color, items)
        if (items.length === 0) return null
        return { representation: represented("Tessellation", items), stands: { axes: nowhere.axes, origin } }
      }
      const map = blockMap(block)
      if (map === null) return null
      const item = mappedItem(map, { ...nowhere, scales: stands.scales })
      colored(item, block.inherits ? color : null)
      return { representation: represented("MappedRepresentation", [item]), stands }
    }
  }
}
