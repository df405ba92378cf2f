/**
 * Writes src/ids/model/AttributeTypes.json: for each schema the types, in capitals, of attributes whose values have a
 * unit, and of all attributes of predefined property sets, by the class that declares them.
 *
 * Reads:  the EXPRESS tables under src/ifc/testing/integrity.
 * Usage:  sh scripts/run.sh scripts/GenerateAttributeTypes.ts
 */
import { join } from "node:path"
import { expressTables } from "../src/ifc/testing/integrity/ExpressTables.ts"
import { kindOfMeasure, withoutUnit } from "../src/ifc/units/UnitNames.ts"

const hasUnit = (type: string): boolean => {
  const kind = kindOfMeasure(type)
  return kind !== null && !withoutUnit.has(kind)
}

const result = Object.fromEntries(
  Object.entries(expressTables).map(([schema, { entities }]) => {
    const isSet = (name: string): boolean =>
      name === "IfcPropertySetDefinition" || (name !== "" && isSet(entities[name]?.parent ?? ""))
    const classes = Object.entries(entities).flatMap(([name, { attributes = [] }]) => {
      const types = attributes.flatMap(([attribute, type]) => {
        const written = typeof type === "string" ? type.toUpperCase() : ""
        return hasUnit(written) || (written !== "" && isSet(name)) ? [[attribute.replace("?", ""), written]] : []
      })
      return types.length === 0 ? [] : [[name, Object.fromEntries(types)]]
    })
    return [schema, Object.fromEntries(classes)]
  })
)

const lines = Object.entries(result).map(
  ([schema, classes]) =>
    `"${schema}":{\n${Object.entries(classes as object)
      .map(([name, types]) => `"${name}":${JSON.stringify(types)}`)
      .join(",\n")}\n}`
)
await Bun.write(join(import.meta.dir, "../src/ids/model/AttributeTypes.json"), `{\n${lines.join(",\n")}\n}\n`)
