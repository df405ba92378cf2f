import type { Camera } from "./Camera.ts"
import type { Source } from "./Load.ts"
import type { Measure } from "./Measures.ts"
import type { Snap } from "./Pick.ts"
import type { SectionPlane, StoreyCut } from "./Section.ts"
import type { Seen } from "./Seen.ts"
import type { Colors, Rgb } from "./States.ts"
import type { Vector } from "./ViewModel.ts"

/** A product with a shape, as a view file describes it. */
interface Product {
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

/** Products of another view file. */
interface Beside {
  readonly file: Source["file"]
  readonly guids: ReadonlySet<string>
  readonly color: Rgb
  /** Stops the loading, which then fails with `Closed`. */
  readonly signal: AbortSignal
}

export type Place = { readonly x: number; readonly y: number }
export type Products = Iterable<number>

/** Options of a viewer of a loaded model. The worker loads what is shown beside it. */
export interface ShownOptions extends Pick<Source, "worker"> {
  readonly theme?: "light" | "dark"
  /**
   * Callback for a click, a tap, or Enter, which picks the middle of the picture; null if nothing was hit. `isMore`:
   * Control, Command or Shift was held.
   */
  readonly onPick?: (hit: Hit | null, isMore: boolean) => void
  /** Receives what the pointer rests on; null for nothing. */
  readonly onHover?: (hit: Hit | null) => void
  readonly onCamera?: (camera: Camera) => void
  /** Receives the part of the picture that is drawn, from 0 to 1. */
  readonly onDrawn?: (part: number) => void
  readonly onEscape?: () => void
  /** Callback for a lost graphics context; `onRestored` is called when the picture is back. */
  readonly onLost?: () => void
  readonly onRestored?: () => void
}

export interface ViewerOptions extends Source, ShownOptions {}

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
  /**
   * Shows products of another view file as well, transparent in one colour, for what an older version had. They cannot be
   * picked. Fails with `ViewerFault`.
   */
  readonly showBeside: (other: Beside) => Promise<void>
  readonly hideBeside: () => void
  /** Returns whether a product is neither hidden nor left out; sections are ignored. */
  readonly isShown: (product: number) => boolean
  /** Returns whether `hide` hides all of these; false for an empty list. */
  readonly areHidden: (products: ReadonlyArray<number>) => boolean
  /** Returns whether exactly these are isolated. */
  readonly areAlone: (products: ReadonlyArray<number>) => boolean
  /** Sets the section planes; only the first twelve count. */
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
  /** Looks at the selection, or at everything shown, from a direction as in `Camera`, in radians. */
  readonly lookFrom: (yaw: number, pitch: number) => void
  /** Returns the camera in the model's coordinates, as plain JSON. */
  readonly camera: () => Camera
  readonly setCamera: (camera: Camera) => void
  readonly theme: (name: "light" | "dark") => void
  /** Returns the size of the canvas on the page, in pixels. */
  readonly size: () => { readonly width: number; readonly height: number }
  /** Resolves when the picture is complete. */
  readonly whole: () => Promise<void>
  /** Returns the complete picture as a PNG of at most this width in pixels; null if the viewer is closed meanwhile. */
  readonly snapshot: (mostWidth: number) => Promise<Blob | null>
  /** Closes the viewer; the canvas can be discarded. */
  readonly close: () => void
}
