import { classNamed, type SchemaName } from "../../ifc/schema/Schema.ts"

const schemas: ReadonlyArray<SchemaName> = ["IFC2X3", "IFC4", "IFC4X3"]

/** Names that one schema has for classes of another schema. */
const renamed: ReadonlyArray<ReadonlyArray<string>> = [
  ["IfcBuildingElement", "IfcBuiltElement"],
  ["IfcElectricDistributionPoint", "IfcElectricDistributionBoard"]
]

/**
 * Returns the names that the schemas have for a class, which is named with or without `Ifc`. Returns null if no schema
 * has it.
 */
export const namesOf = (sent: string): ReadonlyArray<string> | null => {
  for (const keyword of [sent, `Ifc${sent}`]) {
    for (const schema of schemas) {
      const name = classNamed(schema, keyword)?.name
      if (name !== undefined) return renamed.find((names) => names.includes(name)) ?? [name]
    }
  }
  return null
}

/**
 * Returns whether a class of a model is one of the named classes or a subtype of it in the model's schema. If the model
 * has no schema, or one without the class, every schema that has the class counts.
 */
export const isA = (schema: SchemaName | null, className: string, names: ReadonlyArray<string>): boolean => {
  const own = schema === null ? undefined : classNamed(schema, className)
  const found = own === undefined ? schemas.map((one) => classNamed(one, className)) : [own]
  return found.some((one) => one !== undefined && names.some((name) => one.kinds.has(name)))
}
