import { limits as table } from "../../../src/domain/Limits.ts"
import { text } from "../../../src/ifc/patch/StepWord.ts"
import { blocksOf } from "./Blocks.ts"
import type { Document, Texts } from "./Document.ts"
import * as Guids from "./Guids.ts"
import { kindName } from "./Kinds.ts"
import { lengthUnit } from "./LengthUnit.ts"
import { type Limits, refuse } from "./Limits.ts"
import { axesOf, type Represented, shapesInto } from "./Shapes.ts"
import { listOf, type StepFile } from "./StepFile.ts"
import { derived, keyOf, structureInto } from "./Structure.ts"
import { label, properTexts, textProperty } from "./UserText.ts"

/** Data that is collected from all objects before it can be written. */
interface Gathered {
  readonly products: Array<string>
  /** Representations by layer index. */
  readonly onLayer: Map<number, Array<string>>
  /** Products with the same layer and block name. */
  readonly alike: Map<string, { readonly layer: number; readonly block: string; readonly products: Array<string> }>
  /** The number of objects without a shape, by kind name. */
  readonly shapeless: Map<string, number>
  lostTexts: number
}

/**
 * Writes a property set and assigns it to the objects.
 *
 * @param key distinguishes the set from others with the same name
 */
const properties = (
  { add, addLong }: StepFile,
  [name, key]: readonly [string, string],
  members: ReadonlyArray<string>,
  objects: ReadonlyArray<string>
): void => {
  if (members.length === 0) return
  const set = add("IFCPROPERTYSET", `${derived(name, key)},$,'${name}',$,(${members.join(",")})`)
  addLong("IFCRELDEFINESBYPROPERTIES", [`${derived(`${name} of`, key)},$,$,$,`, ...listOf(objects), `,${set}`])
}

const userTexts = (file: StepFile, gathered: Gathered, texts: Texts, of: string, object: string): void => {
  const proper = properTexts(texts)
  gathered.lostTexts += texts.length - proper.length
  const members = proper.map(([name, value]) => textProperty(file, name, value))
  properties(file, ["UserText", of], members, [object])
}

/** Writes the relations of the products to the building, to their common property sets, and to their layers. */
const relations = (file: StepFile, document: Document, { alike, onLayer, products }: Gathered, building: string) => {
  if (products.length > 0) {
    const contents = `${derived("contents", keyOf(document))},$,$,$,`
    file.addLong("IFCRELCONTAINEDINSPATIALSTRUCTURE", [contents, ...listOf(products), `,${building}`])
  }
  for (const { block, layer: index, products } of alike.values()) {
    const layer = document.layers.get(index)
    const members = layer === undefined ? [] : [textProperty(file, "Layer", layer.path)]
    if (block !== "") members.push(textProperty(file, "Block", block))
    properties(file, ["Rhino", `${layer?.id ?? ""} ${block}`], members, products)
  }
  for (const [index, items] of onLayer) {
    const layer = document.layers.get(index)
    if (layer === undefined) continue
    const name = `${label(layer.path)},$,`
    file.addLong("IFCPRESENTATIONLAYERASSIGNMENT", [name, ...listOf(items), `,${text(layer.id)}`])
  }
}

const warnings = ({ onPages, unitSystem }: Document, gathered: Gathered, repeated: number): ReadonlyArray<string> => {
  const { lostTexts, shapeless } = gathered
  const kinds = Array.from(shapeless, ([kind, count]) => `${count} ${kind}`).join(", ")
  const told: ReadonlyArray<readonly [boolean, string]> = [
    [lengthUnit(unitSystem) === null, "The file has no known unit of length, so it was read in metres"],
    [onPages > 0, `Objects on pages were left out: ${onPages}`],
    [kinds !== "", `Objects without a mesh in the file have no shape: ${kinds}`],
    [repeated > 0, `Objects with a repeated id got a new GlobalId: ${repeated}`],
    [lostTexts > 0, `User texts without a key, or with a repeated key, were left out: ${lostTexts}`]
  ]
  return told.filter(([isSo]) => isSo).map(([, sentence]) => sentence)
}

/**
 * Converts a document to IFC: a building with an IfcBuildingElementProxy for each object. Its GlobalId is derived from
 * the object's id. Project and building have the same GlobalIds in all files of a document.
 *
 * Returns sentences for the import report. Throws `JobRefused` if a limit of `Limits` is exceeded, and like `blocksOf`.
 * Source: IFC 4 ADD2 TC1.
 */
export const writeIfc = (
  file: StepFile,
  document: Document,
  limits: Limits,
  progress: (fraction: number) => void
): ReadonlyArray<string> => {
  const { body, building, placement } = structureInto(file, document)
  const blockOf = blocksOf(document, limits)
  const shapes = shapesInto(file, document, body, limits)
  const guids = Guids.make()
  const gathered: Gathered = {
    products: [],
    onLayer: new Map(),
    alike: new Map(),
    shapeless: new Map(),
    lostTexts: 0
  }
  let [parts, drawn] = [0, 0]
  const count = (moreParts: number, moreTriangles: number): void => {
    parts += moreParts
    drawn += moreTriangles
    if (parts > limits.parts) refuse(table.objectsOfRhino, limits.parts)
    if (drawn > limits.drawn) refuse(table.trianglesDrawnOfRhino, limits.drawn)
  }

  const product = (at: number): void => {
    const { color, id, kind: ofKind, layer, name, stands, texts } = document.object(at)
    const kind = kindName(ofKind)
    const block = stands === null ? null : blockOf(stands.definition)
    if (block === null) count(1, document.countTriangles(at))
    else count(Math.max(1, block.parts), block.triangles)
    const own = color === "Parent" ? null : color
    const shape: Represented | null =
      block === null || stands === null ? shapes.ofObject(at, own) : shapes.ofBlock(block, stands.matrix, own)
    let shown = "$,$"
    if (shape === null) gathered.shapeless.set(kind, (gathered.shapeless.get(kind) ?? 0) + 1)
    else {
      gathered.onLayer.getOrInsertComputed(layer, () => []).push(shape.representation)
      const local = file.add("IFCLOCALPLACEMENT", `${placement},${axesOf(file, shape.stands)}`)
      shown = `${local},${file.add("IFCPRODUCTDEFINITIONSHAPE", `$,$,(${shape.representation})`)}`
    }
    const guid = guids.give(id)
    const called = label(name || block?.name || kind)
    const values = `'${guid}',$,${called},$,'${kind}',${shown},${text(id)},.USERDEFINED.`
    const proxy = file.add("IFCBUILDINGELEMENTPROXY", values)
    gathered.products.push(proxy)
    const same = { layer, block: block?.name ?? "", products: [] }
    gathered.alike.getOrInsertComputed(`${layer} ${same.block}`, () => same).products.push(proxy)
    userTexts(file, gathered, texts, guid, proxy)
  }

  for (const [i, at] of document.objects.entries()) {
    product(at)
    progress((i + 1) / document.objects.length)
  }
  relations(file, document, gathered, building)
  userTexts(file, gathered, document.texts, keyOf(document), building)
  return warnings(document, gathered, guids.repeated())
}
