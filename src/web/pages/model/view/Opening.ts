import { useSignal } from "@preact/signals"
import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import type { GeometryLink } from "../../../api/Views.ts"
import { type Failure, failureOf, unknown } from "../../../api/Failure.ts"
import type { Camera, Hit, Viewer, ViewerFault } from "../../../viewer/Viewer.ts"
import { texts } from "../ModelTexts.ts"
import { endAdding, select } from "../Query.ts"
import { cameraOf, cameraText } from "./CameraText.ts"
import { setStage } from "./Stage.ts"

type Progress =
  | { readonly tag: "Loading"; readonly bytes: number }
  | { readonly tag: "Open"; readonly viewer: Viewer }
  | { readonly tag: "None"; readonly failure: Failure; readonly canRetry: boolean }

const dark = matchMedia("(prefers-color-scheme: dark)")

const workerUrl = (): string => document.querySelector<HTMLMetaElement>('meta[name="plinth-worker"]')?.content ?? ""

/** Opens the shapes on the canvas as long as it is mounted. The viewer's script is loaded with the first model. */
export const useViewer = (link: GeometryLink, onPick: (hit: Hit | null, isMore: boolean) => void) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [progress, setProgress] = useState<Progress>({ tag: "Loading", bytes: 0 })
  const [isLost, setLost] = useState(false)
  // Signals, because they change with each picture while the model is turned.
  const camera = useSignal<Camera | null>(null)
  const drawn = useSignal(0)
  const picking = useRef(onPick)
  picking.current = onPick
  useEffect(() => {
    const ending = new AbortController()
    setProgress({ tag: "Loading", bytes: 0 })
    let waiting: ReturnType<typeof setTimeout> | undefined
    let viewer: Viewer | null = null
    const themed = () => viewer?.theme(dark.matches ? "dark" : "light")
    const open = async () => {
      const { openViewer } = await import("../../../viewer/Viewer.ts")
      viewer = await openViewer(canvas.current!, {
        file: { url: link.downloadUrl },
        worker: workerUrl(),
        theme: dark.matches ? "dark" : "light",
        signal: ending.signal,
        onProgress: (loaded) => setProgress({ tag: "Loading", bytes: Math.min(loaded, link.sizeBytes) }),
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
    dark.addEventListener("change", themed)
    return () => {
      dark.removeEventListener("change", themed)
      clearTimeout(waiting)
      ending.abort()
      setStage(null)
      viewer?.close()
    }
  }, [link.downloadUrl])
  return { camera, canvas, drawn, isLost, progress }
}

const notLoaded = "NotLoaded"

/**
 * Returns why there is no picture, in words if the user can do something about it. A failed transfer can be retried.
 */
const faultOf = (error: unknown): { readonly failure: Failure; readonly canRetry: boolean } => {
  const { _tag: code = notLoaded, message = "", requestId = null, status = null } = error as Partial<ViewerFault>
  const reason = texts.stage.faults[code] ?? message
  const canRetry = code === notLoaded
  if (status === null) return { failure: { status: 0, code, details: reason, requestId }, canRetry }
  const told = failureOf(status, message, requestId)
  const failure = { ...told, code: told.code === unknown ? code : told.code, details: `${reason} ${told.details}` }
  return { failure, canRetry }
}
