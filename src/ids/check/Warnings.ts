import { type IfcClass, classNamed, type SchemaName } from "../../ifc/schema/Schema.ts"
import type { Facet, IdsDocument, IdsValue, Requirement, Restriction, Specification } from "../document/IdsDocument.ts"

/** A part of a document that the schema accepts although the standard calls it invalid. */
export interface IdsWarning {
  /** The name of the specification. */
  readonly specification: string
  readonly text: string
}

const schemas: ReadonlyArray<SchemaName> = ["IFC2X3", "IFC4", "IFC4X3"]

const numeric = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/

/**
 * Returns the parts of a document that the standard calls invalid. Most of them are met by no model, or by every model.
 */
export const warningsOf = ({ specifications }: IdsDocument): ReadonlyArray<IdsWarning> =>
  specifications.flatMap((specification) =>
    [...new Set(textsOf(specification))].map((text) => ({ specification: specification.name, text }))
  )

function* textsOf(specification: Specification): Generator<string> {
  const { applicability, necessity, requirements } = specification
  if (applicability.length === 0) yield "It does not say what it applies to, so that it applies to nothing."
  if (necessity === "prohibited" && requirements.length > 0) {
    yield "It is prohibited and has requirements, which are not checked."
  }
  for (const facet of applicability) yield* ofFacet(facet)
  const classes = classesOf(applicability.find((facet) => facet.facet === "entity")?.name)
  for (const requirement of requirements) {
    yield* ofFacet(requirement.facet)
    yield* ofRequirement(requirement, classes)
  }
}

/** Returns the classes of a simple name in all schemas, or null for restrictions and unknown names. */
const classesOf = (name: IdsValue | undefined): ReadonlyArray<IfcClass> | null => {
  if (name === undefined || !("simple" in name)) return null
  const found = schemas.map((schema) => classNamed(schema, name.simple)).filter((one) => one !== undefined)
  return found.length === 0 ? null : found
}

function* ofFacet(facet: Facet): Generator<string> {
  switch (facet.facet) {
    case "entity":
      yield* ofClassName(facet.name)
      yield* ofValue(facet.predefinedType)
      return
    case "partOf":
      yield* ofFacet(facet.entity)
      return
    case "classification":
      yield* ofValue(facet.system)
      break
    case "attribute":
      yield* ofValue(facet.name)
      break
    case "property":
      yield* ofValue(facet.propertySet)
      yield* ofValue(facet.baseName)
      if (facet.value !== null && facet.dataType === null) yield "A property has a value and no dataType."
      break
    case "material":
  }
  yield* ofValue(facet.value)
}

function* ofClassName(name: IdsValue): Generator<string> {
  yield* ofValue(name)
  for (const text of "simple" in name ? [name.simple] : name.enumerations) {
    if (text !== text.toUpperCase()) yield `The class ${JSON.stringify(text)} is not in capitals and matches nothing.`
    else if (schemas.every((schema) => classNamed(schema, text) === undefined)) {
      yield `No schema of IFC has the class ${JSON.stringify(text)}.`
    }
  }
}

function* ofValue(value: IdsValue | null): Generator<string> {
  if (value !== null && !("simple" in value)) yield* ofRestriction(value)
}

function* ofRestriction({ base, bounds, ignored, patterns }: Restriction): Generator<string> {
  for (const name of ignored) yield `IDS does not know the restriction ${name}, which is not checked.`
  for (const { kind, value } of bounds) {
    if (!numeric.test(value)) yield `${kind} is ${JSON.stringify(value)}, which is no number, so that nothing meets it.`
  }
  if (patterns.length > 0 && /^(?:double|decimal|float|integer|int|long|boolean)$/.test(base)) {
    yield "A pattern restricts numbers or booleans, which no pattern matches."
  }
}

function* ofRequirement(
  { cardinality, facet }: Requirement,
  classes: ReadonlyArray<IfcClass> | null
): Generator<string> {
  if (facet.facet === "entity" && classes !== null && "simple" in facet.name) {
    const { simple } = facet.name
    if (classes.every(({ name }) => name.toUpperCase() !== simple)) {
      yield `It requires the class ${JSON.stringify(simple)} of what it does not apply to.`
    }
  }
  if (facet.facet === "attribute" && classes !== null && "simple" in facet.name) {
    const { simple } = facet.name
    if (classes.every(({ attributes }) => !attributes.includes(simple))) {
      yield `${classes[0]!.name} has no attribute ${JSON.stringify(simple)} that can be checked.`
    }
  }
  if (cardinality === "optional" && asksForNothing(facet)) {
    yield `The standard does not allow an optional ${facet.facet} without a value.`
  }
  if (cardinality === "prohibited" && facet.facet === "property" && facet.value !== null) {
    yield "A prohibited property has a value; the standard prohibits properties as a whole."
  }
}

const asksForNothing = (facet: Facet): boolean => {
  switch (facet.facet) {
    case "property":
      return facet.value === null && facet.dataType === null
    case "attribute":
    case "material":
    case "classification":
      return facet.value === null
    default:
      return false
  }
}
