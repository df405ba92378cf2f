import { load } from "./Peers.ts"

interface Vector {
  readonly size: () => number
  readonly get: (index: number) => number
}

type Line = Readonly<Record<string, unknown>> & { readonly type: number }
interface RawLine {
  readonly ID: number
  readonly type: number
  readonly arguments: ReadonlyArray<unknown>
}

interface Mesh {
  readonly expressID: number
  readonly geometries: {
    readonly size: () => number
    readonly get: (index: number) => {
      readonly geometryExpressID: number
      readonly flatTransformation: ReadonlyArray<number>
    }
  }
}

interface Geometry {
  readonly GetVertexData: () => number
  readonly GetVertexDataSize: () => number
  readonly delete: () => void
}

/** The part of web-ifc's API that benchmarks and the suite of exports use. */
export interface WebIfc {
  readonly Init: () => Promise<void>
  readonly SetLogLevel: (level: number) => void
  readonly OpenModel: (bytes: Uint8Array) => number
  readonly CloseModel: (model: number) => void
  readonly GetTypeCodeFromName: (name: string) => number
  readonly GetNameFromTypeCode: (type: number) => string
  readonly GetLineIDsWithType: (model: number, type: number, withSubtypes: boolean) => Vector
  readonly GetLine: (model: number, id: number) => Line
  readonly GetRawLinesData: (model: number, ids: ReadonlyArray<number>) => ReadonlyArray<RawLine>
  readonly StreamAllMeshes: (model: number, visit: (mesh: Mesh) => void) => void
  readonly StreamAllMeshesWithTypes: (model: number, types: ReadonlyArray<number>, visit: (mesh: Mesh) => void) => void
  readonly GetGeometry: (model: number, id: number) => Geometry
  readonly GetVertexArray: (at: number, size: number) => Float32Array
}

const off = 6
const batch = 10_000

/** Starts an engine. */
export const make = async (): Promise<WebIfc> => {
  const { IfcAPI } = (await load("web-ifc/web-ifc-api-node.js")) as { readonly IfcAPI: new () => WebIfc }
  const api = new IfcAPI()
  await api.Init()
  api.SetLogLevel(off)
  return api
}

interface Entity {
  readonly id: number
  readonly type: number
  /** Returns an attribute by its position or, if the API returns objects, by its name. */
  readonly get: (place: number, name: string) => unknown
}

/** A reader of entities by one of the two interfaces of web-ifc. */
export interface Reader {
  readonly visit: (kind: string, visit: (entity: Entity) => void) => void
  readonly entity: (id: number) => Entity
  readonly ids: (kind: string) => ReadonlyArray<number>
}

const idsOf = (api: WebIfc, model: number, kind: string): Array<number> => {
  const vector = api.GetLineIDsWithType(model, api.GetTypeCodeFromName(kind), true)
  return Array.from({ length: vector.size() }, (_, i) => vector.get(i))
}

/** The usual interface returns one object per call, with attributes by name. */
export const lines = (api: WebIfc, model: number): Reader => {
  const entity = (id: number): Entity => {
    const line = api.GetLine(model, id)
    return { id, type: line.type, get: (_, name) => line[name] }
  }
  return {
    entity,
    ids: (kind) => idsOf(api, model, kind),
    visit: (kind, visit) => {
      for (const id of idsOf(api, model, kind)) visit(entity(id))
    }
  }
}

/** The fastest interface returns arguments by position, thousands per call. */
export const raw = (api: WebIfc, model: number): Reader => {
  const of = (line: RawLine): Entity => ({ id: line.ID, type: line.type, get: (place) => line.arguments[place] })
  return {
    entity: (id) => of(api.GetRawLinesData(model, [id])[0]!),
    ids: (kind) => idsOf(api, model, kind),
    visit: (kind, visit) => {
      const ids = idsOf(api, model, kind)
      for (let i = 0; i < ids.length; i += batch) {
        for (const line of api.GetRawLinesData(model, ids.slice(i, i + batch))) visit(of(line))
      }
    }
  }
}
