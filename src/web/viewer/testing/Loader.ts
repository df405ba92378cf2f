import { MeshoptDecoder } from "meshoptimizer/decoder"
import { AmbientLight, Box3, Color, DirectionalLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three"
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js"
import { timed } from "./Timed.ts"

/** The page that people build first, for comparison: what three's own loader makes of the file, drawn at once. */
const canvas = document.querySelector("canvas")!
const { searchParams } = new URL(location.href)
const started = performance.now()
const renderer = new WebGLRenderer({ canvas, antialias: false })
renderer.setSize(canvas.clientWidth, canvas.clientHeight, false)
const camera = new PerspectiveCamera(34, canvas.clientWidth / canvas.clientHeight, 1, 10_000)
const scene = new Scene()
scene.background = new Color(0xee_ee_ee)
const sun = new DirectionalLight(0xff_ff_ff, 3)
sun.position.set(1, 3, 2)
scene.add(sun, new AmbientLight(0xff_ff_ff, 1))

const loader = new GLTFLoader().setMeshoptDecoder(MeshoptDecoder).setRequestHeader({ Authorization: "Bearer secret" })
const gltf = await loader.loadAsync(`/${searchParams.get("file")}`)
const ready = performance.now() - started
scene.add(gltf.scene)
const box = new Box3().setFromObject(gltf.scene)
const middle = box.getCenter(new Vector3())
const reach = box.getSize(new Vector3()).length()
let turn = 0.6
const draw = () => {
  camera.position.set(middle.x + Math.sin(turn) * reach, middle.y + reach * 0.5, middle.z + Math.cos(turn) * reach)
  camera.lookAt(middle)
  renderer.render(scene, camera)
}
await timed(
  canvas,
  started,
  ready,
  draw,
  () => {
    turn += 0.05
    draw()
  },
  () => Promise.resolve()
)
