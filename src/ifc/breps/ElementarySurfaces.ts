import { type Axes, into, outOf } from "../curves/Vector.ts"
import { angleStep, type Surface, turn } from "./Surface.ts"

export const plane = (axes: Axes): Surface => ({
  at: ([u, v]) => outOf(axes, [u, v, 0]),
  parametersOf: (point) => {
    const [x, y] = into(axes, point)
    return [x, y]
  },
  periods: [0, 0],
  poles: [],
  steps: [0, 0]
})

export const cylinder = (axes: Axes, radius: number): Surface => ({
  at: ([u, v]) => outOf(axes, [radius * Math.cos(u), radius * Math.sin(u), v]),
  parametersOf: (point) => {
    const [x, y, z] = into(axes, point)
    return [Math.atan2(y, x), z]
  },
  periods: [turn, 0],
  poles: [],
  steps: [angleStep, 0]
})

export const sphere = (axes: Axes, radius: number): Surface => ({
  at: ([u, v]) =>
    outOf(axes, [radius * Math.cos(v) * Math.cos(u), radius * Math.cos(v) * Math.sin(u), radius * Math.sin(v)]),
  parametersOf: (point) => {
    const [x, y, z] = into(axes, point)
    return [Math.atan2(y, x), Math.atan2(z, Math.hypot(x, y))]
  },
  periods: [turn, 0],
  poles: [-turn / 4, turn / 4],
  steps: [angleStep, angleStep]
})

export const torus = (axes: Axes, major: number, minor: number): Surface => ({
  at: ([u, v]) => {
    const away = major + minor * Math.cos(v)
    return outOf(axes, [away * Math.cos(u), away * Math.sin(u), minor * Math.sin(v)])
  },
  parametersOf: (point) => {
    const [x, y, z] = into(axes, point)
    return [Math.atan2(y, x), Math.atan2(z, Math.hypot(x, y) - major)]
  },
  periods: [turn, turn],
  poles: [],
  steps: [angleStep, angleStep]
})
