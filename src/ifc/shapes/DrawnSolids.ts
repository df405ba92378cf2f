import { advancedBrep } from "../breps/AdvancedBrep.ts"
import { normalAt } from "../breps/Surface.ts"
import type { Surfaces } from "../breps/Surfaces.ts"
import { chordsOf } from "../curves/Conics.ts"
import { type Curve, nearestOn, pointsOf, through } from "../curves/Curve.ts"
import type { Curves } from "../curves/Curves.ts"
import type { GeometryReader } from "../curves/GeometryReader.ts"
import { joined, type Mesh } from "../curves/Mesh.ts"
import { leftwards, type Path, pathOf, type SideOf, towards, unturned } from "../curves/Path.ts"
import type { Area, ProfileAreas } from "../curves/ProfileAreas.ts"
import { alike, loftOf, sectioned, type Station, swept } from "../curves/Sections.ts"
import {
  across,
  type Axes,
  between,
  cross,
  distance,
  dot,
  lengthOf,
  minus,
  outOf,
  plus,
  unit,
  type Vector
} from "../curves/Vector.ts"
import type { InstanceReader } from "../index/IfcFile.ts"
import { sweptPart } from "./DrawnCurves.ts"
import { stationAt } from "./Stations.ts"

/** The evaluators for the parts of solids. */
export interface Drawing {
  readonly geometry: GeometryReader
  readonly areas: ProfileAreas
  /** Evaluates directrices. */
  readonly lines: Curves
  readonly surfaces: Surfaces
}

/** The most triangles of a solid. */
const mostTriangles = 1_000_000

const isPossible = (areas: ReadonlyArray<Area>, rings: number): boolean =>
  areas.reduce((sum, area) => sum + area.flat().length, 0) * rings * 2 <= mostTriangles

/** Transforms a mesh from the given axes into the coordinates in which the axes are given. */
const moved = (mesh: Mesh, axes: Axes): Mesh => ({ ...mesh, points: mesh.points.map((point) => outOf(axes, point)) })

/** Returns the pairs of corresponding areas of two profiles; null if they do not match. */
const pairsOf = ({ areas }: Drawing, start: number, end: number): ReadonlyArray<readonly [Area, Area]> | null => {
  const [one, two] = [areas.of(start), areas.of(end)]
  if (one === null || two === null || one.length !== two.length) return null
  const pairs = one.map((area, i) => alike([area, two[i]!]) as readonly [Area, Area] | null)
  return pairs.every((pair) => pair !== null) ? pairs : null
}

/** Returns the mesh of an IfcExtrudedAreaSolidTapered. */
const extrudedTapered = (drawing: Drawing, read: InstanceReader): Mesh | null => {
  const { geometry } = drawing
  const [position, direction, depth] = [geometry.axes(read.row(1)), geometry.vector(read.row(2)), read.number(3)]
  const along = direction === null ? null : unit(direction)
  const pairs = pairsOf(drawing, read.row(0), read.row(4))
  if (position === null || along === null || pairs === null || !(depth > 0)) return null
  const meshes = pairs.map(([start, end]) =>
    loftOf([start, end], [start.flat(), end.flat().map((point) => plus(point, along, depth))])
  )
  return moved(joined(meshes), position)
}

/** Returns a function that turns points about an axis. */
const turning =
  (origin: Vector, axis: Vector) =>
  (point: Vector, angle: number): Vector => {
    const from = minus(point, origin)
    const along = dot(from, axis)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const side = cross(axis, from)
    return plus(plus(plus(origin, from, cos), side, sin), axis, along * (1 - cos))
  }

/** Returns the mesh of an IfcRevolvedAreaSolidTapered. */
const revolvedTapered = (drawing: Drawing, read: InstanceReader): Mesh | null => {
  const { geometry } = drawing
  const [position, axis] = [geometry.axes(read.row(1)), geometry.axes(read.row(2))]
  const angle = read.number(3) * geometry.radians
  const pairs = pairsOf(drawing, read.row(0), read.row(4))
  if (position === null || axis === null || pairs === null || !(Math.abs(angle) > 0)) return null
  const chords = chordsOf(Math.min(Math.abs(angle), 2 * Math.PI))
  if (
    !isPossible(
      pairs.map(([area]) => area),
      chords
    )
  )
    return null
  const turned = turning(axis.origin, axis.z)
  const meshes = pairs.map(([start, end]) => {
    const [from, to] = [start.flat(), end.flat()]
    const rings = Array.from({ length: chords + 1 }, (_, i) =>
      from.map((point, k) => turned(between(point, to[k]!, i / chords), (angle * i) / chords))
    )
    return loftOf([start, end], rings)
  })
  return moved(joined(meshes), position)
}

/** Returns the points of a directrix between its start and its end, which are parameters or lengths. */
const directrix = (lines: Curves, read: InstanceReader): ReadonlyArray<Vector> | null => {
  const curve = lines.curve(read.row(2))
  if (curve === null) return null
  const isLength = (argument: number): boolean =>
    read.kind(argument) === "typed" &&
    /^IFC\w*LENGTH/i.test(read.bytes.toString("latin1", read.start(argument), read.end(argument)))
  const measured: Curve = isLength(3) || isLength(4) ? byLength(pointsOf(curve)) : curve
  return measured.sample(...sweptPart(measured, [read.number(3), read.number(4)], lines.geometry.file.schema.name))
    .points
}

