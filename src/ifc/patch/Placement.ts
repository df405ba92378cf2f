import type { Patching } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

type Vector = readonly [number, number, number]

/** Axes and origin, in the coordinates of the frame above. */
interface Frame {
  readonly x: Vector
  readonly y: Vector
  readonly z: Vector
  readonly origin: Vector
}

const scaled = (by: number, [x, y, z]: Vector): Vector => [x * by, y * by, z * by]
const sum = (...all: ReadonlyArray<Vector>): Vector =>
  all.reduce<Vector>(([x, y, z], one) => [x + one[0], y + one[1], z + one[2]], [0, 0, 0])
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0]
]
const unit = (a: Vector): Vector => scaled(1 / Math.hypot(...a), a)

/**
 * Returns the frame of an IfcAxis2Placement3D, or null if it has none. X is the part of RefDirection that is
 * perpendicular to Axis. Source: IFC 4.3, IfcBuildAxes.
 */
const frameOf = ({ model: { file } }: Patching, row: number): Frame | null => {
  if (!file.is(row, "IfcAxis2Placement3D")) return null
  const read = file.freeReader()
  if (!read.openRow(row)) return null
  const [at, axis, reference] = [read.row(0), read.row(1), read.row(2)]
  const numbers = (of: number, otherwise: Vector): Vector => {
    const found: Array<number> = []
    if (of < 0 || !read.openRow(of) || read.kind(0) !== "list") return otherwise
    const items = file.bytes.toString("latin1", read.start(0) + 1, read.end(0) - 1).split(",")
    for (const item of items) found.push(Number(item))
    while (found.length < 3) found.push(0)
    return found.every(Number.isFinite) ? (found as unknown as Vector) : otherwise
  }
  const origin = numbers(at, [0, 0, 0])
  const z = unit(numbers(axis, [0, 0, 1]))
  const wanted = numbers(reference, [1, 0, 0])
  const x = unit(sum(wanted, scaled(-dot(wanted, z), z)))
  return [...x, ...z].every(Number.isFinite) ? { origin, x, z, y: cross(z, x) } : null
}

const inside = ({ x, y, z }: Frame, of: Vector): Vector => sum(scaled(of[0], x), scaled(of[1], y), scaled(of[2], z))

/** A local placement: the row of the placement above it, -1 for none, and its axes there. */
interface Placed {
  readonly above: number
  readonly frame: Frame
}

/** Moves local placements of a file to other parents. */
export class Placements {
  private readonly moved = new Map<number, Placed>()

  constructor(private readonly patching: Patching) {}

  /** Returns the number of placements from this one up to the root. In a cycle, each is counted once. */
  depthOf(row: number): number {
    const { file } = this.patching.model
    const read = file.freeReader()
    const path = new Set<number>()
    for (
      let at = row;
      at >= 0 && !path.has(at);
      at = file.is(at, "IfcLocalPlacement") && read.openRow(at) ? read.row(0) : -1
    ) {
      path.add(at)
    }
    return path.size
  }

  /**
   * Moves a placement from its parent `under` to the placement above that, without changing its position.
   *
   * @returns whether that was possible: both must be local placements with three axes
   */
  moveUp(child: number, under: number): boolean {
    const [upper, lower] = [this.at(under), this.at(child)]
    if (upper === null || lower === null) return false
    const { above, frame } = upper
    const origin = sum(frame.origin, inside(frame, lower.frame.origin))
    const [x, y, z] = [lower.frame.x, lower.frame.y, lower.frame.z].map((axis) => inside(frame, axis)) as [
      Vector,
      Vector,
      Vector
    ]
    this.moved.set(child, { above, frame: { origin, x, y, z } })
    return true
  }

  /** Writes the moved placements. */
  apply(): void {
    const { edits, model, patch } = this.patching
    const list = (of: Vector) => StepWord.list(of.map(StepWord.real))
    for (const [row, { above, frame }] of this.moved) {
      if (edits.isRemoved(row)) continue
      const origin = patch.add("IFCCARTESIANPOINT", [list(frame.origin)])
      const [z, x] = [frame.z, frame.x].map((axis) => patch.add("IFCDIRECTION", [list(axis)])) as [number, number]
      edits.set(row, 0, above < 0 ? "$" : StepWord.reference(model.file.idOf(above)))
      edits.set(row, 1, StepWord.reference(patch.add("IFCAXIS2PLACEMENT3D", [origin, z, x].map(StepWord.reference))))
    }
  }

  private at(row: number): Placed | null {
    const known = this.moved.get(row)
    if (known !== undefined) return known
    const { file } = this.patching.model
    const read = file.freeReader()
    if (!file.is(row, "IfcLocalPlacement") || !read.openRow(row)) return null
    const above = read.row(0)
    const frame = frameOf(this.patching, read.row(1))
    return frame === null ? null : { above, frame }
  }
}
