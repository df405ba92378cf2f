/* Checks the places of solids under placements and transformations with omitted, long, skew and unusable directions. */
import { describe, expect, test } from "bun:test"
import { measured, writer } from "../testing/ShapedFile.ts"
import { volume } from "../../testing/Volume.ts"

type File = ReturnType<typeof writer>
type Vector = readonly [number, number, number]

const schemas = volume<ReadonlyArray<string>>(["IFC2X3"], ["IFC2X3", "IFC4"])

/** A box of 1 × 2 × 3 m whose least corner is the origin of a placement that is written as text. */
const placedBox = (file: File, placement: string) => {
  const centre = file.add(`IFCAXIS2PLACEMENT2D(${file.point([0.5, 1])},$)`)
  const profile = file.add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${centre},1.,2.)`)
  return file.add(`IFCEXTRUDEDAREASOLID(${profile},${placement},${file.direction([0, 0, 1])},3.)`)
}

const proxy = (file: File, placement: string, item: string) =>
  file.product("IfcBuildingElementProxy", placement, file.shape(item), ",$")

const centroid = ({ CentroidX, CentroidY, CentroidZ }: Record<`Centroid${"X" | "Y" | "Z"}`, number>) =>
  [CentroidX, CentroidY, CentroidZ].map((part) => Math.round(part * 1e4) / 1e4 + 0)

/** The middle of the box in axes x, y, z, scaled. */
const middle = (x: Vector, y: Vector, z: Vector, scales: Vector = [1, 1, 1]) =>
  [0, 1, 2].map(
    (i) => Math.round((0.5 * scales[0] * x[i]! + scales[1] * y[i]! + 1.5 * scales[2] * z[i]!) * 1e4) / 1e4 + 0
  )

const [X, Y, Z]: readonly [Vector, Vector, Vector] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1]
]
const less = ([x, y, z]: Vector): Vector => [-x, -y, -z]
const half = Math.SQRT1_2

describe.each(schemas)("a placement in %s", (schema) => {
  const cases: ReadonlyArray<readonly [string, Vector | null, Vector | null, readonly [Vector, Vector, Vector]]> = [
    ["without directions", null, null, [X, Y, Z]],
    ["with x as its axis", X, null, [Y, Z, X]],
    ["with x as its axis, of length 5", [5, 0, 0], null, [Y, Z, X]],
    ["with x reversed as its axis", less(X), null, [Y, less(Z), less(X)]],
    ["with an axis close to x", [1, 1e-4, 0], null, [less(Y), less(Z), X]],
    ["with y as its axis", Y, null, [X, less(Z), Y]],
    ["with an axis askew, of length 2", [0, 2, 2], null, [X, [0, half, -half], [0, half, half]]],
    ["with a reference direction alone, askew", null, [0, 3, 3], [Y, less(X), Z]],
    ["with x as its axis and a reference direction askew", X, [1, 0, 1], [Z, less(Y), X]]
  ]
  test.each(cases)("of a solid %s", async (_, axis, reference, axes) => {
    const file = writer("metre", schema)
    const [z, x] = [axis, reference].map((to) => (to === null ? "$" : file.direction(to)))
    const placement = file.add(`IFCAXIS2PLACEMENT3D(${file.point([0, 0, 0])},${z},${x})`)
    proxy(file, file.placement([0, 0, 0]), placedBox(file, placement))
    const { of } = await measured(file.bytes())
    expect(of().Volume).toBeCloseTo(6, 5)
    for (const [i, part] of centroid(of()).entries()) expect(part).toBeCloseTo(middle(...axes)[i]!, 3)
  })
  test.each(cases)("of a product %s", async (_, axis, reference, axes) => {
    const file = writer("metre", schema)
    const [z, x] = [axis, reference].map((to) => (to === null ? "$" : file.direction(to)))
    const placement = file.add(`IFCAXIS2PLACEMENT3D(${file.point([0, 0, 0])},${z},${x})`)
    proxy(file, file.add(`IFCLOCALPLACEMENT($,${placement})`), placedBox(file, file.axes([0, 0, 0])))
    const { of } = await measured(file.bytes())
    expect([of().Volume, of().Length, of().Height].every((value) => value > 0)).toBe(true)
    for (const [i, part] of centroid(of()).entries()) expect(part).toBeCloseTo(middle(...axes)[i]!, 3)
  })
  test.each([
    ["whose reference direction lies along its axis", (file: File) => file.axes([0, 0, 0], [0, 0, 1], [0, 0, 2])],
    [
      "whose reference direction lies along the default axis",
      (file: File) => file.add(`IFCAXIS2PLACEMENT3D(${file.point([0, 0, 0])},$,${file.direction([0, 0, 1])})`)
    ],
    ["whose axis has no length", (file: File) => file.axes([0, 0, 0], [0, 0, 0], [1, 0, 0])],
    ["without a location", (file: File) => file.add("IFCAXIS2PLACEMENT3D($,$,$)")],
    [
      "whose direction does not exist",
      (file: File) => file.add(`IFCAXIS2PLACEMENT3D(${file.point([0, 0, 0])},#99999,$)`)
    ]
  ])("%s takes away its own product alone", async (_, broken) => {
    const file = writer("metre", schema)
    const places = [file.add(`IFCLOCALPLACEMENT($,${broken(file)})`)]
    places.push(file.placement([1, 0, 0], undefined, undefined, places[0]))
    for (const x of [5, 10]) places.push(file.placement([x, 0, 0]))
    for (const place of places) proxy(file, place, placedBox(file, file.axes([0, 0, 0])))
    const { faults, of } = await measured(file.bytes())
    expect(faults).toMatchObject({ missing: [0, 1] })
    for (const row of [2, 3]) expect(of(row).Volume).toBeCloseTo(6, 5)
  })
})

