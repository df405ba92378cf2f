import type { WebIfc } from "../../bench/WebIfc.ts"

/** The least and greatest x, y and z, in metres. */
export type Box = ReadonlyArray<number>

/** The shapes that web-ifc makes from a file. */
interface Shapes {
  /** The boxes in world coordinates, by the GlobalId of the product. */
  readonly boxes: ReadonlyMap<string, Box>
  /** The GlobalId of the element that has an opening or another feature, by the GlobalId of the feature. */
  readonly hosts: ReadonlyMap<string, string>
}

/** Classes that web-ifc leaves out by default. */
const besides = ["IFCOPENINGELEMENT", "IFCSPACE"]

type Reference = { readonly value: number } | null

const guidOf = (api: WebIfc, model: number, id: number): string =>
  String((api.GetLine(model, id)["GlobalId"] as { readonly value: unknown }).value)

/** Widens a box by the corners of a mesh. Vertices have six numbers each, of which the last three are the normal. */
const widen = (box: Array<number>, vertices: Float32Array, to: ReadonlyArray<number>): void => {
  for (let at = 0; at < vertices.length; at += 6) {
    const [x, y, z] = [vertices[at]!, vertices[at + 1]!, vertices[at + 2]!]
    for (let axis = 0; axis < 3; axis++) {
      const value = to[axis]! * x + to[axis + 4]! * y + to[axis + 8]! * z + to[axis + 12]!
      if (value < box[axis]!) box[axis] = value
      if (value > box[axis + 3]!) box[axis + 3] = value
    }
  }
}

/** Returns the boxes of all products of a file whose shapes have at least one corner. */
export const shapesOf = (api: WebIfc, bytes: Uint8Array): Shapes => {
  const model = api.OpenModel(bytes)
  const boxes = new Map<string, Array<number>>()
  const take: Parameters<WebIfc["StreamAllMeshes"]>[1] = ({ expressID, geometries }) => {
    if (geometries.size() === 0) return
    const empty = () => [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    const box = boxes.getOrInsertComputed(guidOf(api, model, expressID), empty)
    for (let i = 0; i < geometries.size(); i++) {
      const { flatTransformation, geometryExpressID } = geometries.get(i)
      const geometry = api.GetGeometry(model, geometryExpressID)
      widen(box, api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()), flatTransformation)
      geometry.delete()
    }
    if (!Number.isFinite(box[0])) boxes.delete(guidOf(api, model, expressID))
  }
  api.StreamAllMeshes(model, take)
  api.StreamAllMeshesWithTypes(
    model,
    besides.map((kind) => api.GetTypeCodeFromName(kind)),
    take
  )
  const hosts = new Map<string, string>()
  const relations = api.GetLineIDsWithType(model, api.GetTypeCodeFromName("IFCRELVOIDSELEMENT"), true)
  for (let i = 0; i < relations.size(); i++) {
    const line = api.GetLine(model, relations.get(i))
    const [host, opening] = [line["RelatingBuildingElement"] as Reference, line["RelatedOpeningElement"] as Reference]
    if (host && opening) hosts.set(guidOf(api, model, opening.value), guidOf(api, model, host.value))
  }
  api.CloseModel(model)
  return { boxes, hosts }
}
