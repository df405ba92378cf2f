import type { Random } from "../../testing/Random.ts"
import { words } from "../../dataframe/testing/RandomWords.ts"
import type { TestModel, TestProduct } from "../../dataframe/testing/TestContent.ts"
import { type Held, IfcLines, inFileOrder, type Line } from "./IfcLines.ts"
import * as RandomMaterials from "./RandomMaterials.ts"
import * as RandomSets from "./RandomSets.ts"
import { plain } from "./RandomSets.ts"

/**
 * An IFC file, and the data that contract section 5 derives from it, which is recorded while the file is written and
 * not read from it.
 */
export interface RandomIfc {
  readonly text: string
  readonly expected: TestModel
}

/** The classes that files are made of, and a word that each and its type can have as PredefinedType. */
const classes = [
  ["IfcWall", "STANDARD"],
  ["IfcBeam", "BEAM"],
  ["IfcColumn", "COLUMN"],
  ["IfcSlab", "FLOOR"],
  ["IfcCovering", "CEILING"]
] as const
const withPredefinedType2x3 = new Set(["IfcSlab", "IfcCovering"])
const levels = ["Site", "Building", "Floor", "Space"] as const
const spatialClass = { Site: "IFCSITE", Building: "IFCBUILDING", Floor: "IFCBUILDINGSTOREY", Space: "IFCSPACE" }

/** A product or a type, and its own values. */
interface Thing {
  readonly line: Line
  readonly sets: Array<RandomSets.HeldSet>
  readonly materials: Array<Held<number>>
  readonly codes: Array<Held<number>>
}

/** Adds the spatial tree: every place lies below one of the level above. */
const addPlaces = (ifc: IfcLines) => {
  const { random } = ifc
  const project = ifc.addRoot("IFCPROJECT", [ifc.guid(), "Project"], "$", "$", "$", "$", "$")
  const places: Array<{ guid: string; name: string; type: (typeof levels)[number]; parent: number; line: Line }> = []
  for (const [depth, type] of levels.entries()) {
    const above = places.flatMap((place, i) => (place.type === levels[depth - 1] ? [i] : []))
    for (let i = random.below(4); i > 0 && (depth === 0 || above.length > 0); i--) {
      const [guid, name] = [ifc.guid(), random.pick(plain)]
      const parent = depth === 0 ? -1 : random.pick(above)
      const line = ifc.addRoot(spatialClass[type], [guid, name], "$", "$", "$", "$", ".ELEMENT.")
      ifc.relate("IFCRELAGGREGATES", ifc.ref(places[parent]?.line ?? project), ifc.refs([line]))
      places.push({ guid, name, type, parent, line })
    }
  }
  return places
}

/** Own cells hide those of the type; of several values of a property on one level, the first in the file counts. */
const cellsOf = (own: Thing, type: Thing | undefined): NonNullable<TestProduct["cells"]> => {
  const seen = [new Set<string>(), new Set<string>()] as const
  return [own, type].flatMap((of, level) =>
    inFileOrder(of?.sets ?? []).flatMap(({ cells, set }) =>
      cells.flatMap(([name, cell]) => {
        const key = `${set}|${name}`
        if (seen[0].has(key) || seen[level]!.has(key)) return []
        seen[level]!.add(key)
        return [[key, { ...cell, ofType: level === 1 }] as const]
      })
    )
  )
}

