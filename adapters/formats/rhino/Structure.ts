import { derive } from "../../../src/domain/GlobalId.ts"
import { list, real, text, typed } from "../../../src/ifc/patch/StepWord.ts"
import type { Document } from "./Document.ts"
import { lengthUnit, metre } from "./LengthUnit.ts"
import { nowhere } from "./Matrix.ts"
import { axesOf } from "./Shapes.ts"
import type { StepFile, StepHeader } from "./StepFile.ts"

/** Returns a quoted GlobalId. The same parts always give the same one. */
export const derived = (...parts: ReadonlyArray<string>): string => text(derive("rhino", ...parts))

/** Returns a time stamp, or 1970 if the document has none, for which the library returns a time in 1899. */
const stampOf = (time: Date): string => (time.getTime() > 0 ? time : new Date(0)).toISOString().slice(0, 19)

/** Returns the key that identifies a document in all of its files. */
export const keyOf = ({ created, createdBy }: Document): string => `${stampOf(created)} ${createdBy}`

export const headerOf = ({ application, edited, editedBy }: Document): StepHeader => ({
  schema: "IFC4",
  timeStamp: stampOf(edited),
  author: editedBy,
  system: application
})

/** Writes an IfcUnitAssignment. A unit that IFC cannot name is replaced by the metre. */
const unitsInto = ({ add }: StepFile, system: number): string => {
  const unit = lengthUnit(system) ?? metre(null)
  const si = (kind: string, prefix: string | null, name: string) =>
    add("IFCSIUNIT", `*,.${kind}.,${prefix === null ? "$" : `.${prefix}.`},.${name}.`)
  const length = (): string => {
    if (unit.kind === "Metre") return si("LENGTHUNIT", unit.prefix, "METRE")
    const measure = typed("IfcLengthMeasure", real(unit.metres))
    const factor = add("IFCMEASUREWITHUNIT", `${measure},${si("LENGTHUNIT", null, "METRE")}`)
    const dimensions = add("IFCDIMENSIONALEXPONENTS", "1,0,0,0,0,0,0")
    return add("IFCCONVERSIONBASEDUNIT", `${dimensions},.LENGTHUNIT.,${text(unit.name)},${factor}`)
  }
  const others = [
    si("AREAUNIT", null, "SQUARE_METRE"),
    si("VOLUMEUNIT", null, "CUBIC_METRE"),
    si("PLANEANGLEUNIT", null, "RADIAN")
  ]
  return add("IFCUNITASSIGNMENT", list([length(), ...others]))
}

/** References that all objects need. */
export interface Structure {
  readonly building: string
  /** The IfcLocalPlacement of the building. */
  readonly placement: string
  /** The IfcGeometricRepresentationSubContext of bodies. */
  readonly body: string
}

/** Writes units, contexts, project, site and building. */
export const structureInto = (file: StepFile, document: Document): Structure => {
  const { add } = file
  const key = keyOf(document)
  const units = unitsInto(file, document.unitSystem)
  const world = axesOf(file, nowhere)
  const model = add("IFCGEOMETRICREPRESENTATIONCONTEXT", `$,'Model',3,1.E-5,${world},$`)
  const body = add("IFCGEOMETRICREPRESENTATIONSUBCONTEXT", `'Body','Model',*,*,*,*,${model},$,.MODEL_VIEW.,$`)
  const project = add("IFCPROJECT", `${derived("project", key)},$,'Project',$,$,$,$,(${model}),${units}`)
  const ground = add("IFCLOCALPLACEMENT", `$,${world}`)
  const site = add("IFCSITE", `${derived("site", key)},$,'Site',$,$,${ground},$,$,.ELEMENT.,$,$,$,$,$`)
  const placement = add("IFCLOCALPLACEMENT", `${ground},${world}`)
  const values = `${derived("building", key)},$,'Building',$,$,${placement},$,$,.ELEMENT.,$,$,$`
  const building = add("IFCBUILDING", values)
  for (const [name, whole, part] of [
    ["project of site", project, site],
    ["site of building", site, building]
  ] as const) {
    add("IFCRELAGGREGATES", `${derived(name, key)},$,$,$,${whole},(${part})`)
  }
  return { building, placement, body }
}
