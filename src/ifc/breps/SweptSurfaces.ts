import { type Curve, nearestOn, sizeOf } from "../curves/Curve.ts"
import { type Axes, cross, distance, dot, minus, plus, type Vector } from "../curves/Vector.ts"
import { angleStep, type Surface, turn } from "./Surface.ts"

/** Points closer than this fraction of the size of a curve are the same. */
const sameWithin = 1e-7

/** Returns the average distance between neighbouring points of a curve, in its parameter; 0 for a straight curve. */
const stepOf = (curve: Curve, count: number): number => (count < 2 ? 0 : Math.abs(curve.to - curve.from) / count)

/** Returns the surface that is made by moving a curve in a direction; u is the parameter of the curve. */
export const extrusion = (curve: Curve, along: Vector): Surface => {
  const { parameters, points } = curve.sample(curve.from, curve.to)
  /** Projects a point along the direction, because the surface extends without limit in that direction. */
  const flat = (point: Vector): Vector => plus(point, along, -dot(point, along))
  const flattened = points.map(flat)
  const isClosed = distance(flattened[0]!, flattened.at(-1)!) <= sameWithin * sizeOf(flattened)
  return {
    at: ([u, v]) => plus(curve.at(u), along, v),
    parametersOf: (point) => {
      const { fraction, line } = nearestOn(flattened, flat(point))
      const u = parameters[line]! + fraction * (parameters[line + 1]! - parameters[line]!)
      return [u, dot(minus(point, curve.at(u)), along)]
    },
    periods: [isClosed ? Math.abs(curve.to - curve.from) : 0, 0],
    poles: [],
    steps: [stepOf(curve, points.length - 1), 0]
  }
}

/** Returns the surface that is made by turning a curve about an axis; u is the angle, v the parameter of the curve. */
export const revolution = (curve: Curve, { origin, z }: Axes): Surface => {
  const { parameters, points } = curve.sample(curve.from, curve.to)
  /** Returns the distance of a point from the axis, and its position along the axis. */
  const flat = (point: Vector): Vector => {
    const from = minus(point, origin)
    const height = dot(from, z)
    return [distance(from, [z[0] * height, z[1] * height, z[2] * height]), height, 0]
  }
  const flattened = points.map(flat)
  const size = sizeOf([...flattened, [0, flattened[0]![1], 0]])
  const turned = (point: Vector, angle: number): Vector => {
    const from = minus(point, origin)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return plus(plus(plus(origin, from, cos), cross(z, from), sin), z, dot(from, z) * (1 - cos))
  }
  const at: Surface["at"] = ([u, v]) => turned(curve.at(v), u)
  const poles = [0, points.length - 1].filter((i) => flattened[i]![0] <= sameWithin * size)
  const isClosed = distance(flattened[0]!, flattened.at(-1)!) <= sameWithin * size
  return {
    at,
    parametersOf: (point) => {
      const { fraction, line } = nearestOn(flattened, flat(point))
      const v = parameters[line]! + fraction * (parameters[line + 1]! - parameters[line]!)
      const [one, two] = [curve.at(v), point].map((end) => {
        const from = minus(end, origin)
        return plus(from, z, -dot(from, z))
      }) as [Vector, Vector]
      return [Math.atan2(dot(z, cross(one, two)), dot(one, two)), v]
    },
    periods: [turn, isClosed && poles.length === 0 ? Math.abs(curve.to - curve.from) : 0],
    poles: poles.map((i) => parameters[i]!),
    steps: [angleStep, stepOf(curve, points.length - 1)]
  }
}
