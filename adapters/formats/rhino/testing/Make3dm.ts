import rhino3dm, {
  type File3dm,
  type GeometryBase,
  type Mesh,
  type ObjectAttributes,
  type RhinoModule,
  type Transform,
  type UnitSystem
} from "rhino3dm"

type Point = readonly [number, number, number]

/** The parts of an object in the file. */
export interface Made {
  readonly name?: string
  readonly layer?: number
  readonly texts?: Readonly<Record<string, string>>
  /** The colour of the object itself, not of its layer. */
  readonly color?: readonly [number, number, number]
  /** Its color is that of the block that it is part of. */
  readonly isByParent?: boolean
}

/** Makes 3DM files for tests, by the library that reads them. */
export const maker = async () => {
  const rhino: RhinoModule = await rhino3dm()

  /** Six quads around a box. */
  const box = (low: Point, high: Point): Mesh => {
    const mesh = new rhino.Mesh()
    for (let i = 0; i < 8; i++) {
      const corner = [0, 1, 2].map((axis) => ((i >> axis) & 1 ? high : low)[axis]!) as [number, number, number]
      mesh.vertices().addPoint3d(...corner)
    }
    for (const [a, b, c, d] of [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [1, 3, 7, 5],
      [3, 2, 6, 7],
      [2, 0, 4, 6]
    ] as const) {
      mesh.faces().addQuadFace(a, b, c, d)
    }
    return mesh
  }

  const attributes = ({ color, isByParent, layer, name, texts }: Made = {}): ObjectAttributes => {
    const made = new rhino.ObjectAttributes()
    if (name !== undefined) made.name = name
    if (layer !== undefined) made.layerIndex = layer
    for (const [key, value] of Object.entries(texts ?? {})) made.setUserString(key, value)
    if (color !== undefined) {
      made.colorSource = rhino.ObjectColorSource.ColorFromObject
      made.objectColor = { r: color[0], g: color[1], b: color[2], a: 255 }
    }
    if (isByParent === true) made.colorSource = rhino.ObjectColorSource.ColorFromParent
    return made
  }

  const layer = (file: File3dm, name: string, color: Point = [0, 0, 0], parent?: number): number => {
    const made = new rhino.Layer()
    made.name = name
    made.color = { r: color[0], g: color[1], b: color[2], a: 255 }
    if (parent !== undefined) made.parentLayerId = file.layers().get(parent).id
    return file.layers().add(made)
  }

  /** Adds a block definition and returns its id. */
  const define = (file: File3dm, name: string, members: ReadonlyArray<readonly [GeometryBase, Made?]>): string => {
    const geometry = members.map(([of]) => of)
    const index = file.instanceDefinitions().add(
      name,
      "",
      "",
      "",
      [0, 0, 0],
      geometry,
      members.map(([, made]) => attributes(made))
    )
    return file.instanceDefinitions().get(index).id
  }

  /** A block instance that is placed by a matrix of three or four rows of four. */
  const instance = (definition: string, rows: ReadonlyArray<number>) => {
    const transform = rhino.Transform.identity()
    for (const [i, entry] of rows.entries()) {
      Object.assign(transform, { [`m${Math.floor(i / 4)}${i % 4}`]: entry } satisfies Partial<Transform>)
    }
    const make = rhino.InstanceReference as unknown as new (id: string, transform: Transform) => GeometryBase
    return new make(definition, transform)
  }

  /** A file with the objects that were added. */
  const file = (unit: keyof typeof UnitSystem, fill: (file: File3dm) => void): Uint8Array => {
    const made = new rhino.File3dm()
    made.settings().modelUnitSystem = rhino.UnitSystem[unit]
    fill(made)
    return made.toByteArray()
  }

  return { attributes, box, define, file, instance, layer, rhino }
}