/** Returns a line whose parameters are the distances from its start. */
const byLength = (points: ReadonlyArray<Vector>): Curve => {
  const parameters = [0]
  for (let i = 1; i < points.length; i++) parameters.push(parameters[i - 1]! + distance(points[i - 1]!, points[i]!))
  return through({ points, parameters })
}

/** Returns the mesh of a profile that is moved along a directrix with its x axis towards a side. */
const directed = (drawing: Drawing, read: InstanceReader, side: SideOf | null): Mesh | null => {
  const { areas, geometry, lines } = drawing
  const [profile, position, points] = [areas.of(read.row(0)), geometry.axes(read.row(1)), directrix(lines, read)]
  if (profile === null || position === null || points === null || side === null) return null
  const path = pathOf(points, side)
  if (path === null || !isPossible(profile, path.points.length)) return null
  return moved(joined(profile.map((area) => swept(area, path))), position)
}

/** Returns the meshes between sections; null if they do not match or are not in the order of the path. */
const throughSections = (
  drawing: Drawing,
  profiles: ReadonlyArray<number>,
  path: Path,
  places: ReadonlyArray<{ readonly length: number; readonly place: (point: Vector) => Vector } | null>
): Mesh | null => {
  const sections = profiles.map((profile) => drawing.areas.of(profile))
  if (sections.length < 2 || sections.length !== places.length) return null
  if (!sections.every((section) => section !== null && section.length === sections[0]!.length)) return null
  const isInOrder = places.every((place, i) => i === 0 || (place?.length ?? -1) > (places[i - 1]?.length ?? -1))
  if (!places.every((place) => place !== null) || !isInOrder) return null
  const meshes = sections[0]!.map((_, i) => {
    const matched = alike(sections.map((section) => section![i]!))
    if (matched === null || !isPossible([matched[0]!], path.points.length + matched.length)) return null
    const stations = matched.map((area, k): Station => ({
      length: places[k]!.length,
      area,
      ring: area.flat().map(places[k]!.place)
    }))
    return sectioned(stations, path)
  })
  return meshes.every((mesh) => mesh !== null) ? joined(meshes) : null
}

/** Returns the mesh of an IfcSectionedSpine. */
const spine = (drawing: Drawing, read: InstanceReader): Mesh | null => {
  const { geometry, lines } = drawing
  const points = lines.points(read.row(0))
  const path = points === null ? null : pathOf(points, unturned)
  if (path === null) return null
  const places = geometry.rows(read, 2).map((row) => {
    const axes = geometry.axes(row)
    if (axes === null) return null
    const { fraction, line } = nearestOn(path.points, axes.origin)
    const length = path.lengths[line]! + fraction * (path.lengths[line + 1]! - path.lengths[line]!)
    return { length, place: (point: Vector) => outOf(axes, point) }
  })
  return throughSections(drawing, geometry.rows(read, 1), path, places)
}

/** Returns the mesh of an IfcSectionedSolidHorizontal. */
const horizontal = (drawing: Drawing, read: InstanceReader): Mesh | null => {
  const { geometry, lines } = drawing
  const points = lines.points(read.row(0))
  const path = points === null ? null : pathOf(points, leftwards)
  if (path === null) return null
  const places = geometry.rows(read, 2).map((row) => stationAt(geometry, row, path))
  return throughSections(drawing, geometry.rows(read, 1), path, places)
}

/**
 * The solids that are drawn here, by class.
 *
 * Source: IFC 4.3, IfcGeometricModelResource.
 */
export const solids: Readonly<Record<string, (drawing: Drawing, read: InstanceReader) => Mesh | null>> = {
  IfcExtrudedAreaSolidTapered: extrudedTapered,
  IfcRevolvedAreaSolidTapered: revolvedTapered,
  IfcFixedReferenceSweptAreaSolid: (drawing, read) => directed(drawing, read, fixed(drawing, read)),
  IfcDirectrixDerivedReferenceSweptAreaSolid: (drawing, read) => directed(drawing, read, fixed(drawing, read)),
  IfcSurfaceCurveSweptAreaSolid: (drawing, read) => directed(drawing, read, onSurface(drawing, read)),
  IfcSectionedSpine: spine,
  IfcSectionedSolidHorizontal: horizontal,
  IfcAdvancedBrep: ({ lines, surfaces }, read) => advancedBrep(lines, surfaces, read)
}

const fixed = ({ geometry }: Drawing, read: InstanceReader): SideOf | null => {
  const reference = geometry.vector(read.row(5))
  return reference !== null && lengthOf(reference) > 0 ? towards(reference) : null
}

const onSurface = ({ surfaces }: Drawing, read: InstanceReader): SideOf | null => {
  const surface = surfaces.of(read.row(5))
  if (surface === null) return null
  return (along, middle) => {
    const normal = normalAt(surface, middle)
    return normal === null ? null : across(normal, along)
  }
}
