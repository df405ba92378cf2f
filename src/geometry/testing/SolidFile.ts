import { measured, metres, writer } from "./ShapedFile.ts"

type Numbers = ReadonlyArray<number>

/** The form in which a file writes the shapes of a test. */
export interface Written {
  readonly schema: "IFC2X3" | "IFC4" | "IFC4X3"
  readonly unit: keyof typeof metres
  readonly angle: "degree" | "radian"
}

const real = (value: number): string => {
  const text = String(value).toUpperCase()
  return text.includes(".") ? text : text.includes("E") ? text.replace("E", ".E") : `${text}.`
}

const angles = {
  degree:
    "#4000=IFCCONVERSIONBASEDUNIT(#4001,.PLANEANGLEUNIT.,'DEGREE',#4002);\n" +
    "#4001=IFCDIMENSIONALEXPONENTS(0,0,0,0,0,0,0);\n" +
    `#4002=IFCMEASUREWITHUNIT(IFCPLANEANGLEMEASURE(${Math.PI / 180}),#4003);\n` +
    "#4003=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n",
  radian: "#4000=IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.);\n"
}

/** Draws curves, profiles and solids, given in metres and degrees, in the units of a file. */
const drawing = ({ angle: unitOfAngles, schema, unit }: Written) => {
  const file = writer(unit, schema)
  const { add, direction } = file
  const scaled = (value: number) => value / metres[unit]
  const length = (value: number) => real(scaled(value))
  const angle = (degrees: number) => real(unitOfAngles === "degree" ? degrees : (degrees * Math.PI) / 180)
  const point = (at: Numbers) => file.point(at.map(scaled))
  const axes = (at: Numbers = [0, 0, 0], z?: Numbers, x?: Numbers) => file.axes(at.map(scaled), z, x)
  const flat = (at: Numbers = [0, 0], x?: Numbers) =>
    add(`IFCAXIS2PLACEMENT2D(${point(at)},${x === undefined ? "$" : direction(x)})`)
  const points = (all: ReadonlyArray<Numbers>) => `(${all.map(point).join()})`
  const list = (all: ReadonlyArray<Numbers>) =>
    add(`IFCCARTESIANPOINTLIST${all[0]!.length}D((${all.map((at) => `(${at.map(length).join()})`).join()}))`)
  const line = (...all: ReadonlyArray<Numbers>) => add(`IFCPOLYLINE(${points(all)})`)
  const indexed = (all: ReadonlyArray<Numbers>, segments = "$") =>
    add(`IFCINDEXEDPOLYCURVE(${list(all)},${segments},.F.)`)
  const circle = (radius: number, place = flat()) => add(`IFCCIRCLE(${place},${length(radius)})`)
  const ellipse = (x: number, y: number, place = flat()) => add(`IFCELLIPSE(${place},${length(x)},${length(y)})`)
  const parameter = (degrees: number) => `IFCPARAMETERVALUE(${angle(degrees)})`
  const trim = (basis: string, from: string, to: string, sense = "T", master = "PARAMETER") =>
    add(`IFCTRIMMEDCURVE(${basis},(${from}),(${to}),.${sense}.,.${master}.)`)
  /** Joins curves; those of an item that begins with a minus are reversed. */
  const joined = (...curves: ReadonlyArray<string>) => {
    const segments = curves.map((curve) =>
      add(`IFCCOMPOSITECURVESEGMENT(.CONTINUOUS.,.${curve.startsWith("-") ? "F" : "T"}.,${curve.replace("-", "")})`)
    )
    return add(`IFCCOMPOSITECURVE((${segments.join()}),.F.)`)
  }
  const rectangle = (x: number, y: number, at?: Numbers) =>
    add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${flat(at)},${length(x)},${length(y)})`)
  const disk = (radius: number, at?: Numbers) => add(`IFCCIRCLEPROFILEDEF(.AREA.,$,${flat(at)},${length(radius)})`)
  const within = (outer: string, ...holes: ReadonlyArray<string>) =>
    holes.length === 0
      ? add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${outer})`)
      : add(`IFCARBITRARYPROFILEDEFWITHVOIDS(.AREA.,$,${outer},(${holes.join()}))`)
  const extruded = (profile: string, height: number, at?: Numbers) =>
    add(`IFCEXTRUDEDAREASOLID(${profile},${axes(at)},${direction([0, 0, 1])},${length(height)})`)
  const minus = (one: string, other: string) => add(`IFCBOOLEANRESULT(.DIFFERENCE.,${one},${other})`)
  const bytes = (solid: string, isMapped = false) => {
    const shape = isMapped
      ? file.shape(file.mapped(file.map(solid), [scaled(5), 0, 0], [0, 1, 0], [-1, 0, 0]))
      : file.shape(solid)
    const more = schema === "IFC2X3" ? ",$,.ELEMENT." : ",$"
    file.product("IfcBuildingElementProxy", file.placement([0, 0, 0]), shape, more)
    const text = Buffer.from(file.bytes()).toString()
    return Buffer.from(text.replace("((#3))", "((#3,#4000))").replace("#7=", `${angles[unitOfAngles]}#7=`))
  }
  return {
    file, add, direction, length, angle, point, points, axes, flat, list, line, indexed, circle, ellipse, parameter, trim,
    joined, rectangle, disk, within, extruded, minus, bytes
  } // prettier-ignore
}

export type Drawing = ReturnType<typeof drawing>

/** The variants in which every shape is tested: schemas, units and placements. */
export const ways: ReadonlyArray<Written & { readonly isMapped: boolean }> = [
  { schema: "IFC4", unit: "metre", angle: "degree", isMapped: false },
  { schema: "IFC2X3", unit: "millimetre", angle: "radian", isMapped: true },
  { schema: "IFC4X3", unit: "foot", angle: "degree", isMapped: false }
]

/** The variants for shapes that IFC2X3 lacks. */
export const waysSinceIfc4 = ways.map((way) => (way.schema === "IFC2X3" ? { ...way, schema: "IFC4" as const } : way))

/** Returns the measures of a solid, and its faults. */
export const solidOf = async (
  solid: (draw: Drawing) => string,
  { isMapped, ...written }: (typeof ways)[number] = ways[0]!
) => {
  const draw = drawing(written)
  const { faults, of } = await measured(draw.bytes(solid(draw), isMapped))
  return { ...of(), faults }
}
