import type { ProfileAreas } from "../curves/ProfileAreas.ts"
import type { IfcFile } from "../index/IfcFile.ts"
import { writeLine } from "./DrawnCurves.ts"
import type { Rewriting } from "./Rewriting.ts"

/**
 * Replaces profiles along centre lines, which the engine does not draw, and derived and mirrored ones, which it does
 * not draw in all cases, with outlines.
 *
 * Source: IFC 4.3, IfcCenterLineProfileDef, IfcDerivedProfileDef, IfcMirroredProfileDef.
 */
export const drawProfiles = (file: IfcFile, areas: ProfileAreas, rewriting: Rewriting): void => {
  for (const kind of ["IfcCenterLineProfileDef", "IfcDerivedProfileDef"]) {
    for (const row of file.rowsOf(kind)) {
      const parts = areas.of(row)
      if (parts === null) continue
      if (!rewriting.hasRoom(parts.length + 2 * parts.flat().length)) return
      const profiles = parts.map((loops) => {
        const [outer, ...holes] = loops.map((loop) => writeLine([...loop, loop[0]!], 2, rewriting))
        return holes.length === 0
          ? `IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${outer})`
          : `IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${outer},(${holes.join()}))`
      })
      const single = profiles.length === 1
      rewriting.replace(
        row,
        single
          ? profiles[0]!
          : `IFCCOMPOSITEPROFILEDEF(.AREA.,$,(${profiles.map((profile) => rewriting.add(profile)).join()}),$)`
      )
    }
  }
}