describe.each(schemas)("a map in %s", (schema) => {
  const cases: ReadonlyArray<
    readonly [string, ReadonlyArray<Vector | null>, string, readonly [Vector, Vector, Vector], Vector]
  > = [
    ["turned by its first axis alone", [Y, null, null], "$", [Y, less(X), Z], [1, 1, 1]],
    ["turned back by its first axis alone", [less(Y), null, null], "$", [less(Y), X, Z], [1, 1, 1]],
    ["turned by its second axis alone", [null, [half, half, 0], null], "$", [X, Y, Z], [1, 1, 1]],
    [
      "turned askew by its first axis alone",
      [[3, 4, 0], null, null],
      "$",
      [[0.6, 0.8, 0], [-0.8, 0.6, 0], Z],
      [1, 1, 1]
    ],
    ["with a third axis alone", [null, null, less(Z)], "$", [X, Y, less(Z)], [1, 1, 1]],
    ["with x as its third axis alone", [null, null, X], "$", [Y, Z, X], [1, 1, 1]],
    ["with axes that are not orthogonal", [X, [1, 1, 0], Z], "$", [X, Y, Z], [1, 1, 1]],
    ["with axes of any length", [[5, 0, 0], [0, 0.1, 0], null], "2.", [X, Y, Z], [2, 2, 2]],
    ["mirrored by its first axis", [less(X), Y, null], "2.", [less(X), Y, Z], [2, 2, 2]],
    ["mirrored by its second axis", [null, less(Y), null], "$", [X, less(Y), Z], [1, 1, 1]],
    ["turned by its first and second axes", [Z, X, Y], "$", [Z, X, Y], [1, 1, 1]]
  ]
  const operator = (file: File, axes: ReadonlyArray<Vector | null>, scales: string, kind = "") => {
    const [x, y, z] = axes.map((to) => (to === null ? "$" : file.direction(to)))
    const [first, ...others] = scales.split(",")
    const text = [x, y, file.point([0, 0, 0]), first, z, ...others].join()
    return file.add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D${kind}(${text})`)
  }
  const placed = async (make: (file: File) => string) => {
    const file = writer("metre", schema)
    const map = file.map(placedBox(file, file.axes([0, 0, 0])))
    proxy(file, file.placement([0, 0, 0]), file.add(`IFCMAPPEDITEM(${map},${make(file)})`))
    return (await measured(file.bytes())).of()
  }
  test.each(cases)("%s", async (_, axes, scale, basis, scales) => {
    const found = await placed((file) => operator(file, axes, scale))
    expect(found.Volume).toBeCloseTo(6 * scales[0] ** 3, 4)
    expect(centroid(found)).toEqual(middle(...basis, scales))
  })
  test.each(cases)("%s, of three scales", async (_, axes, __, basis) => {
    const found = await placed((file) => operator(file, axes, "2.,$,3.", "NONUNIFORM"))
    expect(found.Volume).toBeCloseTo(6 * 12, 4)
    expect(centroid(found)).toEqual(middle(...basis, [2, 2, 3]))
  })
})

describe.each(schemas)("a derived profile in %s", (schema) => {
  test.each([
    ["turned by its first axis alone", "0.,1.", null, 1, [-1, 0.5]],
    ["with axes of any length", "0.,4.", "-3.,1.", 1, [-1, 0.5]],
    ["mirrored", "1.,0.", "0.,-1.", 1, [0.5, -1]],
    ["with a second axis alone", null, "-1.,0.", 1, [-1, 0.5]],
    ["scaled", "0.,1.", null, 2, [-2, 1]]
  ])("%s", async (_, first, second, scale, [x, y]) => {
    const file = writer("metre", schema)
    const centre = file.add(`IFCAXIS2PLACEMENT2D(${file.point([0.5, 1])},$)`)
    const profile = file.add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${centre},1.,2.)`)
    const [one, other] = [first, second].map((to) => (to === null ? "$" : file.add(`IFCDIRECTION((${to}))`)))
    const text = `${one},${other},${file.point([0, 0])},${scale}.`
    const operator = file.add(`IFCCARTESIANTRANSFORMATIONOPERATOR2D(${text})`)
    const derived = file.add(`IFCDERIVEDPROFILEDEF(.AREA.,$,${profile},${operator},$)`)
    const up = file.direction([0, 0, 1])
    proxy(
      file,
      file.placement([0, 0, 0]),
      file.add(`IFCEXTRUDEDAREASOLID(${derived},${file.axes([0, 0, 0])},${up},3.)`)
    )
    const found = (await measured(file.bytes())).of()
    expect(found.Volume).toBeCloseTo(6 * scale ** 2, 5)
    expect(centroid(found)).toEqual([x!, y!, 1.5])
  })
})
