import {
  DepthTexture,
  Frustum,
  Matrix4,
  NearestFilter,
  PerspectiveCamera,
  Scene,
  UnsignedIntType,
  WebGLRenderTarget
} from "three"
import { disposeBatches, type DrawnBatch, drawnBatches } from "./render/Batches.ts"
import { makeFinish } from "./render/Finish.ts"
import { isSoftware, rendererOn } from "./render/Renderer.ts"
import { type Rgb, type States, tinted } from "./States.ts"
import { textureOf } from "./render/StateTexture.ts"
import { type Draw, stepsOf } from "./Steps.ts"
import { makeRanges } from "./render/Through.ts"
import { makeUniforms, type Shown } from "./render/Uniforms.ts"
import { boxAround, type ViewModel } from "./ViewModel.ts"

/** Target duration of a drawing step, in milliseconds. */
const stepTime = 35
/** Factor by which pixels are wider and higher while the camera moves, if there is no graphics card. */
const usualCoarse = 2
/** Factor used instead if even the smallest step takes longer than `stepTime`. */
const slowCoarse = 3
/** Time in milliseconds that the camera must stand still before the picture is drawn in full resolution again. */
const stillTime = 150
/** Triangles of the first step, before the drawing speed is known. */
const firstBudget = 300_000
const [leastBudget, mostBudget] = [40_000, 5_000_000] as const

/** Draws a picture on demand, in steps. */
export interface Picture {
  /** Starts a new picture as soon as the current step is done. */
  readonly draw: (shown: Shown) => void
  /** Draws another model as well, in one colour, or null for none; must be followed by `draw`. */
  readonly beside: (other: ViewModel | null, color: Rgb) => void
  /** Marks the states as changed; must be followed by `draw`. */
  readonly stale: () => void
  readonly resize: (width: number, height: number, ratio: number) => void
  /** Resets drawing after the browser restored the graphics context; must be followed by `draw`. */
  readonly restored: () => void
  /** Resolves when the picture is complete. */
  readonly whole: () => Promise<void>
  /** Puts the complete picture on the canvas again, which browsers clear once they have shown it. */
  readonly again: () => void
  readonly close: () => void
}

