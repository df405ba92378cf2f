import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import { type Failure, failureOf, unknown } from "../../api/Failure.ts"
import type { Model } from "../../api/Views.ts"
import { texts } from "./ModelTexts.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Busy, Fault, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import type { Camera, Hit, Viewer, ViewerFault } from "../../viewer/Viewer.ts"
import { shapes } from "./edit/Editing.ts"
import type { Fields } from "./Fields.ts"
import { endAdding, isAdding, pressed, query, select, selected } from "./Query.ts"
import { Legend } from "./view/Legend.tsx"
import { setStage, useStage } from "./view/Stage.ts"
import { Tools } from "./view/Tools.tsx"

interface GeometryLink {
  readonly downloadUrl: string
  readonly sizeBytes: number
  readonly triangles: number
}

type Progress =
  | { readonly tag: "Loading"; readonly bytes: number | null }
  | { readonly tag: "Open"; readonly viewer: Viewer }
  | { readonly tag: "None"; readonly failure: Failure; readonly canRetry: boolean }

const dark = matchMedia("(prefers-color-scheme: dark)")

const workerUrl = (): string => document.querySelector<HTMLMetaElement>('meta[name="plinth-worker"]')?.content ?? ""

const isCamera = (read: unknown): read is Camera => {
  if (typeof read !== "object" || read === null) return false
  const { distance, pitch, target, yaw } = read as Partial<Camera>
  return Array.isArray(target) && target.length === 3 && [distance, pitch, yaw, ...target].every(Number.isFinite)
}

/** Reads the camera of a link; null if it has none or it is malformed. */
const cameraOf = (text: string | null): Camera | null => {
  try {
    const read: unknown = JSON.parse(text ?? "null")
    return isCamera(read) ? read : null
  } catch {
    return null
  }
}

