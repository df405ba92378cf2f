/** The kinds of objects by their common names. Source: openNURBS, ON::object_type. */
export const kinds = {
  Point: 1,
  PointCloud: 2,
  Curve: 4,
  Surface: 8,
  Brep: 16,
  Mesh: 32,
  Light: 256,
  Annotation: 512,
  Block: 4096,
  TextDot: 8192,
  Detail: 32_768,
  Hatch: 65_536,
  MorphControl: 131_072,
  SubD: 262_144,
  Cage: 134_217_728,
  ClippingPlane: 536_870_912,
  Extrusion: 1_073_741_824
} as const

const names: ReadonlyMap<number, string> = new Map(Object.entries(kinds).map(([name, kind]) => [kind, name]))

/** Returns the name of a kind, or `Object` if it is unknown or null. */
export const kindName = (kind: number | null): string => (kind === null ? undefined : names.get(kind)) ?? "Object"