export const make = (random: Random): RandomIfc => {
  const ifc = new IfcLines(random)
  const maybe = <A>(of: () => A): A | undefined => (random.chance(0.6) ? of() : undefined)
  /** A few of the items. */
  const someOf = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
    items.length === 0 ? [] : [...new Set(random.some(items, 4))]

  const places = addPlaces(ifc)
  const newSet = RandomSets.make(ifc)
  const allSets = Array.from({ length: random.below(10) }, newSet).filter((set) => set !== null)

  const types = Array.from({ length: random.below(4) }, () => {
    const [own, usual] = random.pick(classes)
    const word = random.pick([usual, "USERDEFINED"])
    const name = maybe(() => random.pick(plain))
    const sets = [...someOf(allSets)]
    const held = sets.length === 0 ? "$" : ifc.refs(sets.map(({ line }) => line))
    const rest = ["$", held, "$", "$", "$", `.${word}.`]
    const line = ifc.addRoot(`${own.toUpperCase()}TYPE`, [ifc.guid(), name], ...rest)
    return { own, word, name, line, sets, materials: [], codes: [] } satisfies Thing & Record<string, unknown>
  })
  const count = random.pick([0, 1, 2, 5, 12, 30])
  const products = Array.from({ length: count }, (_, row) => {
    const [own, usual] = random.pick(classes)
    const type = random.chance(0.6) ? types.find((one) => one.own === own) : undefined
    const hasWord = !ifc.isOld || withPredefinedType2x3.has(own)
    const possible = [usual, "USERDEFINED", undefined, ...(type === undefined ? [] : ["NOTDEFINED"])]
    const word = hasWord ? random.pick(possible) : undefined
    const texts = {
      name: maybe(() => random.pick(words)),
      description: maybe(() => random.pick(words)),
      objectType: maybe(() => random.pick(words)),
      tag: maybe(() => random.pick(words))
    }
    const guid = ifc.guid()
    const line = ifc.addRoot(
      own.toUpperCase(),
      [guid, texts.name, texts.description],
      ifc.text(texts.objectType),
      "$",
      "$",
      ifc.text(texts.tag),
      ...(hasWord ? [word === undefined ? "$" : `.${word}.`] : [])
    )
    const whole = row > 0 && random.chance(0.2) ? random.below(row) : -1
    const place = whole < 0 && places.length > 0 && random.chance(0.8) ? random.below(places.length) : -1
    const thing: Thing = { line, sets: [], materials: [], codes: [] }
    return { own, type, word, texts, guid, whole, place, ...thing }
  })

  for (const set of allSets) {
    const owners = someOf(products)
    for (const owner of owners) owner.sets.push(set)
    if (owners.length > 0) {
      ifc.relate("IFCRELDEFINESBYPROPERTIES", ifc.refs(owners.map(({ line }) => line)), ifc.ref(set.line))
    }
  }
  for (const type of types) {
    const of = products.filter((product) => product.type === type).map(({ line }) => line)
    if (of.length > 0) ifc.relate("IFCRELDEFINESBYTYPE", ifc.refs(of), ifc.ref(type.line))
  }
  for (const { line, place, whole } of products) {
    if (whole >= 0) ifc.relate("IFCRELAGGREGATES", ifc.ref(products[whole]!.line), ifc.refs([line]))
    if (place >= 0) ifc.relate("IFCRELCONTAINEDINSPATIALSTRUCTURE", ifc.refs([line]), ifc.ref(places[place]!.line))
  }

  const things: ReadonlyArray<Thing> = [...products, ...types]
  /** Associates a few objects with the line by a relation. */
  const associate = (relation: string, line: Line, is: number, by: "materials" | "codes"): void => {
    const owners = someOf(things)
    if (owners.length === 0) return
    const held = ifc.relate(relation, ifc.refs(owners.map((owner) => owner.line)), ifc.ref(line))
    for (const owner of owners) owner[by].push({ line: held, is })
  }
  const { add: addMaterial, materials, materialSets } = RandomMaterials.make(ifc)
  for (let i = random.below(6); i > 0; i--) {
    const line = addMaterial()
    associate("IFCRELASSOCIATESMATERIAL", line, materialSets.length - 1, "materials")
  }
  const system = ifc.add(
    "IFCCLASSIFICATION",
    ...["Maker", "2", null, "Uniclass"].map((of) => ifc.text(of)),
    ...ifc.since4(3)
  )
  const codes = Array.from({ length: random.below(6) }, (_, i) => {
    const code = {
      codification: random.below(2),
      identification: `${random.pick(plain)}${i}`,
      name: random.pick(plain)
    }
    const source = code.codification === 1 ? ifc.ref(system) : "$"
    const inner = ["$", ifc.text(code.identification), ifc.text(code.name), source, ...ifc.since4(2)]
    associate("IFCRELASSOCIATESCLASSIFICATION", ifc.add("IFCCLASSIFICATIONREFERENCE", ...inner), i, "codes")
    return code
  })
  // These objects have a name but are not products.
  ifc.addRoot("IFCOPENINGELEMENT", [ifc.guid(), "Opening"], "$", "$", "$", "$", ...ifc.since4(1))
  ifc.addRoot("IFCVIRTUALELEMENT", [ifc.guid(), "Nothing"], "$", "$", "$", "$")

  const text = ifc.file()
  const materialOf = (of: Thing): number => {
    const sets = inFileOrder(of.materials)
    return sets.find((set) => materialSets[set]!.form === "layers") ?? sets[0] ?? -1
  }
  const placeOf = ({ place, whole }: (typeof products)[number]): number =>
    whole >= 0 ? placeOf(products[whole]!) : place
  const shown = products.map((product): Held<TestProduct> => {
    const { type, texts, own } = product
    const given = {
      ...texts,
      predefinedType: product.word === undefined || product.word === "NOTDEFINED" ? type?.word : product.word,
      typeName: type?.name
    }
    const material = materialOf(product)
    return {
      line: product.line,
      is: {
        guid: product.guid,
        class: own,
        ...(Object.fromEntries(Object.entries(given).filter(([, is]) => is !== undefined)) as Partial<TestProduct>),
        location: placeOf(product),
        materialSet: material >= 0 || type === undefined ? material : materialOf(type),
        codes: inFileOrder(product.codes),
        ofType: { codes: inFileOrder(type?.codes ?? []) },
        cells: cellsOf(product, type)
      }
    }
  })
  const locations = places.map(({ guid, name, parent, type }) => ({ guid, name, parent, type }))
  const codifications = [null, "Uniclass"]
  const expected = { products: inFileOrder(shown), locations, materials, materialSets, codifications, codes }
  return { text, expected }
}
