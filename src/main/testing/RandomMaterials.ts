import type { ContentLayer, ContentMaterialSet } from "../../domain/models/ModelContent.ts"
import type { IfcLines, Line } from "./IfcLines.ts"
import { plain } from "./RandomSets.ts"
import * as StepSpelling from "./StepSpelling.ts"

/** Random materials of every kind, and the values that the reader is expected to derive from them. */
export const make = (ifc: IfcLines) => {
  const { random } = ifc

  const materials: Array<string> = []
  const material = (): readonly [Line, number] => {
    const name = random.pick([...plain, "Brick", "Wood"])
    if (!materials.includes(name)) materials.push(name)
    return [ifc.add("IFCMATERIAL", ifc.text(name), ...ifc.since4(2)), materials.indexOf(name)]
  }
  const entry = (index: number): ContentLayer => ({ material: index, name: null, thickness: null, fraction: null })
  const materialSets: Array<ContentMaterialSet> = []
  const materialLine = (): Line => {
    const name = random.chance(0.6) ? random.pick(plain) : null
    const count = 1 + random.below(3)
    return random.pick<() => Line>([
      () => {
        const [line, index] = material()
        materialSets.push({ name: materials[index]!, form: "single", layers: [entry(index)] })
        return line
      },
      () => {
        const made = Array.from({ length: 1 + count }, material)
        materialSets.push({ name: null, form: "list", layers: made.map(([, index]) => entry(index)) })
        return ifc.add("IFCMATERIALLIST", ifc.refs(made.map(([line]) => line)))
      },
      () => {
        const made = Array.from({ length: count }, () => {
          const [line, index] = material()
          const thickness = random.pick([100, 0.24, 1 / 3, 123456789])
          const none = random.chance(0.2)
          const layer = ifc.add(
            "IFCMATERIALLAYER",
            none ? "$" : ifc.ref(line),
            StepSpelling.real(thickness),
            "$",
            ...ifc.since4(4)
          )
          return [layer, { ...entry(none ? -1 : index), thickness }] as const
        })
        materialSets.push({ name, form: "layers", layers: made.map(([, layer]) => layer) })
        const set = ifc.add(
          "IFCMATERIALLAYERSET",
          ifc.refs(made.map(([line]) => line)),
          ifc.text(name),
          ...ifc.since4(1)
        )
        return random.chance(0.5)
          ? set
          : ifc.add("IFCMATERIALLAYERSETUSAGE", ifc.ref(set), ".AXIS2.", ".POSITIVE.", "0.", ...ifc.since4(1))
      }
    ])()
  }

  return { materials, materialSets, add: materialLine }
}
