import { isIgnored } from "../../ifc/index/IfcFile.ts"
import { classesOf, type SchemaName } from "../../ifc/schema/Schema.ts"
import type { ValueMatcher } from "../values/ValueMatcher.ts"

const schemas: ReadonlyArray<SchemaName> = ["IFC2X3", "IFC4", "IFC4X3"]

const shapes: ReadonlyArray<string> = [
  ...new Set(schemas.flatMap((schema) => classesOf(schema).filter(isIgnored)).map(({ name }) => name.toUpperCase()))
]

/** Returns whether the name of a class selects entities of shapes, placements or styles. */
export const selectsShapes = (name: ValueMatcher): boolean =>
  name.only === null ? shapes.some((shape) => name.matchesText(shape)) : shapes.includes(name.only)