/** Opens a picture on a canvas. Throws `ViewerFault` `NoWebGL` if the browser has no WebGL 2. */
export const openPicture = (
  canvas: HTMLCanvasElement,
  model: ViewModel,
  states: States,
  ownBox: ArrayLike<number>,
  onDrawn: (part: number) => void
): Picture => {
  const renderer = rendererOn(canvas)
  const gl = renderer.getContext() as WebGL2RenderingContext
  const software = isSoftware(gl)
  renderer.autoClear = false
  renderer.sortObjects = false
  const texture = textureOf(states)
  const target = new WebGLRenderTarget(1, 1, {
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    samples: software ? 0 : 4,
    depthTexture: new DepthTexture(1, 1, UnsignedIntType)
  })
  const eye = new PerspectiveCamera()
  eye.matrixAutoUpdate = false
  eye.matrixWorldAutoUpdate = false
  const made = makeUniforms(texture, target, eye)
  const { finish, look, size, uniforms } = made
  const passes = makeFinish(renderer, eye, made)
  const own = drawnBatches(model, uniforms)
  let batches = own
  const rangesOf = makeRanges(own, model.parts)
  const scene = new Scene()
  scene.matrixWorldAutoUpdate = false
  const add = (some: ReadonlyArray<DrawnBatch>) => {
    for (const { mask, mesh, through } of some) scene.add(...(mask === null ? [mesh] : [mesh, mask]), through)
  }
  add(own)
  /** Box of all that is drawn. */
  let box: ArrayLike<number> = ownBox
  let otherTexture: ReturnType<typeof textureOf> | null = null
  renderer.setClearColor(0, 0)

  let wanted: Shown | null = null
  let steps: ReadonlyArray<ReadonlyArray<Draw>> = []
  let next = 0
  let fence: WebGLSync | null = null
  let begun = 0
  let drawn = 0
  let budget = firstBudget
  let coarsest = usualCoarse
  let asked = 0
  let isFinished = true
  let isClosed = false
  let waiting: Array<() => void> = []
  let ratio = 1
  let seenLast: Shown | null = null
  let movedAt = -Infinity
  let [width, height] = [1, 1]

  const coarsen = (to: number) => {
    if (finish.coarse.value === to) return
    finish.coarse.value = to
    resizePicture()
  }
  /** Resizes the buffers. The browser scales a coarse picture up to the canvas's size on the page. */
  const resizePicture = () => {
    renderer.setPixelRatio(ratio / finish.coarse.value)
    renderer.setSize(width, height, false)
    renderer.getDrawingBufferSize(size.value)
    target.setSize(size.value.x, size.value.y)
    passes.resize()
  }

  const begin = (shown: Shown) => {
    const isMoved = seenLast !== null && seenLast.camera !== shown.camera
    if (isMoved) movedAt = performance.now()
    seenLast = shown
    coarsen(software && performance.now() - movedAt < stillTime ? coarsest : 1)
    look(shown, box, { width, height, ratio: ratio / finish.coarse.value })
    const projection = new Matrix4().multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse)
    const frustum = new Frustum().setFromProjectionMatrix(projection)
    const seen = batches.flatMap(({ sphere }, i) => (frustum.intersectsSphere(sphere) ? [i] : []))
    steps = stepsOf(batches, seen, budget)
    next = 0
    renderer.setRenderTarget(target)
    renderer.clear()
    passes.ground()
  }

  /** Draws all that is selected, also what is behind something. */
  const drawThrough = () => {
    renderer.setRenderTarget(passes.through)
    renderer.clear()
    const ranges = rangesOf(states.selected)
    for (const { batch, from, to } of ranges) {
      if (!batch.isWhole) batch.mesh.geometry.setDrawRange(from, to - from)
      batch.through.visible = true
    }
    renderer.render(scene, eye)
    for (const { batch } of ranges) batch.through.visible = false
  }

  /**
   * Shows what is drawn so far. Edges, soft light and the outline are slow without a graphics card and wait for the
   * whole picture there.
   */
  const present = (isWhole: boolean) => {
    finish.isOutlined.value = isWhole && finish.coarse.value === 1 && states.selected.size > 0
    if (finish.isOutlined.value) drawThrough()
    isFinished = isWhole
    passes.present(isWhole)
    fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
    gl.flush()
  }

  const step = () => {
    const isMasking = next === steps.length - 1 && states.selected.size > 0
    const draws = steps[next++] ?? []
    drawn = 0
    for (const { batch, count, from } of draws) {
      const { isWhole, mesh } = batches[batch]!
      if (!isWhole) mesh.geometry.setDrawRange(from, count)
      mesh.visible = true
      drawn += count / 3
    }
    renderer.setRenderTarget(target)
    renderer.render(scene, eye)
    for (const { batch } of draws) {
      batches[batch]!.mesh.visible = false
    }
    if (isMasking) {
      for (const { mask } of batches) if (mask !== null) mask.visible = true
      for (const { isWhole, mesh } of batches) if (!isWhole) mesh.geometry.setDrawRange(0, Infinity)
      renderer.render(scene, eye)
      for (const { mask } of batches) if (mask !== null) mask.visible = false
    }
    onDrawn(steps.length === 0 ? 1 : next / steps.length)
    present(!software)
    begun = performance.now()
  }

  const tuned = () => {
    const time = Math.max(1, performance.now() - begun)
    // A step of few triangles is no measure of the speed.
    if (drawn < budget / 4) return
    const fitting = (drawn * stepTime) / time
    budget = Math.min(mostBudget, Math.max(leastBudget, budget + (fitting - budget) * (fitting < budget ? 0.6 : 0.25)))
    // The coarser factor is kept, because switching back and forth would be visible.
    if (budget === leastBudget) coarsest = slowCoarse
  }

  const frame = () => {
    asked = 0
    if (isClosed || gl.isContextLost()) return
    if (fence !== null) {
      const state = gl.clientWaitSync(fence, 0, 0)
      if (state === gl.TIMEOUT_EXPIRED) return ask()
      gl.deleteSync(fence)
      fence = null
      tuned()
    }
    const isStill = finish.coarse.value > 1 && performance.now() - movedAt >= stillTime
    if (wanted === null && isStill) wanted = seenLast
    if (wanted !== null) {
      const shown = wanted
      wanted = null
      begin(shown)
      step()
    } else if (next < steps.length) step()
    else if (finish.coarse.value > 1) return ask()
    else if (!isFinished) {
      drawn = 0
      present(true)
    } else {
      for (const done of waiting) done()
      waiting = []
      return
    }
    ask()
  }
  const ask = () => {
    if (asked === 0 && !isClosed) asked = requestAnimationFrame(frame)
  }

  return {
    draw: (shown) => {
      wanted = shown
      ask()
    },
    beside: (other, color) => {
      disposeBatches(batches.slice(own.length))
      otherTexture?.dispose()
      otherTexture = other === null ? null : textureOf(tinted(other.guids.length, color))
      const others = other === null ? [] : drawnBatches(other, { ...uniforms, states: { value: otherTexture } })
      add(others)
      batches = [...own, ...others]
      box =
        (other === null
          ? null
          : boxAround(Float32Array.of(...Array.from(ownBox), ...(boxAround(other.boxes) ?? [])))) ?? ownBox
      next = steps.length
    },
    stale: () => {
      texture.needsUpdate = true
    },
    resize: (w, h, pixels) => {
      ;[width, height] = [Math.max(1, w), Math.max(1, h)]
      // The device pixel ratio is ignored if there is no graphics card.
      ratio = software ? 1 : Math.min(2, pixels)
      resizePicture()
    },
    restored: () => {
      fence = null
      next = steps.length
    },
    whole: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        ask()
      }),
    again: () => passes.present(true),
    close: () => {
      isClosed = true
      cancelAnimationFrame(asked)
      for (const done of waiting) done()
      disposeBatches(batches)
      target.dispose()
      passes.dispose()
      texture.dispose()
      otherTexture?.dispose()
      renderer.dispose()
      // Browsers allow few contexts and are slow to release those of removed canvases. A canvas that is still on the
      // page may be drawn on again.
      setTimeout(() => {
        if (!canvas.isConnected) renderer.forceContextLoss()
      })
    }
  }
}
