import { JobRefused } from "../../../src/ports/Computation.ts"

/**
 * The part of rhino3dm that is used, with types of its actual behaviour, because its own types differ. Objects that it
 * returns occupy the library's memory until they are disposed of. An enumeration value is an object with its number.
 */
export interface Library {
  readonly File3dm: { readonly fromByteArray: (bytes: Uint8Array) => File3dm | null }
  readonly MeshType: { readonly Any: unknown }
}

interface Enumerated {
  readonly value: number
}

interface Table<A> extends Disposable {
  readonly count: number
  readonly get: (index: number) => A | null
}

export interface Color {
  readonly r: number
  readonly g: number
  readonly b: number
}

export interface File3dm extends Disposable {
  readonly applicationName: string
  readonly created: Date
  readonly createdBy: string
  readonly lastEdited: Date
  readonly lastEditedBy: string
  readonly settings: () => { readonly modelUnitSystem: Enumerated } & Disposable
  readonly objects: () => Table<ModelObject>
  readonly layers: () => Table<Layer>
  readonly materials: () => Table<Material>
  readonly instanceDefinitions: () => Table<InstanceDefinition>
  readonly strings: () => Table<readonly [string, string]>
}

interface ModelObject extends Disposable {
  readonly attributes: () => Attributes
  readonly geometry: () => Geometry | null
}

interface UserStrings {
  readonly userStringCount: number
  readonly getUserStrings: () => ReadonlyArray<readonly [string, string]>
}

export interface Attributes extends Disposable, UserStrings {
  readonly id: string
  readonly name: string
  readonly mode: Enumerated
  readonly activeSpace: Enumerated
  readonly layerIndex: number
  readonly materialIndex: number
  readonly materialSource: Enumerated
  readonly colorSource: Enumerated
  readonly objectColor: Color
}

/** A geometry of any kind. */
export interface Geometry extends Disposable, UserStrings {
  readonly objectType: Enumerated
}

export interface InstanceReference extends Geometry {
  readonly parentIdefId: string
  readonly xform: Transform
}

/** `m01` is in the first row and the second column. */
type Transform = Disposable & { readonly [entry: `m${number}`]: number }

export interface Mesh extends Geometry {
  readonly vertices: () => Vertices
  readonly faces: () => Disposable & { readonly triangleCount: number; readonly quadCount: number }
  /** Returns copies of the buffers, with quads split into two triangles. */
  readonly toThreejsBuffers: (rotateYUp: boolean) => {
    readonly position: Float32Array
    readonly index: Uint32Array
  }
}

interface Vertices extends Disposable {
  readonly count: number
  readonly useDoublePrecisionVertices: boolean
  readonly point3dAt: (index: number) => readonly [number, number, number]
}

export interface Brep extends Geometry {
  readonly faces: () => Table<Meshed & Disposable>
}

/** A geometry with the mesh that was saved with it. */
export interface Meshed {
  readonly getMesh: (type: unknown) => Mesh | null
}

interface Layer extends Disposable {
  readonly id: string
  readonly index: number
  readonly fullPath: string
  readonly color: Color
  readonly renderMaterialIndex: number
}

interface Material extends Disposable {
  readonly diffuseColor: Color
  readonly transparency: number
}

interface InstanceDefinition extends Disposable {
  readonly id: string
  readonly name: string
  readonly getObjectIds: () => ReadonlyArray<string>
}

/** Loads an instance of the library with its own memory, at most 2 GB. After a failure an instance cannot be used. */
export const load = async (): Promise<Library> => {
  const { default: make } = await import("rhino3dm")
  return (await make({ print: () => {}, printErr: () => {} })) as unknown as Library
}

/** Returns the refusal of the file for an error of the library; null if the error does not come from the library. */
const refusalOf = (error: unknown): JobRefused | null => {
  // The library aborts only if it cannot get memory. It does not read damaged parts.
  if (
    error instanceof RangeError ||
    (error instanceof WebAssembly.RuntimeError && error.message.startsWith("Aborted"))
  ) {
    const reason = "The file takes more memory than there is for the library that reads 3DM files"
    return new JobRefused({ code: "ResourceLimit", reason })
  }
  const isOfLibrary =
    !(error instanceof Error) || error instanceof WebAssembly.RuntimeError || error.name === "BindingError"
  const reason = "The file is damaged: the library that reads 3DM files fails at it"
  return isOfLibrary ? new JobRefused({ code: "InvalidModelFile", reason }) : null
}

/**
 * Returns the result of `use`. Throws `JobRefused` with InvalidModelFile or ResourceLimit if the library fails in it.
 */
export const reading = <A>(use: () => A): A => {
  try {
    return use()
  } catch (error) {
    throw error instanceof JobRefused ? error : (refusalOf(error) ?? error)
  }
}
