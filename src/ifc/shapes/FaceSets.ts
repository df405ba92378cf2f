import type { GeometryReader } from "../curves/GeometryReader.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { real, type Rewriting } from "./Rewriting.ts"

/**
 * Replaces face sets whose indices refer to points through another list with face sets that refer to the points
 * directly, because the engine takes the indices for those of points.
 *
 * Source: IFC 4.3, PnIndex of IfcTriangulatedFaceSet and IfcPolygonalFaceSet.
 */
export const replaceIndirectFaceSets = (file: IfcFile, geometry: GeometryReader, rewriting: Rewriting): void => {
  for (const row of file.rowsOf("IfcTessellatedFaceSet")) {
    const { attributes, name } = file.classOf(row)
    const indices = attributes.indexOf("PnIndex")
    const read = geometry.open(row)
    if (indices < 0 || read === null || read.kind(indices) !== "list") continue
    const points = geometry.pointList(read.row(0))
    const listed = geometry.numbers(read, indices).map((index) => points?.[index - 1])
    if (!listed.every((point) => point !== undefined)) continue
    if (!rewriting.hasRoom(1)) return
    const list = listed.map((point) => `(${point.map(real).join()})`)
    const all = rewriting.add(`IFCCARTESIANPOINTLIST3D((${list.join()}))`)
    const others = Array.from({ length: read.count }, (_, i) => {
      if (i === 0) return all
      return i === indices ? "$" : read.bytes.toString("latin1", read.start(i), read.end(i))
    })
    rewriting.replace(row, `${name.toUpperCase()}(${others.join()})`)
  }
}
