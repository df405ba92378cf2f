import type { SchemaName } from "../../schema/Schema.ts"
import ifc2x3 from "./IFC2X3.json" with { type: "json" }
import ifc4 from "./IFC4.json" with { type: "json" }
import ifc4x3 from "./IFC4X3.json" with { type: "json" }

/** A simple type or the name of a declaration, or an aggregate of one: word, lower bound, upper bound (-1 for none). */
export type TypeText = string | readonly [word: string, lower: number, upper: number, item: TypeText]

/** The part of an entity's EXPRESS that its supertype does not have. */
export interface EntityTable {
  readonly parent: string
  readonly abstract?: boolean
  /** In the order of a file, `?` after optional ones. */
  readonly attributes?: ReadonlyArray<readonly [name: string, type: TypeText]>
  /** The attributes that are derived in this class, which are `*` in a file. */
  readonly derived?: ReadonlyArray<string>
  /** Inverse attributes with bounds: how many instances of an entity refer by an attribute. */
  readonly inverse?: ReadonlyArray<
    readonly [name: string, entity: string, attribute: string, lower: number, upper: number]
  >
}

/** The declarations of a schema (`scripts/generate_ifc_rules.py`). Source: ISO 16739-1, the EXPRESS of each edition. */
export interface ExpressTables {
  readonly entities: Readonly<Record<string, EntityTable>>
  readonly types: Readonly<Record<string, TypeText>>
  /** The least and the greatest length of texts of a type. */
  readonly widths: Readonly<Record<string, readonly [number, number]>>
  readonly selects: Readonly<Record<string, ReadonlyArray<string>>>
  readonly enumerations: Readonly<Record<string, ReadonlyArray<string>>>
}

export const expressTables = { IFC2X3: ifc2x3, IFC4: ifc4, IFC4X3: ifc4x3 } as unknown as Readonly<
  Record<SchemaName, ExpressTables>
>
