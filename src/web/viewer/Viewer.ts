import { type Camera, fitted, homeOf, placeInPicture, rayThrough } from "./Camera.ts"
import { control } from "./Controls.ts"
import { placeThatHits } from "./Hits.ts"
import { load, type Source } from "./Load.ts"
import { makeMeasures, type Measure } from "./Measures.ts"
import { pick as pickAlong, snapped, type Snap } from "./Pick.ts"
import { openPicture } from "./Picture.ts"
import { isKept, planesOf, type SectionPlane, type StoreyCut } from "./Section.ts"
import { type Colors, makeStates } from "./States.ts"
import { themes } from "./Theme.ts"
import { boxAround, type Vector } from "./ViewModel.ts"
import { type Seen, seenOf } from "./Seen.ts"

export type { Camera } from "./Camera.ts"
export { ViewerFault } from "./Load.ts"
export type { SectionPlane, StoreyCut } from "./Section.ts"
export type { Colors, Rgb } from "./States.ts"
export type { Vector } from "./ViewModel.ts"

/** A product with a shape, as a view file describes it. */
export interface Product {
  readonly guid: string
  readonly class: string
  readonly isSpace: boolean
}

/** Hit at a pixel of the picture. In metres in the model's coordinates, Y up (IFC's x, z, −y). */
export interface Hit {
  /** Index into `products`. */
  readonly product: number
  readonly guid: string
  readonly point: Vector
  /** Unit vector towards the eye. */
  readonly normal: Vector
  /** Corner or edge within ten pixels, else the hit point; for measuring. */
  readonly snap: Snap
}

type Place = { readonly x: number; readonly y: number }
type Products = Iterable<number>

export interface ViewerOptions extends Source {
  readonly theme?: "light" | "dark"
  /**
   * Callback for a click, a tap, or Enter, which picks the middle of the picture; null if nothing was hit. `isMore`:
   * Control, Command or Shift was held.
   */
  readonly onPick?: (hit: Hit | null, isMore: boolean) => void
  /** Receives what the pointer rests on; null for nothing. */
  readonly onHover?: (hit: Hit | null) => void
  readonly onCamera?: (camera: Camera) => void
  readonly onEscape?: () => void
  /** Callback for a lost graphics context; `onRestored` is called when the picture is back. */
  readonly onLost?: () => void
  readonly onRestored?: () => void
}

/** A model on a canvas. Products are indices into `products`; indices that do not exist are ignored. */
export interface Viewer extends Seen {
  readonly products: ReadonlyArray<Product>
  /** Returns what is hit at a pixel of the canvas, ignoring what is hidden or cut away. */
  readonly pick: (x: number, y: number) => Hit | null
  /** Returns a pixel at which `pick` finds the product, or null if none was found. */
  readonly hit: (product: number) => Place | null
  /** Returns the pixel of a point of the model, or null if the point is behind the eye. */
  readonly project: (point: Vector) => Place | null
  readonly select: (products: Products) => void
  readonly hide: (products: Products) => void
  /** Takes these out of the hidden products. */
  readonly show: (products: Products) => void
  /** Shows only these; null shows all. */
  readonly isolate: (products: Products | null) => void
  /** Makes exactly these faint. */
  readonly ghost: (products: Products) => void
  /** Ends hiding, isolating and ghosts. */
  readonly showAll: () => void
  /** Leaves out all but these, whatever is isolated; null leaves out none. */
  readonly match: (products: Products | null) => void
  /** Undoes the last hide, show, isolate, ghost or showAll. Returns whether there was one. */
  readonly undo: () => boolean
  readonly showSpaces: (isOn: boolean) => void
  /** Replaces the colours of the model; null restores them. */
  readonly color: (colors: Colors | null) => void
  /** Returns whether a product is neither hidden nor left out; sections are ignored. */
  readonly isShown: (product: number) => boolean
  /** Returns whether `hide` hides all of these; false for an empty list. */
  readonly areHidden: (products: ReadonlyArray<number>) => boolean
  /** Returns whether exactly these are isolated. */
  readonly areAlone: (products: ReadonlyArray<number>) => boolean
  /** Sets the section planes; only the first six count. */
  readonly section: (planes: ReadonlyArray<SectionPlane>) => void
  /**
   * Returns the box around products, or around the building without its spaces: minimum and maximum in the model's
   * coordinates, in metres.
   */
  readonly extent: (products?: Products) => { readonly least: Vector; readonly most: Vector }
  /** Shows only what is between two heights in the model's coordinates; null shows the whole building. */
  readonly storey: (cut: StoreyCut | null) => void
  /** Marks the start of a line until the line is measured. */
  readonly beginMeasure: (from: Vector) => void
  /** Draws a line and returns its length; the last five lines stay. */
  readonly measure: (from: Vector, to: Vector) => Measure
  readonly clearMeasures: () => void
  /** Fits these products, or everything shown, into the picture. */
  readonly fit: (products?: Products) => void
  readonly home: () => void
  /** Returns the camera in the model's coordinates, as plain JSON. */
  readonly camera: () => Camera
  readonly setCamera: (camera: Camera) => void
  readonly theme: (name: "light" | "dark") => void
  /** Resolves when the picture is complete. */
  readonly whole: () => Promise<void>
  /** Closes the viewer; the canvas can be discarded. */
  readonly close: () => void
}

/** Distance within which measuring snaps, in pixels. */
const snapReach = 10

/**
 * Opens a model on a canvas, which must have `tabindex` and a size from the page's styles.
 *
 * Fails with `ViewerFault`.
 */
export const openViewer = async (canvas: HTMLCanvasElement, options: ViewerOptions): Promise<Viewer> => {
  const model = await load(options)
  const { boxes, classOf, classes, guids, isSpace, origin, wholes } = model
  const states = makeStates(isSpace)
  const solid = () => guids.keys().filter((i) => isSpace[i] === 0)
  const all = boxAround(boxes) ?? Float64Array.of(-1, -1, -1, 1, 1, 1)
  const whole = boxAround(boxes, solid()) ?? all
  const picture = openPicture(canvas, model, states, all)
  const inModel = (p: Vector): Vector => [p[0] + origin[0], p[1] + origin[1], p[2] + origin[2]]
  const inPicture = (p: Vector): Vector => [p[0] - origin[0], p[1] - origin[1], p[2] - origin[2]]
  const width = () => Math.max(1, canvas.clientWidth)
  const height = () => Math.max(1, canvas.clientHeight)

  let camera = homeOf(whole, width(), height())
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
  const fit = (products?: Products) => {
    const box = boxAround(boxes, products ?? solid().filter(states.isShown))
    if (box !== null) move(fitted(camera, box, width(), height()))
  }
  const home = () => move(homeOf(whole, width(), height()))
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
      else if (key === "fit") fit(states.selected.size > 0 ? states.selected : undefined)
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
    camera: () => ({ ...camera, target: inModel(camera.target) }),
    setCamera: (to) => move({ ...to, target: inPicture(to.target) }),
    theme: (name) => {
      theme = themes[name]
      draw()
    },
    whole: picture.whole,
    close: () => {
      ending.abort()
      observer.disconnect()
      off()
      picture.close()
      canvas.style.touchAction = touchAction
    }
  }
}