/** Opens the shapes on the canvas as long as it is mounted. The viewer's script is loaded with the first model. */
const useViewer = (link: GeometryLink, onPick: (hit: Hit | null, isMore: boolean) => void) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [progress, setProgress] = useState<Progress>({ tag: "Loading", bytes: null })
  const [isLost, setLost] = useState(false)
  const picking = useRef(onPick)
  picking.current = onPick
  useEffect(() => {
    const ending = new AbortController()
    let waiting: ReturnType<typeof setTimeout> | undefined
    let viewer: Viewer | null = null
    const themed = () => viewer?.theme(dark.matches ? "dark" : "light")
    const open = async () => {
      const { openViewer } = await import("../../viewer/Viewer.ts")
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
        onCamera: (camera) => {
          clearTimeout(waiting)
          waiting = setTimeout(() => choose({ camera: JSON.stringify(camera) }), 400)
        }
      })
      if (ending.signal.aborted) return viewer.close()
      back()
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
  return { canvas, isLost, progress }
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

const metres = new Intl.NumberFormat(undefined, { style: "unit", unit: "meter", maximumFractionDigits: 3 })

const Shapes = ({
  again,
  base,
  fields,
  hasRetried,
  link,
  model
}: {
  readonly again: () => void
  /** Whether the shapes were already retried automatically since they were last shown. */
  readonly hasRetried: { current: boolean }
  readonly base: string
  readonly fields: Fields | null
  readonly link: GeometryLink
  readonly model: Model
}) => {
  const [isMeasuring, setMeasuring] = useState(false)
  const [from, setFrom] = useState<Hit | null>(null)
  const [told, setTold] = useState("")
  const { canvas, isLost, progress } = useViewer(link, (hit, isMore) => {
    if (isMeasuring && progress.tag === "Open") {
      if (hit === null) return
      if (from === null) {
        setFrom(hit)
        progress.viewer.beginMeasure(hit.snap.point)
        setTold(`${texts.view.measuredFrom[hit.snap.kind]} ${texts.view.measureTo}`)
        return
      }
      const { distance, level, rise } = progress.viewer.measure(from.snap.point, hit.snap.point)
      setFrom(null)
      setTold(
        `${texts.view.measured(metres.format(distance), metres.format(level), metres.format(rise))} ${texts.stage.snaps}`
      )
      return
    }
    if (hit !== null) select(pressed(hit.guid, isMore))
    else if (!isMore && !isAdding.peek()) select([])
  })
  const viewer = progress.tag === "Open" ? progress.viewer : null
  const guids = selected()
  useEffect(() => {
    viewer?.select(viewer.shapesOf(guids))
  }, [viewer, guids])
  const isCut = progress.tag === "None" && progress.canRetry && progress.failure.status === 0
  useEffect(() => {
    if (viewer !== null) hasRetried.current = false
    if (!isCut || hasRetried.current) return
    // The request for the link waits until the service is back.
    hasRetried.current = true
    again()
  }, [viewer, isCut])
  const stage = useStage(base, viewer, query())
  const shapeless = viewer === null ? 0 : guids.filter((guid) => !viewer.isSeen(guid)).length
  const notes = [
    ...(shapeless > 0 ? [texts.stage.shapeless(shapeless, guids.length)] : []),
    ...(stage.isEmptied ? [texts.stage.emptied] : [])
  ]
  const note = told === "" ? notes.join(" ") : told
  if (progress.tag === "None") {
    return (
      <>
        {model.image !== undefined && <img src={model.image} alt={texts.view.picture(model.name)} />}
        <p class="over">
          {texts.view.noView} <Fault failure={progress.failure} {...(progress.canRetry ? { retry: again } : {})} />
        </p>
      </>
    )
  }
  return (
    <>
      <canvas ref={canvas} tabIndex={0} aria-label={texts.view.canvas(model.name)} />
      <span class="middle" aria-hidden="true" />
      {progress.tag === "Loading" && (
        <div class="over">
          <Busy text={texts.view.loading(progress.bytes, link.sizeBytes)} />
        </div>
      )}
      {viewer !== null && (
        <Tools
          columns={query().columns}
          fields={fields}
          viewer={viewer}
          isMeasuring={isMeasuring}
          setMeasuring={(isOn) => {
            setMeasuring(isOn)
            setFrom(null)
            setTold(isOn ? texts.view.measureFrom : "")
          }}
        />
      )}
      {viewer !== null && <Legend painted={stage.painted} retry={stage.retry} viewer={viewer} />}
      {stage.unmatched !== null && (
        <p class="over">
          {texts.stage.notMatched} <Fault failure={stage.unmatched} retry={stage.retry} />
        </p>
      )}
      {isLost && (
        <p class="over" role="status">
          {texts.stage.lost}
        </p>
      )}
      {note !== "" && (
        <p class="over told" role="status">
          {note}
        </p>
      )}
    </>
  )
}

/** Renders the model in 3D, to turn, cut and measure. The selection is shared with the table. */
export const View = ({
  base,
  fields,
  model
}: {
  readonly base: string
  readonly model: Model
  readonly fields: Fields | null
}) => {
  // Is among the inputs, so that a retry opens the shapes again even if their link is the same.
  const [round, setRound] = useState(0)
  const hasRetried = useRef(false)
  const link = useLoaded(
    (signal) => call<GeometryLink>("GET", `${base}/geometry?format=view`, { signal }),
    [base, shapes.value, round]
  )
  const section = useKeptFocus<HTMLElement>()
  return (
    <section class="view" aria-label={texts.view.title} tabIndex={-1} ref={section}>
      <Loaded of={link}>
        {(found) =>
          found.triangles === 0 ? (
            <p class="soft">{texts.view.none}</p>
          ) : (
            <Shapes
              key={found.downloadUrl}
              base={base}
              fields={fields}
              link={found}
              model={model}
              again={() => setRound(round + 1)}
              hasRetried={hasRetried}
            />
          )
        }
      </Loaded>
    </section>
  )
}
