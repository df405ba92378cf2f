import type { Vector } from "./ViewModel.ts"

/** Plane that cuts away everything on the side its normal points to. In metres, Y up. */
export interface SectionPlane {
  readonly point: Vector
  readonly normal: Vector
}

/** Heights between which a storey is visible, in metres. */
export interface StoreyCut {
  readonly from: number
  readonly to: number
}

/** Largest number of section planes: six single ones and those of a box; a storey cut adds two. */
export const mostPlanes = 12

/** Returns four numbers per plane, relative to `origin`: points with `a·x + b·y + c·z > d` are cut away. */
export const planesOf = (
  planes: ReadonlyArray<SectionPlane>,
  storey: StoreyCut | null,
  origin: Vector
): ReadonlyArray<readonly [number, number, number, number]> => {
  const all = planes
    .filter(({ normal }) => Math.hypot(...normal) > 0)
    .slice(0, mostPlanes)
    .map(({ normal, point }): readonly [number, number, number, number] => {
      const length = Math.hypot(...normal)
      const [a, b, c] = [normal[0] / length, normal[1] / length, normal[2] / length]
      return [a, b, c, a * (point[0] - origin[0]) + b * (point[1] - origin[1]) + c * (point[2] - origin[2])]
    })
  if (storey === null) return all
  return [...all, [0, 1, 0, storey.to - origin[1]], [0, -1, 0, origin[1] - storey.from]]
}

/** Returns whether a point is on the kept side of all planes. */
export const isKept = (
  planes: ReadonlyArray<readonly [number, number, number, number]>,
  x: number,
  y: number,
  z: number
): boolean => planes.every(([a, b, c, d]) => a * x + b * y + c * z <= d)
