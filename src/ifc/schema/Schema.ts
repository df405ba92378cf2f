import ifc2x3 from "./IFC2X3.json" with { type: "json" }
import ifc4 from "./IFC4.json" with { type: "json" }
import ifc4x3 from "./IFC4X3.json" with { type: "json" }

export type SchemaName = "IFC2X3" | "IFC4" | "IFC4X3"
/** How a value of a type is written in a file; `number` may be an integer or not. */
export type Literal = "text" | "real" | "integer" | "number" | "logical" | "binary"

interface Tables {
  readonly entities: Readonly<Record<string, ReadonlyArray<string>>>
  readonly values: Readonly<Partial<Record<Literal, ReadonlyArray<string>>>>
  readonly predefinedTypes: Readonly<Record<string, ReadonlyArray<string>>>
}

/** A class of a schema. */
export interface IfcClass {
  /** The name in mixed case. */
  readonly name: string
  /** Names of the class and its supertypes, in mixed case. */
  readonly kinds: ReadonlySet<string>
  /** All explicit attributes in the order of a file. */
  readonly attributes: ReadonlyArray<string>
  /** Attributes that may be `$`. */
  readonly mayLack: ReadonlySet<string>
  /** The words allowed as PredefinedType; empty if the class has no such attribute. */
  readonly predefinedTypes: ReadonlyArray<string>
}

const tables: Readonly<Record<SchemaName, Tables>> = {
  IFC2X3: ifc2x3,
  IFC4: ifc4,
  IFC4X3: ifc4x3
}

/** The tables of one schema, extended by those of a related schema if the file names a version in between. */
export class Schema {
  private readonly classes = new Map<string, IfcClass>()
  private readonly spellings = new Map<string, readonly [SchemaName, string]>()
  private readonly literals = new Map<string, Literal>()

  /**
   * @param name the schema that the file is read as
   * @param also schemas whose classes a release candidate may still have
   */
  constructor(
    readonly name: SchemaName,
    also: ReadonlyArray<SchemaName>
  ) {
    for (const schema of [...also, name]) {
      for (const spelling of Object.keys(tables[schema].entities)) {
        this.spellings.set(spelling.toUpperCase(), [schema, spelling])
      }
      for (const [literal, names] of Object.entries(tables[schema].values)) {
        for (const type of names) this.literals.set(type.toUpperCase(), literal as Literal)
      }
    }
  }

  /** Returns the class of a keyword in upper case, or undefined if the schema has none. */
  find(keyword: string): IfcClass | undefined {
    const known = this.classes.get(keyword)
    if (known !== undefined) return known
    const spelling = this.spellings.get(keyword)
    if (spelling === undefined) return undefined
    const [schema, name] = spelling
    const chain: Array<string> = []
    for (let at = name; at !== ""; at = tables[schema].entities[at]?.[0] ?? "") chain.push(at)
    const declared = chain.toReversed().flatMap((at) => tables[schema].entities[at]!.slice(1))
    const found: IfcClass = {
      name,
      kinds: new Set(chain),
      attributes: declared.map((attribute) => attribute.replace("?", "")),
      mayLack: new Set(declared.filter((one) => one.endsWith("?")).map((one) => one.slice(0, -1))),
      predefinedTypes: chain.map((at) => tables[schema].predefinedTypes[at]).find((words) => words !== undefined) ?? []
    }
    this.classes.set(keyword, found)
    return found
  }

  /** Returns how values of a type are written, or undefined if the keyword is no value type. */
  literal(keyword: string): Literal | undefined {
    return this.literals.get(keyword)
  }
}

/**
 * Returns the schema that a file with this FILE_SCHEMA is read as. Release candidates and relatives are read as the
 * nearest (IFC2X2 and IFC2X_FINAL as IFC2X3; IFC2X4, as drafts of IFC4 were called, as IFC4; IFC4X1, IFC4X2 and all of
 * IFC4X3 as IFC4X3). Returns null if it is no IFC schema.
 */
export const schemaOf = (fileSchema: string): Schema | null => {
  const name = fileSchema.trim().toUpperCase()
  if (/^IFC2X[23]?(_|$)/.test(name)) return schema("IFC2X3")
  if (/^IFC(4|2X4)(_|RC\d|$)/.test(name)) return schema("IFC4")
  if (/^IFC4X3(_ADD\d.*|_TC\d.*)?$/.test(name)) return schema("IFC4X3")
  return name.startsWith("IFC4X") ? schema("IFC4X3", "IFC4") : null
}

/** Returns the class with this name in mixed case, or undefined if the schema has none. */
export const classNamed = (schemaName: SchemaName, name: string): IfcClass | undefined =>
  schema(schemaName).find(name.toUpperCase())

/** Returns all classes of a schema. */
export const classesOf = (schemaName: SchemaName): ReadonlyArray<IfcClass> =>
  Object.keys(tables[schemaName].entities).map((name) => schema(schemaName).find(name.toUpperCase())!)

const made = new Map<string, Schema>()

const schema = (name: SchemaName, ...also: ReadonlyArray<SchemaName>): Schema =>
  made.getOrInsertComputed([name, ...also].join(), () => new Schema(name, also))
