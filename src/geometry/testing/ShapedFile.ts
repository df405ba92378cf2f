import * as Either from "effect/Either"
import { openModel } from "../../ifc/ReadModel.ts"
import { shapesOf } from "../../ifc/shapes/Shapes.ts"
import { bytesOf, guid, stepFile } from "../../ifc/testing/SmallFile.ts"
import { measuresOf } from "../measures/Measures.ts"
import type { MeasureName } from "../measures/MeasureTable.ts"
import { meshesOf, withoutOpenings } from "../meshes/Meshes.ts"

type Numbers = ReadonlyArray<number>

const units = {
  metre: "#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n",
  millimetre: "#3=IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.);\n",
  foot:
    "#3=IFCCONVERSIONBASEDUNIT(#4,.LENGTHUNIT.,'FOOT',#5);\n#4=IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0);\n" +
    "#5=IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),#6);\n#6=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);\n"
}

/** Metres in each unit that a file of the tests may have. */
export const metres = { metre: 1, millimetre: 0.001, foot: 0.3048 } as const

/** A number as STEP writes reals. */
const real = (value: number): string => {
  const text = String(value).toUpperCase()
  return text.includes(".") ? text : text.includes("E") ? text.replace("E", ".E") : `${text}.`
}

const tuple = (values: Numbers): string => `(${values.map(real).join(",")})`

/** Writes a file with this many metres per unit; its functions return references (`#12`). */
export const writer = (unit: keyof typeof metres = "metre", schema = "IFC4") => {
  let next = 10
  let lines =
    `#1=IFCPROJECT('${guid(1)}',$,'Project',$,$,$,$,(#9),#2);\n#2=IFCUNITASSIGNMENT((#3));\n${units[unit]}` +
    "#7=IFCCARTESIANPOINT((0.,0.,0.));\n#8=IFCAXIS2PLACEMENT3D(#7,$,$);\n" +
    "#9=IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,#8,$);\n"
  const add = (text: string): string => {
    lines += `#${next}=${text};\n`
    return `#${next++}`
  }
  const point = (at: Numbers) => add(`IFCCARTESIANPOINT(${tuple(at)})`)
  const direction = (to: Numbers) => add(`IFCDIRECTION(${tuple(to)})`)
  const axes = (at: Numbers, z?: Numbers, x?: Numbers) => {
    const [one, two] = [z, x].map((to) => (to === undefined ? "$" : direction(to)))
    return add(`IFCAXIS2PLACEMENT3D(${point(at)},${one},${two})`)
  }
  const placement = (at: Numbers, z?: Numbers, x?: Numbers, below = "$") =>
    add(`IFCLOCALPLACEMENT(${below},${axes(at, z, x)})`)
  /** A box whose least corner is at `at`. */
  const box = (size: Numbers, at: Numbers = [0, 0, 0]) => {
    const [x, y, z] = size as readonly [number, number, number]
    const centre = add(`IFCAXIS2PLACEMENT2D(${point([x / 2, y / 2])},$)`)
    const profile = add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${centre},${real(x)},${real(y)})`)
    return add(`IFCEXTRUDEDAREASOLID(${profile},${axes(at)},${direction([0, 0, 1])},${real(z)})`)
  }
  /** A list of faces, each of its corners in order. */
  const faces = (loops: ReadonlyArray<ReadonlyArray<Numbers>>) =>
    `(${loops
      .map((corners) => {
        const loop = add(`IFCPOLYLOOP((${corners.map(point).join(",")}))`)
        return add(`IFCFACE((${add(`IFCFACEOUTERBOUND(${loop},.T.)`)}))`)
      })
      .join(",")})`
  const representation = (...items: ReadonlyArray<string>) =>
    add(`IFCSHAPEREPRESENTATION(#9,'Body','SweptSolid',(${items.join(",")}))`)
  const shape = (...items: ReadonlyArray<string>) => add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${representation(...items)}))`)
  /** Places the shape of a map once more; its x and y axes get these directions, z stays. */
  const mapped = (map: string, at: Numbers, axis1: Numbers = [1, 0, 0], axis2: Numbers = [0, 1, 0], scale = 1) => {
    const operator = `IFCCARTESIANTRANSFORMATIONOPERATOR3D(${direction(axis1)},${direction(axis2)},${point(at)},${real(scale)},$)`
    return add(`IFCMAPPEDITEM(${map},${add(operator)})`)
  }
  const map = (...items: ReadonlyArray<string>) => add(`IFCREPRESENTATIONMAP(#8,${representation(...items)})`)
  let products = 0
  /** A product of a class; `more` follows its tag, which for a wall is its PredefinedType. */
  const product = (name: string, place: string, shape: string, more = ",$", id = guid(100 + products++)) => {
    return add(`${name.toUpperCase()}('${id}',$,$,$,$,${place},${shape},$${more})`)
  }
  /** The same instance once more, with another shape. */
  const again = (number: string, name: string, place: string, shape: string) => {
    lines += `${number}=${name.toUpperCase()}('${guid(99)}',$,$,$,$,${place},${shape},$,$);\n`
  }
  const voids = (host: string, opening: string) =>
    add(`IFCRELVOIDSELEMENT('${guid(1000 + products++)}',$,$,$,${host},${opening})`)
  return {
    add,
    point,
    direction,
    axes,
    placement,
    box,
    faces,
    representation,
    shape,
    mapped,
    map,
    product,
    again,
    voids,
    bytes: () => bytesOf(stepFile(lines, schema))
  }
}

/** Meshes and measures of a file, as the service makes them; measures by row. */
export const measured = async (bytes: Uint8Array) => {
  const model = Either.getOrThrow(openModel(bytes, {}, true))
  const shapes = shapesOf(model)
  const meshes = await meshesOf(bytes, shapes)
  const hosts = withoutOpenings(shapes)
  const gross = hosts.elements.length === 0 ? null : await meshesOf(bytes, hosts)
  const { columns, doubtful, faults } = measuresOf(model.file.schema.name, model.products.count, shapes, meshes, gross)
  const of = (row = 0): Readonly<Record<MeasureName, number>> =>
    Object.fromEntries(Object.entries(columns.values).map(([name, values]) => [name, values[row]!])) as never
  return { columns, doubtful, faults, meshes, of, shapes }
}
