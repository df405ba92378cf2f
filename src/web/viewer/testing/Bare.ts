import { openViewer, type ViewerFault } from "../Viewer.ts"

/** A page with nothing but the viewer, for tests: `opened` is it, or what it failed with. */
const told: Array<unknown> = []
const scope = globalThis as unknown as Record<string, unknown>
scope["told"] = told
const { searchParams } = new URL(location.href)
const canvas = document.querySelector("canvas")!
const started = performance.now()
scope["opened"] = openViewer(canvas, {
  file: { url: `/${searchParams.get("file")}`, token: "secret" },
  worker: "/worker.js",
  theme: searchParams.get("theme") === "dark" ? "dark" : "light",
  onPick: (hit) => told.push({ pick: hit?.guid ?? null }),
  onHover: (hit) => told.push({ hover: hit?.guid ?? null }),
  onProgress: (loaded, total) => told.push({ loaded, total }),
  onEscape: () => told.push("escape"),
  onLost: () => told.push("lost"),
  onRestored: () => told.push("restored")
}).then(
  async (viewer) => {
    scope["viewer"] = viewer
    scope["ready"] = performance.now() - started
    await viewer.whole()
    scope["pictured"] = performance.now() - started
    return null
  },
  ({ _tag, message, status }: ViewerFault) => ({ _tag, message, status })
)
