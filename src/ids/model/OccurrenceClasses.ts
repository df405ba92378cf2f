import { type IfcClass, classNamed } from "../../ifc/schema/Schema.ts"

/** IFC2X3 derives this type from that of an accessory, while its occurrences are equipment. */
const others: Readonly<Record<string, string>> = { IfcVibrationIsolator: "IfcEquipmentElement" }

/**
 * Returns the class, in capitals, that an occurrence of IFC2X3 gets from its type, or null. IFC2X3 has no
 * IfcAirTerminal: an IfcFlowTerminal of an IfcAirTerminalType takes its place.
 *
 * Source: IDS 1.0, implementers' documentation, the mapping of IFC2X3 occurrences and types.
 */
export const classByType = (occurrence: IfcClass, type: IfcClass): string | null => {
  const name = type.name.replace(/Type$/, "")
  if (name === type.name || classNamed("IFC2X3", name) !== undefined) return null
  if (classNamed("IFC4", name) === undefined) return null
  const expected =
    others[name] ??
    [...type.kinds]
      .slice(1)
      .map((kind) => kind.replace(/Type$/, ""))
      .find((kind) => classNamed("IFC2X3", kind) !== undefined)
  return occurrence.name === expected ? name.toUpperCase() : null
}
