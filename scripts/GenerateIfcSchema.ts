/**
 * Writes the tables under `src/ifc/schema/`: for each schema its entities (usual spelling, supertype, the attributes
 * that it adds, with `?` after optional ones), its value types by the kind of their literals, and the values of
 * PredefinedType.
 *
 * Reads:  the folder of the npm package web-ifc (0.0.78), which contains the schemas of buildingSMART as classes.
 * Usage:  bun run scripts/GenerateIfcSchema.ts FOLDER
 */
import { join } from "node:path"

const folder = process.argv[2]
if (folder === undefined) {
  console.error("usage: GenerateIfcSchema.ts FOLDER (of the npm package web-ifc)")
  process.exit(2)
}

/** Types based on NUMBER, and selects of both kinds, are plain numbers there, so the literal decides. */
const numbers: Readonly<Record<string, ReadonlyArray<string>>> = {
  IFC2X3: ["IfcCountMeasure", "IfcNumericMeasure"],
  IFC4: ["IfcCountMeasure", "IfcNumericMeasure"],
  IFC4X3: ["IfcNumericMeasure"]
}
const literals = new Map([
  [1, "text"],
  [2, "text"],
  [3, "logical"],
  [4, "real"],
  [10, "integer"],
  [11, "binary"]
])

interface Entity {
  readonly name: string
  readonly parent: string
  readonly all: ReadonlyArray<{ readonly name: string; readonly optional: boolean }>
  /** The enumeration of its PredefinedType, null for none. */
  readonly predefinedType: string | null
}

const declarations = await Bun.file(join(folder, "ifc-schema.d.ts")).text()
const values: Record<string, Record<string, new (value: never) => { readonly type: number }>> = await import(
  join(folder, "web-ifc-api-node.js")
)

const entitiesOf = (body: string): Array<Entity> =>
  Array.from(body.matchAll(/^ {4}class (Ifc\w+) extends (Ifc\w+) \{(.*?)^ {4}\}/gms), ([, name, parent, members]) => {
    const types = new Map(
      Array.from(members!.matchAll(/^ {8}(\w+): (.*);$/gm), ([, attribute, type]) => [attribute!, type!] as const)
    )
    const parameters = /constructor\((.*)\);/.exec(members!)?.[1] ?? ""
    const all = Array.from(parameters.matchAll(/(\w+): /g), ([, attribute]) => ({
      name: attribute!,
      optional: types.get(attribute!)?.endsWith("| null") ?? false
    }))
    const predefinedType = types.get("PredefinedType")?.replace(" | null", "") ?? null
    return { name: name!, parent: parent === "IfcLineObject" ? "" : parent!, all, predefinedType }
  })

for (const schema of Object.keys(numbers)) {
  const from = declarations.indexOf(`export declare namespace ${schema} {`)
  const body = declarations.slice(from, declarations.indexOf("\n}\n", from) + 1)
  const entities = entitiesOf(body)
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  // web-ifc omits a redeclared attribute that is derived (IfcSIUnit.Dimensions), although it keeps its place in a file.
  const inherited = (name: string): ReadonlyArray<string> => {
    const entity = byName.get(name)
    if (entity === undefined) return []
    const above = inherited(entity.parent)
    return [...above, ...entity.all.map(({ name }) => name).filter((attribute) => !above.includes(attribute))]
  }
  const rows = entities.map((entity) => {
    const above = inherited(entity.parent)
    const own = entity.all.filter(({ name }) => !above.includes(name))
    return `${JSON.stringify(entity.name)}:${JSON.stringify([
      entity.parent,
      ...own.map(({ name, optional }) => (optional ? `${name}?` : name))
    ])}`
  })
  const kinds = new Map<string, Array<string>>()
  for (const [name, Value] of Object.entries(values[schema]!)) {
    if (byName.has(name) || name.endsWith("Enum")) continue
    const literal = numbers[schema]!.includes(name) ? "number" : literals.get(new Value(0 as never).type)
    if (literal !== undefined) kinds.set(literal, [...(kinds.get(literal) ?? []), name])
  }
  const words = new Map(
    Array.from(body.matchAll(/^ {4}class (Ifc\w+Enum) \{(.*?)^ {4}\}/gms), ([, name, members]) => {
      return [name!, Array.from(members!.matchAll(/static (\w+): any;/g), ([, word]) => word!)] as const
    })
  )
  const isElement = (name: string): boolean =>
    name === "IfcElement" || (byName.has(name) && isElement(byName.get(name)!.parent))
  const predefined = entities
    .filter(({ name, parent, predefinedType }) => {
      return isElement(name) && predefinedType !== null && predefinedType !== byName.get(parent)?.predefinedType
    })
    .map(({ name, predefinedType }) => `${JSON.stringify(name)}:${JSON.stringify(words.get(predefinedType!)!)}`)
  const types = Array.from(kinds, ([literal, names]) => `${JSON.stringify(literal)}:${JSON.stringify(names.sort())}`)
  const text = `{"entities":{\n${rows.sort().join(",\n")}\n},\n"values":{\n${types.sort().join(",\n")}\n},\n"predefinedTypes":{\n${predefined.sort().join(",\n")}\n}}\n`
  await Bun.write(join(import.meta.dir, "..", "src", "ifc", "schema", `${schema}.json`), text)
  console.log(`${schema}: ${entities.length} entities`)
}
