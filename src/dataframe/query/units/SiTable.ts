import type { Units } from "../../../domain/products/Units.ts"
import { finite, siUnitOf } from "../../../ifc/units/SiUnits.ts"
import type * as Bits from "../../table/Bits.ts"
import type { Column } from "../../table/Column.ts"
import type * as ColumnRecord from "../../table/ColumnRecord.ts"
import { type NameGroup, ProductTable, type Shown, type TableProperty } from "../../table/ProductTable.ts"
import type {
  CodeSection,
  GroupSection,
  LocationSection,
  MaterialSection,
  StructureSection
} from "../../table/Structure.ts"
import { concerns, inSi, type SiUnits } from "./SiColumn.ts"
import { shownInSi } from "./SiDetail.ts"

/**
 * A table whose numbers are in SI. Columns without a convertible unit are those of the base table, others are converted
 * on first use. Queries need not know about units, because the table answers like one imported from a file in SI.
 *
 * Units keep their indexes, so that only their names change. `byteLength` counts only the memory in addition to the base
 * table, which counts the converted columns itself.
 */
class SiTable extends ProductTable {
  private readonly si: SiUnits
  private readonly wrapped = new Map<number, TableProperty>()

  constructor(private readonly base: ProductTable) {
    super(base.container, true)
    this.si = base.units.map(siUnitOf)
  }

  override get byteLength(): number {
    return this.extra.bytes
  }

  override get preparedBytes(): number {
    return this.base.preparedBytes
  }

  override get deleted(): Bits.Bits | null {
    return this.base.deleted
  }

  override column(place: number): Column {
    return inSi(this.base.column(place), this.si)
  }

  override get structure(): StructureSection {
    return this.once("structure", () => {
      const { structure } = this.base
      const units = structure.units.map((unit, i) => {
        const si = this.si[i]!
        return si === null ? unit : { ...unit, name: si.name, toSi: 1, offset: 0 }
      })
      return { ...structure, units }
    })
  }

  override get locations(): LocationSection {
    return this.base.locations
  }

  override get materials(): MaterialSection {
    const { materials, structure } = this.base
    const si = this.si[structure.lengthUnit] ?? null
    if (si === null) return materials
    return this.once("materials", () => {
      const sets = materials.sets.map((set) => {
        const layers = set.layers.map((layer) => ({
          ...layer,
          thickness: layer.thickness === null ? null : finite(si.convert(layer.thickness))
        }))
        return { ...set, layers }
      })
      return { ...materials, sets }
    })
  }

  override get materialGuids(): ReadonlyArray<string> {
    return this.base.materialGuids
  }

  override get codes(): CodeSection {
    return this.base.codes
  }

  override get codeGuids(): ReadonlyArray<string> {
    return this.base.codeGuids
  }

  override get assignments(): GroupSection {
    return this.base.assignments
  }

  override readonly keeperOf = (name: ColumnRecord.ReferenceColumn): ProductTable =>
    name === "materialSet" ? this : this.base.keeperOf(name)

  override get wholes(): Int32Array {
    return this.base.wholes
  }

  override get propertyCount(): number {
    return this.base.propertyCount
  }

  override property(index: number): TableProperty {
    return this.wrapped.getOrInsertComputed(index, () => {
      const { base, si } = this
      const { name, set } = base.property(index)
      return {
        index,
        set,
        name,
        get column() {
          return inSi(base.property(index).column, si)
        }
      }
    })
  }

  override get properties(): ReadonlyArray<TableProperty> {
    return this.once("properties", () => this.base.properties.map(({ index }) => this.property(index)))
  }

  override get groups(): ReadonlyMap<string, NameGroup> {
    return this.once(
      "groups",
      () => new Map(this.base.groups.entries().map(([name, group]) => [name, this.group(group)]))
    )
  }

  override shownBy(property: TableProperty): Shown {
    const before = this.base.property(property.index)
    if (!concerns(before.column, this.si)) return this.base.shownBy(before)
    return shownInSi(this.base, this.si, [before], new Map())
  }

  private group(group: NameGroup): NameGroup {
    const { base, si } = this
    const here = (properties: ReadonlyArray<TableProperty>) => properties.map(({ index }) => this.property(index))
    let known: Shown | null = null
    const shown = (): Shown => {
      const isAsBefore = (): boolean => !group.members.some(({ column }) => concerns(column, si))
      return (known ??= isAsBefore() ? group : shownInSi(base, si, group.members, group.exceptions))
    }
    return {
      members: here(group.members),
      exceptions: new Map(group.exceptions.entries().map(([row, order]) => [row, here(order)])),
      get overlap() {
        return group.overlap
      },
      get kindMask() {
        return shown().kindMask
      },
      get unit() {
        return shown().unit
      }
    }
  }
}

/** The part of a view that names units. */
interface Defining {
  readonly shared: {
    readonly definitions: ReadonlyArray<{ readonly set: string; readonly name: string; readonly unit: string | null }>
  }
}

/**
 * Returns the project's data with the SI units of properties that it defines and no product has. Numbers without unit
 * stay as they are, so the unit that a definition gives to existing ones stays too.
 */
const sharedInSi = <Shared extends Defining["shared"]>(table: ProductTable, shared: Shared): Shared => {
  const definitions = shared.definitions.map((definition) => {
    const { name, set, unit } = definition
    if (unit === null || table.indexOf(set, name) !== -1) return definition
    const si = siUnitOf({ name: unit, kind: "", toSi: 1, offset: 0 })
    return si === null ? definition : { ...definition, unit: si.name }
  })
  return { ...shared, definitions }
}

/**
 * Returns a table and its view in the unit that a question asks for: the same objects for the units of the model, and
 * for SI others that are cached as long as these live.
 */
export const inUnits = <View extends Defining>(
  table: ProductTable,
  view: View,
  units: Units | undefined
): { readonly table: ProductTable; readonly view: View } => {
  if (units !== "SI" || table instanceof SiTable) return { table, view }
  const { shared } = view
  return {
    table: table.once("in SI", () => new SiTable(table)),
    view: { ...view, shared: table.once("shared view in SI", () => sharedInSi(table, shared), shared) }
  }
}
