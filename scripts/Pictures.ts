import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { type PictureSize, picture, THUMBNAIL } from "../src/geometry/picture/Picture.ts"
import { realMeshes } from "../src/geometry/testing/RealScene.ts"
import { names, pathOf } from "../src/ifc/testing/RealModels.ts"

const usage = `usage: npm run pictures -- FOLDER [WIDTHxHEIGHT]

writes a picture of each model that MODELS_DIR has into a folder, for people to look at`

const [folder, given] = process.argv.slice(2)
const sides = given?.match(/^(\d+)x(\d+)$/)
if (folder === undefined || sides === null) {
  process.stderr.write(`${usage}\n`)
  process.exit(2)
}
const size: PictureSize = sides === undefined ? THUMBNAIL : { width: Number(sides[1]), height: Number(sides[2]) }

mkdirSync(folder, { recursive: true })
for (const name of names.filter((name) => existsSync(pathOf(name)))) {
  const { scene } = (await realMeshes(name)).meshes
  const start = performance.now()
  const png = picture(scene, size)
  const time = Math.round(performance.now() - start)
  writeFileSync(join(folder, `${name}.png`), png)
  const triangles = scene.placements.shape.reduce((sum, at) => sum + scene.shapes[at]!.triangles.length / 3, 0)
  process.stdout.write(`${name}: ${triangles} triangles, ${time} ms, ${Math.round(png.length / 1000)} kB\n`)
}
