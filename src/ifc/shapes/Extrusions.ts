import { AxesReader } from "./Axes.ts"
import { coordinates } from "./Coordinates.ts"
import type { IfcFile } from "../index/IfcFile.ts"

type Numbers = (argument: number) => number

/** Areas of profiles without fillets, by their numbers; NaN for those with fillets. */
const areas: Readonly<Record<string, (at: Numbers) => number>> = {
  IfcRectangleProfileDef: (at) => at(3) * at(4),
  IfcCircleProfileDef: (at) => Math.PI * at(3) ** 2,
  IfcCircleHollowProfileDef: (at) => Math.PI * (at(3) ** 2 - (at(3) - at(4)) ** 2),
  IfcEllipseProfileDef: (at) => Math.PI * at(3) * at(4)
}

/**
 * Returns a function that computes the volume of a body, in cubic metres, from the row of the definition of its shape.
 * The body must be a single extrusion of a profile that is described by a few numbers or straight lines; the volume of
 * any other is NaN. The volume is computed without the mesh, because it serves to check the mesh.
 *
 * @param metre metres per unit of length
 *
 * Source: IFC 4.3, IfcExtrudedAreaSolid.
 */
export const extrusionsOf = (file: IfcFile, metre: number): ((definition: number) => number) => {
  const reader = new AxesReader(file)
  const openedRow = (row: number) => {
    const read = file.freeReader()
    return row >= 0 && read.openRow(row) ? read : null
  }
  /** Returns the area within a polyline, or NaN for any other curve. */
  const within = (curve: number): number => {
    const read = file.classOf(curve).name === "IfcPolyline" ? openedRow(curve) : null
    if (read === null) return Number.NaN
    const points: Array<ReadonlyArray<number>> = []
    read.references(0, (id) => {
      const point = openedRow(file.rowOf(id))
      points.push(point === null ? [] : coordinates(point, 0))
    })
    let twice = 0
    for (const [i, [x = Number.NaN, y = Number.NaN]] of points.entries()) {
      const [nextX = Number.NaN, nextY = Number.NaN] = points[(i + 1) % points.length]!
      twice += x * nextY - nextX * y
    }
    return Math.abs(twice) / 2
  }
  const readArea = (profile: number): number => {
    const read = openedRow(profile)
    if (read === null || read.word(0) !== "AREA") return Number.NaN
    const { name } = file.classOf(profile)
    if (name === "IfcArbitraryClosedProfileDef") return read.row(2) < 0 ? Number.NaN : within(read.row(2))
    return areas[name]?.((argument) => read.number(argument)) ?? Number.NaN
  }
  // Areas and volumes are kept, because solids may share a profile, and products may share a shape.
  const knownAreas = new Map<number, number>()
  const knownVolumes = new Map<number, number>()
  const areaOf = (profile: number): number => knownAreas.getOrInsertComputed(profile, () => readArea(profile))
  const itemVolume = (item: number): number => {
    const read = file.classOf(item).name === "IfcExtrudedAreaSolid" ? openedRow(item) : null
    if (read === null) return Number.NaN
    const [profile, depth] = [read.row(0), read.number(3)]
    const [direction] = reader.directions(item, 2) ?? []
    if (direction === undefined) return Number.NaN
    return areaOf(profile) * depth * Math.abs(direction[2] / Math.hypot(...direction)) * metre ** 3
  }
  const bodyVolume = (definition: number): number => {
    const representations: Array<number> = []
    openedRow(definition)?.references(2, (id) => representations.push(file.rowOf(id)))
    const bodies = representations.filter((row) => openedRow(row)?.onceString(1)?.toLowerCase() === "body")
    const items: Array<number> = []
    if (bodies.length === 1) openedRow(bodies[0]!)?.references(3, (id) => items.push(file.rowOf(id)))
    return items.length === 1 && items[0]! >= 0 ? itemVolume(items[0]!) : Number.NaN
  }
  return (definition) => knownVolumes.getOrInsertComputed(definition, () => bodyVolume(definition))
}
