import { openViewer } from "../Viewer.ts"
import { timed } from "./Timed.ts"

/** The viewer, measured as `Loader.ts` is. */
const canvas = document.querySelector("canvas")!
const { searchParams } = new URL(location.href)
const started = performance.now()
const viewer = await openViewer(canvas, {
  file: { url: `/${searchParams.get("file")}`, token: "secret" },
  worker: "/worker.js"
})
const turn = () => viewer.setCamera({ ...viewer.camera(), yaw: viewer.camera().yaw + 0.05 })
await timed(canvas, started, performance.now() - started, viewer.home, turn, viewer.whole)
