import { type Camera, fitted, homeward, placeInPicture, rayThrough, turned } from "./Camera.ts"
import { control } from "./Controls.ts"
import { excerpt } from "./Excerpt.ts"
import { placeThatHits } from "./Hits.ts"
import { load } from "./Load.ts"
import { makeMeasures } from "./Measures.ts"
import { pick as pickAlong, snapped } from "./Pick.ts"
import { openPicture } from "./Picture.ts"
import { isKept, planesOf, type SectionPlane, type StoreyCut } from "./Section.ts"
import { snapshotOf } from "./Snapshot.ts"
import { makeStates } from "./States.ts"
import { themes } from "./Theme.ts"
import { boxAround, type Vector, type ViewModel } from "./ViewModel.ts"
import { seenOf } from "./Seen.ts"
import type { Hit, Place, Products, ShownOptions, Viewer, ViewerOptions } from "./ViewerApi.ts"

export type { Camera } from "./Camera.ts"
export type { Hit, Viewer } from "./ViewerApi.ts"
export { ViewerFault } from "./Load.ts"
export type { SectionPlane, StoreyCut } from "./Section.ts"
export type { Colors, Rgb } from "./States.ts"
export type { Vector } from "./ViewModel.ts"

/** Distance within which measuring snaps, in pixels. */
const snapReach = 10

/**
 * Opens a model on a canvas, which must have `tabindex` and a size from the page's styles.
 *
 * Fails with `ViewerFault`.
 */
export const openViewer = async (canvas: HTMLCanvasElement, options: ViewerOptions): Promise<Viewer> =>
  showModel(canvas, await load(options), options)

