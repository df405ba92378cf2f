import { useEffect, useRef, useState } from "preact/hooks"
import { choose, place } from "../../address/Address.ts"
import { call } from "../../api/Call.ts"
import type { Model } from "../../api/Views.ts"
import { texts } from "../../Texts.ts"
import { Busy, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import type { Camera, Hit, Viewer } from "../../viewer/Viewer.ts"
import { select, selected } from "./Query.ts"

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
    }
    open().catch((error: unknown) => {
      if (!ending.signal.aborted) setProgress({ tag: "None", reason: error instanceof Error ? error.message : "" })
    })
    dark.addEventListener("change", themed)
    return () => {
      dark.removeEventListener("change", themed)
      ending.abort()
      viewer?.close()
    }
  }, [link.downloadUrl])
  return { canvas, progress }
}

const Button = ({
  act,
  label,
  title
}: {
  readonly act: () => void
  readonly label: string
  readonly title?: string
}) => (
  <button type="button" onClick={act} title={title}>
    {label}
  </button>
)

/** What can be done with the view. */
const Tools = ({
  isMeasuring,
  setMeasuring,
  viewer
}: {
  readonly viewer: Viewer
  readonly isMeasuring: boolean
  readonly setMeasuring: (isOn: boolean) => void
}) => {
  const [areSpacesShown, setSpaces] = useState(false)
  const [height, setHeight] = useState(100)
  const chosen = () => selected().flatMap((guid) => viewer.indexOf(guid) ?? [])
  const others = () => {
    const kept = new Set(chosen())
    return viewer.products.keys().filter((product) => !kept.has(product) && !viewer.products[product]!.isSpace)
  }
  const hasChosen = chosen().length > 0
  const cut = (percent: number): void => {
    setHeight(percent)
    const { bottom, top } = viewer.extent()
    viewer.storey(percent === 100 ? null : { from: bottom - 1, to: bottom + ((top - bottom) * percent) / 100 })
  }
  return (
    <div class="tools" role="toolbar" aria-label={texts.view.tools}>
      <Button act={viewer.home} label={texts.view.home} title={texts.view.keys} />
      <Button act={() => viewer.fit(hasChosen ? chosen() : undefined)} label={texts.view.fit} />
      {hasChosen && (
        <>
          <Button act={() => viewer.hide(chosen())} label={texts.view.hide} />
          <Button act={() => viewer.isolate(chosen())} label={texts.view.isolate} />
          <Button act={() => viewer.ghost(others())} label={texts.view.ghost} />
        </>
      )}
      <Button act={viewer.showAll} label={texts.view.showAll} />
      <button
        type="button"
        aria-pressed={areSpacesShown}
        onClick={() => {
          viewer.showSpaces(!areSpacesShown)
          setSpaces(!areSpacesShown)
        }}
      >
        {texts.view.spaces}
      </button>
      <button
        type="button"
        aria-pressed={isMeasuring}
        onClick={() => {
          viewer.clearMeasures()
          setMeasuring(!isMeasuring)
        }}
      >
        {texts.view.measure}
      </button>
      <label>
        {texts.view.cut}
        <input
          type="range"
          min={1}
          max={100}
          value={height}
          aria-valuetext={`${height} %`}
          onInput={(event) => cut(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  )
}

const metres = new Intl.NumberFormat(undefined, { style: "unit", unit: "meter", maximumFractionDigits: 3 })

const Shapes = ({ link, model }: { readonly link: GeometryLink; readonly model: Model }) => {
  const [isMeasuring, setMeasuring] = useState(false)
  const [from, setFrom] = useState<Hit | null>(null)
  const [told, setTold] = useState("")
  const { canvas, progress } = useViewer(link, (hit, isMore) => {
    if (isMeasuring && hit !== null && progress.tag === "Open") {
      if (from === null) {
        setFrom(hit)
        return setTold(texts.view.measureTo)
      }
      const { distance, level, rise } = progress.viewer.measure(from.snap.point, hit.snap.point)
      setFrom(null)
      return setTold(texts.view.measured(metres.format(distance), metres.format(level), metres.format(rise)))
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
          viewer={viewer}
          isMeasuring={isMeasuring}
          setMeasuring={(isOn) => {
            setMeasuring(isOn)
            setFrom(null)
            setTold(isOn ? texts.view.measureFrom : "")
          }}
        />
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
            <Shapes key={found.downloadUrl} link={found} model={model} />
          )
        }
      </Loaded>
    </section>
  )
}
