import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import type { Model } from "../../api/Views.ts"
import { texts } from "./ModelTexts.ts"
import { Busy, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import type { Camera, Hit, Viewer } from "../../viewer/Viewer.ts"
import { query, select, selected } from "./Query.ts"
import { Legend } from "./view/Legend.tsx"
import { setStage, useStage } from "./view/Stage.ts"
import { Tools } from "./view/Tools.tsx"

interface GeometryLink {
  readonly downloadUrl: string
  readonly sizeBytes: number
  readonly triangles: number
}

type Progress =
  | { readonly tag: "Loading"; readonly part: number | null }
  | { readonly tag: "Open"; readonly viewer: Viewer }
  | { readonly tag: "None"; readonly reason: string }

const dark = matchMedia("(prefers-color-scheme: dark)")

const workerUrl = (): string => document.querySelector<HTMLMetaElement>('meta[name="plinth-worker"]')?.content ?? ""

/** Where a link says that one stood; null where it says nothing that can be read. */
const cameraOf = (text: string | null): Camera | null => {
  try {
    const read: unknown = JSON.parse(text ?? "null")
    return typeof read === "object" && read !== null && "target" in read ? (read as Camera) : null
  } catch {
    return null
  }
}

/** Opens the shapes on the canvas as long as it is there. The viewer is loaded with the first model that is looked at. */
const useViewer = (link: GeometryLink, onPick: (hit: Hit | null, isMore: boolean) => void) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [progress, setProgress] = useState<Progress>({ tag: "Loading", part: null })
  const [isLost, setLost] = useState(false)
  const picking = useRef(onPick)
  picking.current = onPick
  useEffect(() => {
    const ending = new AbortController()
    let viewer: Viewer | null = null
    const themed = () => viewer?.theme(dark.matches ? "dark" : "light")
    const open = async () => {
      const { openViewer } = await import("../../viewer/Viewer.ts")
      let waiting: ReturnType<typeof setTimeout> | undefined
      viewer = await openViewer(canvas.current!, {
        file: { url: link.downloadUrl },
        worker: workerUrl(),
        theme: dark.matches ? "dark" : "light",
        signal: ending.signal,
        onProgress: (loaded) => setProgress({ tag: "Loading", part: Math.min(1, loaded / link.sizeBytes) }),
        onPick: (hit, isMore) => picking.current(hit, isMore),
        onEscape: () => select([]),
        onLost: () => setLost(true),
        onRestored: () => setLost(false),
        // A link shows what is seen, once the camera stands still.
        onCamera: (camera) => {
          clearTimeout(waiting)
          waiting = setTimeout(() => choose({ camera: JSON.stringify(camera) }), 400)
        }
      })
      if (ending.signal.aborted) return viewer.close()
      const from = cameraOf(place.peek().query.get("camera"))
      if (from !== null) viewer.setCamera(from)
      setProgress({ tag: "Open", viewer })
      setStage(viewer)
    }
    open().catch((error: unknown) => {
      // Where nothing can be drawn on, nothing stays open.
      if (!ending.signal.aborted) setProgress({ tag: "None", reason: reasonOf(error) })
    })
    dark.addEventListener("change", themed)
    return () => {
      dark.removeEventListener("change", themed)
      ending.abort()
      setStage(null)
      viewer?.close()
    }
  }, [link.downloadUrl])
  return { canvas, isLost, progress }
}

/** Why there is no picture, in words where the reader can do something about it. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return ""
  const tag = "_tag" in error ? String(error._tag) : ""
  return texts.stage.faults[tag] ?? error.message
}

const metres = new Intl.NumberFormat(undefined, { style: "unit", unit: "meter", maximumFractionDigits: 3 })

const Shapes = ({
  base,
  link,
  model
}: {
  readonly base: string
  readonly link: GeometryLink
  readonly model: Model
}) => {
  const [isMeasuring, setMeasuring] = useState(false)
  const [from, setFrom] = useState<Hit | null>(null)
  const [told, setTold] = useState("")
  const { canvas, isLost, progress } = useViewer(link, (hit, isMore) => {
    if (isMeasuring && hit !== null && progress.tag === "Open") {
      if (from === null) {
        setFrom(hit)
        return setTold(texts.view.measureTo)
      }
      const { distance, level, rise } = progress.viewer.measure(from.snap.point, hit.snap.point)
      setFrom(null)
      return setTold(
        `${texts.view.measured(metres.format(distance), metres.format(level), metres.format(rise))} ${texts.stage.snaps}`
      )
    }
    if (hit === null) return isMore ? undefined : select([])
    const before = selected()
    if (!isMore) select([hit.guid])
    else select(before.includes(hit.guid) ? before.filter((guid) => guid !== hit.guid) : [...before, hit.guid])
  })
  const viewer = progress.tag === "Open" ? progress.viewer : null
  const guids = selected().join(",")
  useEffect(() => {
    viewer?.select(guids.split(",").flatMap((guid) => viewer.indexOf(guid) ?? []))
  }, [viewer, guids])
  const stage = useStage(base, viewer, query())
  if (progress.tag === "None") {
    return (
      <>
        {model.image !== undefined && <img src={model.image} alt={texts.view.picture(model.name)} />}
        <p class="over soft" role="status">
          {texts.view.noView} {progress.reason}
        </p>
      </>
    )
  }
  return (
    <>
      <canvas ref={canvas} tabIndex={0} aria-label={texts.view.canvas(model.name)} />
      {progress.tag === "Loading" && (
        <div class="over">
          <Busy text={texts.view.loading(progress.part === null ? null : Math.round(progress.part * 100))} />
        </div>
      )}
      {viewer !== null && (
        <Tools
          base={base}
          columns={query().columns}
          viewer={viewer}
          isMeasuring={isMeasuring}
          setMeasuring={(isOn) => {
            setMeasuring(isOn)
            setFrom(null)
            setTold(isOn ? texts.view.measureFrom : "")
          }}
        />
      )}
      {viewer !== null && <Legend painted={stage.painted} viewer={viewer} />}
      {isLost && (
        <p class="over" role="status">
          {texts.stage.lost}
        </p>
      )}
      {told !== "" && (
        <p class="over told" role="status">
          {told}
        </p>
      )}
    </>
  )
}

/** The model, as it can be turned, cut and measured; what is selected here is selected in the table too. */
export const View = ({ base, model }: { readonly base: string; readonly model: Model }) => {
  const link = useLoaded((signal) => call<GeometryLink>("GET", `${base}/geometry?format=view`, { signal }), [base])
  return (
    <section class="view" aria-label={texts.view.title}>
      <Loaded of={link}>
        {(found) =>
          found.triangles === 0 ? (
            <p class="soft">{texts.view.none}</p>
          ) : (
            <Shapes key={found.downloadUrl} base={base} link={found} model={model} />
          )
        }
      </Loaded>
    </section>
  )
}
