import { Either } from "effect"
import { openModel } from "./src/ifc/ReadModel.ts"
import { shapesOf } from "./src/ifc/Shapes.ts"
import { meshesOf } from "./src/geometry/meshes/Meshes.ts"
import { writeView } from "./src/geometry/gltf/View.ts"
import { validateBytes } from "gltf-validator"
for (const name of process.argv.slice(2)) {
  const bytes = await Bun.file(`/work/shared/models/${name}.ifc`).bytes()
  const model = Either.getOrThrow(openModel(bytes, {}, true))
  const { scene } = await meshesOf(bytes, shapesOf(model))
  const t = performance.now()
  const { parts, triangles } = await writeView(scene)
  const file = Buffer.concat(parts)
  const t1 = performance.now()
  await Bun.write(`/tmp/view-${name}.glb`, file)
  const loose = Buffer.concat((await writeView(scene, false)).parts)
  for (const f of [file, loose]) {
    const r = await validateBytes(new Uint8Array(f), { maxIssues: 200 })
    const codes = new Map<string, number>()
    for (const m of r.issues.messages) codes.set(`${m.severity} ${m.code}`, (codes.get(`${m.severity} ${m.code}`) ?? 0) + 1)
    console.log(name, "ms", (t1 - t) | 0, "kB", (f.length / 1000) | 0, (Bun.gzipSync(f).length / 1000) | 0, "tri", triangles, "per 1e5", ((f.length / 1000 / triangles) * 1e5) | 0, ((Bun.gzipSync(f).length / 1000 / triangles) * 1e5) | 0, "errors", r.issues.numErrors, r.issues.numWarnings, r.issues.numInfos, [...codes].join(" | "), "draws", r.info.drawCallCount)
    for (const m of r.issues.messages.filter((m: any) => m.severity < 2).slice(0, 3)) console.log("   ", m.code, m.message, m.pointer)
  }
}
