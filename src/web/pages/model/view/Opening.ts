import { useSignal } from "@preact/signals"
import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import type { GeometryLink } from "../../../api/Views.ts"
import { type Failure, failureOf, unknown } from "../../../api/Failure.ts"
import { theme } from "../../../ui/Theme.ts"
import type { Camera, Hit, Viewer, ViewerFault } from "../../../viewer/Viewer.ts"
import type { ShownOptions } from "../../../viewer/ViewerApi.ts"
import { texts } from "../ModelTexts.ts"
import { endAdding, select } from "../Query.ts"
import { cameraOf, cameraText } from "./CameraText.ts"
import { setStage } from "./Stage.ts"

type Progress =
  | { readonly tag: "Loading"; readonly bytes: number }
  | { readonly tag: "Open"; readonly viewer: Viewer }
  | { readonly tag: "None"; readonly failure: Failure; readonly canRetry: boolean }

/** Returns the URL of the script that reads view files. */
export const workerUrl = (): string =>
  document.querySelector<HTMLMetaElement>('meta[name="plinth-worker"]')?.content ?? ""

type OnPick = (hit: Hit | null, isMore: boolean) => void

/** Options with which a viewer is opened. */
export interface Opened extends ShownOptions {
  readonly signal: AbortSignal
  /** Receives the number of bytes loaded. */
  readonly onProgress: (bytes: number) => void
}

/**
 * Opens a viewer on the canvas as long as it is mounted, and again if `key` changes; null opens none. The viewer's script
 * is loaded with the first model.
 */
export const useCanvas = (
  key: string | null,
  opened: (canvas: HTMLCanvasElement, options: Opened) => Promise<Viewer>,
  onPick: OnPick
) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [progress, setProgress] = useState<Progress>({ tag: "Loading", bytes: 0 })
  const [isLost, setLost] = useState(false)
  // Signals, because they change with each picture while the model is turned.
  const camera = useSignal<Camera | null>(null)
  const drawn = useSignal(0)
  const picking = useRef(onPick)
  picking.current = onPick
  useEffect(() => {
    if (key === null) return undefined
    const ending = new AbortController()
    setProgress({ tag: "Loading", bytes: 0 })
    let waiting: ReturnType<typeof setTimeout> | undefined
    let viewer: Viewer | null = null
    const open = async () => {
      viewer = await opened(canvas.current!, {
        worker: workerUrl(),
        theme: theme.peek(),
        signal: ending.signal,
        onProgress: (bytes) => setProgress({ tag: "Loading", bytes }),
        onPick: (hit, isMore) => picking.current(hit, isMore),
        onEscape: () => {
          if (!endAdding()) select([])
        },
        onLost: () => setLost(true),
        onRestored: () => setLost(false),
        // The address follows once the camera stands still, so that a link shows the same.
        onCamera: (next) => {
          camera.value = next
          clearTimeout(waiting)
          waiting = setTimeout(() => choose({ camera: cameraText(next) }), 400)
        },
        onDrawn: (part) => void (drawn.value = part)
      })
      if (ending.signal.aborted) return viewer.close()
      // It may have changed while the shapes were loaded.
      viewer.theme(theme.peek())
      back()
      camera.value = viewer.camera()
      setProgress({ tag: "Open", viewer })
      setStage(viewer)
    }
    open().catch((error: unknown) => {
      // If nothing can be drawn, show why.
      if (!ending.signal.aborted) setProgress({ tag: "None", ...faultOf(error) })
    })
    // Going back restores the camera.
    const back = () => {
      const from = cameraOf(place.peek().query.get("camera"))
      if (from !== null) viewer?.setCamera(from)
    }
    addEventListener("popstate", back, { signal: ending.signal })
    const endThemes = theme.subscribe((name) => viewer?.theme(name))
    return () => {
      endThemes()
      clearTimeout(waiting)
      ending.abort()
      setStage(null)
      viewer?.close()
    }
  }, [key])
  return { camera, canvas, drawn, isLost, progress }
}

/** Opens the shapes of a model on the canvas as long as it is mounted. */
export const useViewer = (link: GeometryLink, onPick: OnPick) =>
  useCanvas(
    link.downloadUrl,
    async (canvas, options) => {
      const { openViewer } = await import("../../../viewer/Viewer.ts")
      return openViewer(canvas, {
        ...options,
        file: { url: link.downloadUrl },
        onProgress: (loaded) => options.onProgress(Math.min(loaded, link.sizeBytes))
      })
    },
    onPick
  )

const notLoaded = "NotLoaded"

/**
 * Returns why there is no picture, in words if the user can do something about it. A failed transfer can be retried.
 */
export const faultOf = (error: unknown): { readonly failure: Failure; readonly canRetry: boolean } => {
  const { _tag: code = notLoaded, message = "", requestId = null, status = null } = error as Partial<ViewerFault>
  const reason = texts.stage.faults[code] ?? message
  const canRetry = code === notLoaded
  if (status === null) return { failure: { status: 0, code, details: reason, requestId }, canRetry }
  const told = failureOf(status, message, requestId)
  const failure = { ...told, code: told.code === unknown ? code : told.code, details: `${reason} ${told.details}` }
  return { failure, canRetry }
}
