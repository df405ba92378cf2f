import { Curves } from "../curves/Curves.ts"
import { GeometryReader } from "../curves/GeometryReader.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { drawCurves } from "./DrawnCurves.ts"
import { replaceIndirectFaceSets } from "./FaceSets.ts"
import type { Rewriting } from "./Rewriting.ts"

/**
 * Replaces curves and solids that web-ifc 0.0.78 does not draw, or draws differently from the standard, with lines and
 * faces.
 *
 * @param radians radians in the unit of angles
 */
export const replaceShapes = (file: IfcFile, radians: number, rewriting: Rewriting): void => {
  const geometry = new GeometryReader(file, radians)
  const [areas, lines] = [new Curves(geometry, true), new Curves(geometry, false)]
  replaceIndirectFaceSets(file, geometry, rewriting)
  drawCurves(file, areas, lines, rewriting)
}
