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

/** A product that has shape: what view files know of it. */
export interface Product {
  readonly guid: string
  readonly class: string
  readonly isSpace: boolean
}

/** What stands at a place of the picture. Metres in the model's coordinates, Y up (IFC's x, z, −y). */
export interface Hit {
  /** Index into `products`. */
  readonly product: number
  readonly guid: string
  readonly point: Vector
  /** Of length one, towards the eye. */
  readonly normal: Vector
  /** The corner or edge within ten pixels, for measuring. */
  readonly snap: Snap
}

type Place = { readonly x: number; readonly y: number }
type Products = Iterable<number>

export interface ViewerOptions extends Source {
  readonly theme?: "light" | "dark"
  /** A click, a tap, or Enter in the middle of the picture; null: beside everything. `isMore`: Control, Command or Shift was held. */
  readonly onPick?: (hit: Hit | null, isMore: boolean) => void
  /** What the pointer rests on; null: nothing. */
  readonly onHover?: (hit: Hit | null) => void
  readonly onCamera?: (camera: Camera) => void
  readonly onEscape?: () => void
  /** The browser took the graphics away; `onRestored` tells when the picture is there again. */
  readonly onLost?: () => void
  readonly onRestored?: () => void
}

/** A model on a canvas. Products are indices into `products`; indices that do not exist are passed over. */
export interface Viewer extends Seen {
  readonly products: ReadonlyArray<Product>
  /** What stands at pixels of the canvas, hidden and cut things left out. */
  readonly pick: (x: number, y: number) => Hit | null
  /** A place of the picture where `pick` gives the product; null where none was found. */
  readonly hit: (product: number) => Place | null
  /** Where a place of the model is in the picture, pixels; null: behind the eye. */
  readonly project: (point: Vector) => Place | null
  readonly select: (products: Products) => void
  readonly hide: (products: Products) => void
  /** Takes hiding from these. */
  readonly show: (products: Products) => void
  /** Shows these alone; null: all. */
  readonly isolate: (products: Products | null) => void
  /** Makes these faint and no others. */
  readonly ghost: (products: Products) => void
  /** Ends hiding, isolating and ghosts. */
  readonly showAll: () => void
  /** Leaves out all but these, whatever is isolated among them; null: leaves out none. */
  readonly match: (products: Products | null) => void
  /** Takes the last of hide, show, isolate, ghost and showAll back; whether there was one. */
  readonly undo: () => boolean
  readonly showSpaces: (isOn: boolean) => void
  /** Colours instead of those of the model; null: those of the model. */
  readonly color: (colors: Colors | null) => void
  /** Whether a product is neither hidden nor left out; sections are not looked at. */
  readonly isShown: (product: number) => boolean
  /** Whether `hide` took all of these away; of none it did not. */
  readonly areHidden: (products: ReadonlyArray<number>) => boolean
  /** Whether these and no others are isolated. */
  readonly areAlone: (products: ReadonlyArray<number>) => boolean
  /** The first six count. */
  readonly section: (planes: ReadonlyArray<SectionPlane>) => void
  /** The box around products, or around the building, spaces apart: least and most in the model's coordinates, metres. */
  readonly extent: (products?: Products) => { readonly least: Vector; readonly most: Vector }
  /** Heights in the model's coordinates; null: the whole building. */
  readonly storey: (cut: StoreyCut | null) => void
  /** Marks where a line is to begin, until it is measured. */
  readonly beginMeasure: (from: Vector) => void
  /** Draws a line and says how long it is; the last five stay. */
  readonly measure: (from: Vector, to: Vector) => Measure
  readonly clearMeasures: () => void
  /** Fills the picture with these, or with what is shown. */
  readonly fit: (products?: Products) => void
  readonly home: () => void
  /** In the model's coordinates, as plain JSON. */
  readonly camera: () => Camera
  readonly setCamera: (camera: Camera) => void
  readonly theme: (name: "light" | "dark") => void
  /** Resolves when the picture is whole. */
  readonly whole: () => Promise<void>
  /** Ends it: the canvas can be thrown away. */
  readonly close: () => void
}

/** Pixels. */
const snapReach = 10

/**
 * Opens a model on a canvas, which is to have `tabindex` and a size given by the page's styles.
 *
 * Fails: ViewerFault.
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
