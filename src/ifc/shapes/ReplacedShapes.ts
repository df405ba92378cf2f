import { Surfaces } from "../breps/Surfaces.ts"
import { Curves } from "../curves/Curves.ts"
import { GeometryReader } from "../curves/GeometryReader.ts"
import type { Mesh } from "../curves/Mesh.ts"
import { ProfileAreas } from "../curves/ProfileAreas.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { drawCurves } from "./DrawnCurves.ts"
import { drawProfiles } from "./DrawnProfiles.ts"
import { type Drawing, solids } from "./DrawnSolids.ts"
import { replaceIndirectFaceSets } from "./FaceSets.ts"
import { real, type Rewriting } from "./Rewriting.ts"

/** Replaces an instance with the triangles of a mesh. */
const writeMesh = (row: number, { points, triangles }: Mesh, rewriting: Rewriting): void => {
  const list = points.map((point) => `(${point.map(real).join()})`)
  const all = rewriting.add(`IFCCARTESIANPOINTLIST3D((${list.join()}))`)
  const faces = triangles.map(([a, b, c]) => `(${a + 1},${b + 1},${c + 1})`)
  rewriting.replace(row, `IFCTRIANGULATEDFACESET(${all},$,.T.,(${faces.join()}),$)`)
}

/** The most solids that may fail, because a damaged file may have many, each of which takes time. */
const mostFailures = 1000

/** Replaces solids that the engine does not draw with their faces. */
const drawSolids = (file: IfcFile, drawing: Drawing, rewriting: Rewriting): void => {
  let failures = 0
  for (const [kind, draw] of Object.entries(solids)) {
    for (const row of file.rowsOf(kind)) {
      const read = drawing.geometry.open(row)
      const mesh = read === null ? null : draw(drawing, read)
      if (mesh === null || !mesh.points.every(([x, y, z]) => Number.isFinite(x + y + z))) {
        failures += 1
        if (failures > mostFailures) return
        continue
      }
      if (!rewriting.hasRoom(1)) return
      writeMesh(row, mesh, rewriting)
    }
  }
}

/**
 * Replaces curves and solids that web-ifc 0.0.78 does not draw, or draws differently from the standard, with lines and
 * faces.
 *
 * @param radians radians per unit of angle
 */
export const replaceShapes = (file: IfcFile, radians: number, rewriting: Rewriting): void => {
  const geometry = new GeometryReader(file, radians)
  const [curves, lines] = [new Curves(geometry, true), new Curves(geometry, false)]
  const areas = new ProfileAreas(curves, lines)
  replaceIndirectFaceSets(file, geometry, rewriting)
  drawCurves(file, curves, lines, rewriting)
  drawProfiles(file, areas, rewriting)
  drawSolids(file, { geometry, areas, lines, surfaces: new Surfaces(lines) }, rewriting)
}