/** Shows a loaded model on a canvas, as `openViewer` does. Throws `ViewerFault` `NoWebGL`. */
export const showModel = (canvas: HTMLCanvasElement, model: ViewModel, options: ShownOptions): Viewer => {
  const { boxes, classOf, classes, guids, isSpace, origin, wholes } = model
  const states = makeStates(isSpace)
  const solid = () => guids.keys().filter((i) => isSpace[i] === 0)
  const all = boxAround(boxes) ?? Float64Array.of(-1, -1, -1, 1, 1, 1)
  const whole = boxAround(boxes, solid()) ?? all
  const picture = openPicture(canvas, model, states, all, (part) => options.onDrawn?.(part))
  const inModel = (p: Vector): Vector => [p[0] + origin[0], p[1] + origin[1], p[2] + origin[2]]
  const inPicture = (p: Vector): Vector => [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]
  const width = () => Math.max(1, canvas.clientWidth)
  const height = () => Math.max(1, canvas.clientHeight)

  let camera = homeward
  /** Whether the whole model is shown as at first, which stays so if the canvas gets another size. */
  let isHome = true
  let theme = themes[options.theme ?? "light"]
  let planes: ReadonlyArray<SectionPlane> = []
  let storey: StoreyCut | null = null
  let cuts = planesOf(planes, storey, origin)
  const measures = makeMeasures()

  const draw = () => picture.draw({ camera, cuts, theme, lines: measures.lines() })
  const restate = () => {
    if (!states.isOther()) return
    picture.stale()
    draw()
  }
  const move = (to: Camera) => {
    isHome = false
    camera = to
    draw()
    options.onCamera?.({ ...to, target: inModel(to.target) })
  }
  const through = { isShown: states.isShown, isKept: (x: number, y: number, z: number) => isKept(cuts, x, y, z) }
  const look = (x: number, y: number) => pickAlong(model, rayThrough(camera, x, y, width(), height()), through)
  const pick = (x: number, y: number): Hit | null => {
    const found = look(x, y)
    if (found === null) return null
    const { normal, point, product } = found
    const beside = rayThrough(camera, x + snapReach, y, width(), height()).along
    const away = rayThrough(camera, x, y, width(), height()).along
    const reach = found.distance * Math.hypot(beside[0] - away[0], beside[1] - away[1], beside[2] - away[2])
    const snap = snapped(found, reach, through.isKept)
    return {
      product,
      guid: guids[product]!,
      point: inModel(point),
      normal,
      snap: { kind: snap.kind, point: inModel(snap.point) }
    }
  }
  const hit = (product: number): Place | null =>
    placeThatHits(model, product, (point) => placeInPicture(camera, point, width(), height()), {
      width: width(),
      height: height(),
      productAt: (x, y) => look(x, y)?.product ?? null
    })
  const boxesOf = (products: Products): Float32Array => {
    const all = [...products]
    const some = new Float32Array(6 * all.length)
    for (const [i, product] of all.entries()) some.set(boxes.subarray(6 * product, 6 * product + 6), 6 * i)
    return some
  }
  const framed = (from: Camera, products?: Products) => {
    const some = boxesOf(products ?? solid().filter(states.isShown))
    return some.length === 0 ? from : fitted(from, some, width(), height())
  }
  const fit = (products?: Products) => move(framed(camera, products))
  const chosen = () => (states.selected.size > 0 ? states.selected : undefined)
  const homeOf = () => framed(homeward, isSpace.includes(0) ? solid() : guids.keys())
  const home = () => {
    move(homeOf())
    isHome = true
  }
  let hovered: number | null = null
  const hover = (place: Place | null) => {
    const found = place === null ? null : pick(place.x, place.y)
    const product = found?.product ?? null
    if (product !== hovered) {
      hovered = product
      states.hover(product)
      restate()
    }
    options.onHover?.(found)
  }

  const ending = new AbortController()
  const off = control(canvas, {
    camera: () => camera,
    move,
    pointAt: (x, y) => look(x, y)?.point ?? null,
    onClick: (x, y, event) => options.onPick?.(pick(x, y), event.ctrlKey || event.metaKey || event.shiftKey),
    onHover: hover,
    onKey: (key) => {
      if (key === "home") home()
      else if (key === "enter") options.onPick?.(pick(width() / 2, height() / 2), false)
      else if (key === "fit") fit(chosen())
      else options.onEscape?.()
    }
  })
  const { signal } = ending
  canvas.addEventListener("webglcontextlost", () => options.onLost?.(), { signal })
  canvas.addEventListener(
    "webglcontextrestored",
    () => {
      picture.restored()
      picture.stale()
      draw()
      options.onRestored?.()
    },
    { signal }
  )
  const resized = () => {
    picture.resize(canvas.clientWidth, canvas.clientHeight, globalThis.devicePixelRatio)
    if (isHome) camera = homeOf()
    draw()
  }
  const observer = new ResizeObserver(resized)
  observer.observe(canvas)
  const touchAction = canvas.style.touchAction
  canvas.style.touchAction = "none"
  resized()

  const before =
    (next: () => void) =>
    <A extends ReadonlyArray<unknown>, B>(change: (...args: A) => B) =>
    (...args: A): B => {
      const result = change(...args)
      next()
      return result
    }
  const changing = before(restate)
  const measuring = before(draw)
  const cut = () => {
    cuts = planesOf(planes, storey, origin)
    draw()
  }
  return {
    products: guids.map((guid, i) => ({ guid, class: classes[classOf[i]!] ?? "", isSpace: isSpace[i] === 1 })),
    ...seenOf(guids, wholes),
    pick,
    hit,
    project: (point) => placeInPicture(camera, inPicture(point), width(), height()),
    select: changing(states.select),
    hide: changing(states.hide),
    show: changing(states.show),
    isolate: changing(states.isolate),
    ghost: changing(states.ghost),
    showAll: changing(states.showAll),
    match: changing(states.match),
    undo: changing(states.undo),
    showSpaces: changing(states.showSpaces),
    color: changing(states.color),
    showBeside: async ({ color, file, guids: wanted, signal: stopped }) => {
      const other = await load({ file, worker: options.worker, signal: AbortSignal.any([signal, stopped]) })
      if (stopped.aborted || signal.aborted) return
      picture.beside(excerpt(other, wanted, origin), color)
      draw()
    },
    hideBeside: () => {
      picture.beside(null, [0, 0, 0])
      draw()
    },
    isShown: states.isShown,
    areHidden: states.areHidden,
    areAlone: states.areAlone,
    section: (given) => {
      planes = given
      cut()
    },
    extent: (products) => {
      const [a, b, c, d, e, f] = (products === undefined ? null : boxAround(boxes, products)) ?? whole
      return { least: inModel([a!, b!, c!]), most: inModel([d!, e!, f!]) }
    },
    storey: (given) => {
      storey = given
      cut()
    },
    beginMeasure: measuring((from: Vector) => measures.begin(inPicture(from))),
    measure: measuring((from: Vector, to: Vector) => measures.add(inPicture(from), inPicture(to))),
    clearMeasures: measuring(measures.clear),
    fit,
    home,
    lookFrom: (yaw, pitch) => move(framed(turned({ ...camera, yaw: 0, pitch: 0 }, yaw, pitch), chosen())),
    camera: () => ({ ...camera, target: inModel(camera.target) }),
    setCamera: (to) => move({ ...to, target: inPicture(to.target) }),
    theme: (name) => {
      theme = themes[name]
      draw()
    },
    size: () => ({ width: width(), height: height() }),
    whole: picture.whole,
    snapshot: async (mostWidth) => {
      await picture.whole()
      return signal.aborted ? null : snapshotOf(canvas, picture, mostWidth)
    },
    close: () => {
      ending.abort()
      observer.disconnect()
      off()
      picture.close()
      canvas.style.touchAction = touchAction
    }
  }
}
