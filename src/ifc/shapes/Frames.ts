import type { IfcFile } from "../index/IfcFile.ts"
import { AxesReader } from "./Axes.ts"

/** The axes and origin of a placement in metres: x, y, z and origin, three numbers each. NaN if it is unusable. */
export type Frame = Float64Array

/** The deepest nesting of placements that is evaluated. */
const deepest = 256

const identity = (): Frame => Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)

const unusable = (): Frame => new Float64Array(12).fill(Number.NaN)

export const isUsable = (frame: Frame): boolean => frame.every(Number.isFinite)

/** Transforms an inner frame into the coordinates in which the outer frame is given. */
const within = (outer: Frame, inner: Frame): Frame => {
  const all = new Float64Array(12)
  for (let column = 0; column < 4; column++) {
    for (let i = 0; i < 3; i++) {
      let sum = column === 3 ? outer[9 + i]! : 0
      for (let k = 0; k < 3; k++) sum += outer[3 * k + i]! * inner[3 * column + k]!
      all[3 * column + i] = sum
    }
  }
  return all
}

/**
 * Returns a function that computes the frame of an object placement in world coordinates from its row. A placement
 * whose directions make no axes, or that has no location, is unusable, and so are those below it. A cycle of placements
 * is cut at the placement that closes it; a missing placement counts as that of the world.
 *
 * @param metre metres per unit of length
 *
 * Source: IFC 4.3, IfcLocalPlacement, IfcAxis2Placement3D.
 */
export const framesOf = (file: IfcFile, metre: number): ((row: number) => Frame) => {
  const read = file.freeReader()
  const reader = new AxesReader(file)
  const known = new Map<number, Frame>()
  const own = (row: number): Frame => {
    const [axes, at] = [reader.axes(row), reader.location(row)]
    if (axes === null || at === null) return unusable()
    return Float64Array.of(...axes.flat(), at[0] * metre, at[1] * metre, at[2] * metre)
  }
  return (row) => {
    const path: Array<number> = []
    let frame = identity()
    const open = new Set<number>()
    for (let at = row; at >= 0 && path.length < deepest && !open.has(at);) {
      const found = known.get(at)
      if (found !== undefined) {
        frame = found
        break
      }
      open.add(at)
      path.push(at)
      at = file.is(at, "IfcLocalPlacement") && read.openRow(at) ? read.row(0) : -1
    }
    for (const at of path.toReversed()) {
      if (file.is(at, "IfcLocalPlacement") && read.openRow(at)) frame = within(frame, own(read.row(1)))
      known.set(at, frame)
    }
    return frame
  }
}
