import type { Attributes, Color as Rgb, File3dm, Geometry, InstanceReference, Library } from "./Library.ts"
import { kinds } from "./Kinds.ts"
import { identity, type Matrix } from "./Matrix.ts"
import { countTriangles, farthest, type Triangles, trianglesOf } from "./Triangles.ts"

/** Values of the library's enumerations. */
const inDefinition = 3
const onPage = 2
const fromObject = 1
const fromMaterial = 2
const fromParent = 3

interface Layer {
  readonly id: string
  /** Layer names from the outermost inward, separated by `::`. */
  readonly path: string
}

/** Red, green and blue from 0 to 255, transparency from 0 to 1. */
export interface Color {
  readonly rgb: readonly [number, number, number]
  readonly transparency: number
}

export type Texts = ReadonlyArray<readonly [key: string, value: string]>

export interface DocumentObject {
  /** The id, a UUID. */
  readonly id: string
  readonly name: string
  /** One of `kinds`; null if the library does not know the object. */
  readonly kind: number | null
  /** The index of the layer. */
  readonly layer: number
  /** The color; Parent means that of the block instance that contains the object. */
  readonly color: Color | "Parent" | null
  /** User texts of the object, followed by those of its geometry. */
  readonly texts: Texts
  /** For a block instance, its definition and placement. */
  readonly stands: { readonly definition: string; readonly matrix: Matrix } | null
}

interface Definition {
  readonly name: string
  /** The ids of the objects in it. */
  readonly members: ReadonlyArray<string>
}

/** A document of Rhino. Objects are identified by their position in it. */
export interface Document {
  /** The number of the library's unit system. */
  readonly unitSystem: number
  readonly application: string
  readonly created: Date
  readonly createdBy: string
  readonly edited: Date
  readonly editedBy: string
  readonly texts: Texts
  readonly layers: ReadonlyMap<number, Layer>
  /** Block definitions by id. */
  readonly definitions: ReadonlyMap<string, Definition>
  /** Positions of the objects in the model, without those in block definitions and on pages. */
  readonly objects: ReadonlyArray<number>
  readonly onPages: number
  /** Returns the position of an object of a block definition. */
  readonly memberAt: (id: string) => number | undefined
  readonly object: (at: number) => DocumentObject
  readonly countTriangles: (at: number) => number
  readonly triangles: (at: number) => Triangles | null
}

/** Reads all items of a table into a list. Each item is disposed of after `read`. */
const each = <A extends Disposable, B>(
  table: { readonly count: number; readonly get: (index: number) => A | null } & Disposable,
  read: (item: A) => B
): ReadonlyArray<B> => {
  using items = table
  const all: Array<B> = []
  for (let i = 0; i < items.count; i++) {
    using item = items.get(i)
    if (item !== null) all.push(read(item))
  }
  return all
}

const opaque = ({ b, g, r }: Rgb): Color => ({ rgb: [r, g, b], transparency: 0 })

/**
 * Returns the color, or null if it is black, because new layers are black and the user has probably not chosen this
 * color.
 */
const chosen = (color: Color): Color | null => (color.rgb.every((part) => part === 0) ? null : color)

/**
 * Returns whether a text belongs to a user. Plug-ins store their data as document texts too, with keys of two parts.
 */
const isOfUsers = ([key]: readonly [string, string]): boolean => !key.includes("\\")

const textsOf = (file: File3dm): Texts => {
  using table = file.strings()
  return Array.from({ length: table.count }, (_, i) => table.get(i))
    .filter((pair) => pair !== null)
    .filter(isOfUsers)
}

/** Returns the matrix of a block instance; null if its entries are not valid numbers. */
const matrixOf = (reference: InstanceReference): Matrix | null => {
  using transform = reference.xform
  const matrix = identity.map((_, i) => transform[`m${Math.floor(i / 4)}${i % 4}` as "m00"]!)
  return matrix.every((entry) => Math.abs(entry) < farthest) ? matrix : null
}

/** Returns the content of a file. The content is read on demand, so the file must not be disposed of before that. */
export const documentOf = (library: Library, file: File3dm): Document => {
  using settings = file.settings()
  const materials = each(file.materials(), ({ diffuseColor, transparency }): Color => ({
    ...opaque(diffuseColor),
    transparency
  }))
  const layers = new Map(
    each(file.layers(), ({ color, fullPath, id, index, renderMaterialIndex }) => {
      const material = materials[renderMaterialIndex] ?? null
      return [index, { id, path: fullPath, color: chosen(opaque(color)), material }] as const
    })
  )
  const definitions = new Map(
    each(file.instanceDefinitions(), (of): [string, Definition] => [
      of.id,
      { name: of.name, members: of.getObjectIds() }
    ])
  )

  const table = file.objects()
  const objects: Array<number> = []
  const members = new Map<string, number>()
  let onPages = 0
  for (let at = 0; at < table.count; at++) {
    using object = table.get(at)
    if (object === null) continue
    using attributes = object.attributes()
    if (attributes.mode.value === inDefinition) members.set(attributes.id, at)
    else if (attributes.activeSpace.value === onPage) onPages++
    else objects.push(at)
  }

  const colorOf = (of: Attributes): DocumentObject["color"] => {
    const layer = layers.get(of.layerIndex)
    switch (of.colorSource.value) {
      case fromObject:
        return opaque(of.objectColor)
      case fromParent:
        return "Parent"
      case fromMaterial:
        if (of.materialSource.value === fromParent) return "Parent"
        return (of.materialSource.value === fromObject ? materials[of.materialIndex] : layer?.material) ?? null
      default:
        return layer?.color ?? null
    }
  }
  const withGeometry = <A>(at: number, otherwise: A, use: (geometry: Geometry) => A): A => {
    using object = table.get(at)
    using geometry = object?.geometry() ?? null
    return geometry === null ? otherwise : use(geometry)
  }
  return {
    unitSystem: settings.modelUnitSystem.value,
    application: file.applicationName,
    created: file.created,
    createdBy: file.createdBy,
    edited: file.lastEdited,
    editedBy: file.lastEditedBy,
    texts: textsOf(file),
    layers,
    definitions,
    objects,
    onPages,
    memberAt: (id) => members.get(id),
    object: (at) => {
      using object = table.get(at)!
      using attributes = object.attributes()
      using geometry = object.geometry()
      const kind = geometry?.objectType.value ?? null
      const reference = kind === kinds.Block ? (geometry as InstanceReference) : null
      const matrix = reference && matrixOf(reference)
      const ofGeometry = geometry === null || geometry.userStringCount === 0 ? [] : geometry.getUserStrings()
      return {
        id: attributes.id,
        name: attributes.name,
        kind,
        layer: attributes.layerIndex,
        color: colorOf(attributes),
        texts: attributes.userStringCount === 0 ? ofGeometry : [...attributes.getUserStrings(), ...ofGeometry],
        stands: reference && matrix && { definition: reference.parentIdefId, matrix }
      }
    },
    countTriangles: (at) => withGeometry(at, 0, (geometry) => countTriangles(library, geometry)),
    triangles: (at) => withGeometry(at, null, (geometry) => trianglesOf(library, geometry))
  }
}
