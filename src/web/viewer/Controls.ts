import { type Camera, panned, turned, zoomed } from "./Camera.ts"
import type { Vector } from "./ViewModel.ts"

/** Camera and callbacks that the controls act on. */
export interface Controlled {
  readonly camera: () => Camera
  readonly move: (camera: Camera) => void
  /** Returns the point of the model under a pixel of the canvas, or null if there is none. */
  readonly pointAt: (x: number, y: number) => Vector | null
  readonly onClick: (x: number, y: number, event: PointerEvent) => void
  /** Receives the place where the pointer comes to rest, and null when it leaves the canvas. */
  readonly onHover: (place: { readonly x: number; readonly y: number } | null) => void
  readonly onKey: (key: "fit" | "home" | "enter" | "escape") => void
}

/** Rotation per pixel of dragging, in radians. */
const turnSpeed = 0.006
/** Rotation per key press, in radians; with Shift, a key press moves the picture by `keyPan` pixels. */
const keyTurn = Math.PI / 36
const keyPan = 40
const keyZoom = 1.2
/** The most pixels that the pointer may move during a click. */
const clickReach = 4
/** Time in milliseconds that the pointer must rest before `onHover` is called. */
const hoverDelay = 60

interface Finger {
  x: number
  y: number
}

/**
 * Attaches the controls to a canvas. The first button or one finger turns; another button, Shift or two fingers pan;
 * the wheel or two fingers zoom to the pointer. While the canvas has the focus, arrows turn (with Shift they pan), plus
 * and minus zoom, and F, Home, Enter and Escape are passed to `onKey`.
 *
 * @returns a function that removes the controls
 */
export const control = (canvas: HTMLCanvasElement, to: Controlled): (() => void) => {
  const fingers = new Map<number, Finger>()
  const ending = new AbortController()
  let moved = 0
  let isPanning = false
  let hovering: ReturnType<typeof setTimeout> | undefined
  const size = () => ({ width: Math.max(1, canvas.clientWidth), height: Math.max(1, canvas.clientHeight) })
  const place = (event: MouseEvent): Finger => {
    const { left, top } = canvas.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const pan = (dx: number, dy: number) => to.move(panned(to.camera(), dx, dy, size().width, size().height))
  const zoom = (factor: number, at: Finger | null) =>
    to.move(zoomed(to.camera(), factor, (at && to.pointAt(at.x, at.y)) ?? undefined))
  const middle = (): Finger & { readonly spread: number } => {
    const [a, b] = [...fingers.values()] as [Finger, Finger]
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
  }
  const on = <K extends keyof HTMLElementEventMap>(name: K, take: (event: HTMLElementEventMap[K]) => void) =>
    canvas.addEventListener(name, take, { signal: ending.signal, passive: false })

  on("pointerdown", (event) => {
    canvas.focus({ preventScroll: true })
    canvas.setPointerCapture(event.pointerId)
    clearTimeout(hovering)
    fingers.set(event.pointerId, place(event))
    if (fingers.size === 1) moved = 0
    else moved = Infinity
    isPanning = event.button !== 0 || event.shiftKey
    // The middle button would start scrolling.
    if (event.button === 1) event.preventDefault()
  })
  on("pointermove", (event) => {
    const at = place(event)
    const finger = fingers.get(event.pointerId)
    if (finger === undefined) {
      clearTimeout(hovering)
      if (event.pointerType === "mouse") hovering = setTimeout(() => to.onHover(at), hoverDelay)
      return
    }
    const [dx, dy] = [at.x - finger.x, at.y - finger.y]
    moved += Math.abs(dx) + Math.abs(dy)
    if (fingers.size === 1) {
      Object.assign(finger, at)
      if (moved < clickReach) return
      if (isPanning) pan(dx, dy)
      else to.move(turned(to.camera(), -dx * turnSpeed, dy * turnSpeed))
      return
    }
    if (fingers.size !== 2) return
    const before = middle()
    Object.assign(finger, at)
    const after = middle()
    pan(after.x - before.x, after.y - before.y)
    zoom(before.spread / after.spread, after)
  })
  const lift = (event: PointerEvent) => {
    const isHeld = fingers.delete(event.pointerId)
    if (isHeld && fingers.size === 0 && moved < clickReach && event.type === "pointerup" && event.button === 0)
      to.onClick(place(event).x, place(event).y, event)
  }
  on("pointerup", lift)
  on("pointercancel", lift)
  on("pointerleave", () => {
    clearTimeout(hovering)
    to.onHover(null)
  })
  on("contextmenu", (event) => event.preventDefault())
  on("wheel", (event) => {
    event.preventDefault()
    const lines = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1
    // A pinch on a touchpad arrives as wheel events with Control, in small steps.
    const speed = event.ctrlKey ? 0.01 : 0.0015
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY * lines * speed))), place(event))
  })
  on("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const turn = (yaw: number, pitch: number) =>
      event.shiftKey
        ? pan((-yaw / keyTurn) * keyPan, (pitch / keyTurn) * keyPan)
        : to.move(turned(to.camera(), yaw, pitch))
    const keys: Record<string, () => void> = {
      ArrowLeft: () => turn(-keyTurn, 0),
      ArrowRight: () => turn(keyTurn, 0),
      ArrowUp: () => turn(0, keyTurn),
      ArrowDown: () => turn(0, -keyTurn),
      "+": () => zoom(1 / keyZoom, null),
      "=": () => zoom(1 / keyZoom, null),
      "-": () => zoom(keyZoom, null),
      f: () => to.onKey("fit"),
      F: () => to.onKey("fit"),
      Home: () => to.onKey("home"),
      Enter: () => to.onKey("enter"),
      Escape: () => to.onKey("escape")
    }
    const act = keys[event.key]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  return () => {
    clearTimeout(hovering)
    ending.abort()
  }
}
