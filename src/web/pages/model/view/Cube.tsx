import type { Vector, Viewer } from "../../../viewer/Viewer.ts"
import { axesOf, type Camera } from "../../../viewer/Camera.ts"
import { texts } from "../ModelTexts.ts"
import { type Direction, directions } from "./Actions.ts"

/** Normal of each face of the cube, and the directions to the right and up on it. Y is up. */
const faces: ReadonlyArray<readonly [Direction, normal: Vector, right: Vector, up: Vector]> = [
  ["front", [0, 0, 1], [1, 0, 0], [0, 1, 0]],
  ["right", [1, 0, 0], [0, 0, -1], [0, 1, 0]],
  ["back", [0, 0, -1], [-1, 0, 0], [0, 1, 0]],
  ["left", [-1, 0, 0], [0, 0, 1], [0, 1, 0]],
  ["top", [0, 1, 0], [1, 0, 0], [0, 0, -1]],
  ["bottom", [0, -1, 0], [1, 0, 0], [0, 0, 1]]
]

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Part of a face's normal that must point to the eye for the face to be drawn. */
const leastFacing = 0.02

/**
 * Renders a cube that stands as the model does; a press on a face looks from there. The keyboard and screen readers have
 * the same directions in the tool bar.
 */
export const Cube = ({ camera, viewer }: { readonly camera: Camera; readonly viewer: Viewer }) => {
  const { back, right, up } = axesOf(camera)
  return (
    <svg class="cube" viewBox="-1.8 -1.8 3.6 3.6" aria-hidden="true">
      {faces.map(([name, normal, across, upwards]) => {
        if (dot(normal, back) < leastFacing) return null
        const matrix = [
          dot(across, right),
          -dot(across, up),
          -dot(upwards, right),
          dot(upwards, up),
          dot(normal, right),
          -dot(normal, up)
        ]
        const [yaw, pitch] = directions[name]
        return (
          <g key={name} transform={`matrix(${matrix.join(" ")})`} onClick={() => viewer.lookFrom(yaw, pitch)}>
            <title>{texts.stage.directions[name]}</title>
            <rect x="-1" y="-1" width="2" height="2" />
            <text y="0.16">{texts.stage.directions[name]}</text>
          </g>
        )
      })}
    </svg>
  )
}
