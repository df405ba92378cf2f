/* Checks which representation of a product is its body. */
import { describe, expect, test } from "bun:test"
import { measured, writer } from "../testing/ShapedFile.ts"

/** Identifier, type and target view of a representation, for a box of this many cubic metres. */
type Representation = readonly [identifier: string | null, volume: number, view?: string | null, type?: string]

const textOf = (text: string | null) => (text === null ? "$" : `'${text}'`)

const volumeOf = async (schema: string, representations: ReadonlyArray<Representation>, className = "IfcColumn") => {
  const file = writer("millimetre", schema)
  const list = representations.map(([identifier, volume, view, type = "SweptSolid"]) => {
    const context =
      view === undefined
        ? "#9"
        : file.add(
            `IFCGEOMETRICREPRESENTATIONSUBCONTEXT(${textOf(identifier)},'Model',*,*,*,*,#9,$,${view === null ? "$" : `.${view}.`},$)`
          )
    const item = type === "BoundingBox" ? file.add(`IFCBOUNDINGBOX(${file.point([0, 0, 0])},1.,1.,1.)`) : file.box([1000, 1000, volume * 1000]) // prettier-ignore
    return file.add(`IFCSHAPEREPRESENTATION(${context},${textOf(identifier)},'${type}',(${item}))`)
  })
  const shape = file.add(`IFCPRODUCTDEFINITIONSHAPE($,$,( ${list.join(" /* , */ ,\n")} ))`)
  file.product(className, file.placement([0, 0, 0]), shape, schema === "IFC2X3" ? "" : ",$")
  const { faults, of } = await measured(file.bytes())
  return faults.missing.length > 0 ? null : Number(of().Volume.toFixed(6))
}

describe.each(["IFC2X3", "IFC4", "IFC4X3"])("the body of a product in %s", (schema) => {
  const cases: ReadonlyArray<readonly [string, ReadonlyArray<Representation>, number | null]> = [
    [
      "before a clearance",
      [
        ["Body", 6],
        ["Clearance", 125]
      ],
      6
    ],
    [
      "behind a clearance",
      [
        ["Clearance", 125],
        ["Body", 6]
      ],
      6
    ],
    [
      "between others",
      [
        ["Box", 8],
        ["Body", 6],
        ["FootPrint", 9],
        ["Axis", 7],
        ["Reference", 5],
        ["Profile", 3]
      ],
      6
    ],
    [
      "beside its fallback",
      [
        ["Body-Fallback", 125, "MODEL_VIEW"],
        ["Body", 6, "MODEL_VIEW"]
      ],
      6
    ],
    [
      "in whatever case",
      [
        ["Lighting", 9],
        ["BODY", 6]
      ],
      6
    ],
    [
      "for the model view",
      [
        ["Body", 12, "SKETCH_VIEW"],
        ["Body", 6, "MODEL_VIEW"],
        ["Body", 7, "GRAPH_VIEW"]
      ],
      6
    ],
    [
      "the first of two",
      [
        ["Body", 6],
        ["Body", 6.5]
      ],
      6
    ],
    [
      "of facets, without another",
      [
        ["Clearance", 125],
        ["Facetation", 6],
        ["Axis", 1]
      ],
      6
    ],
    [
      "without an identifier",
      [
        ["Axis", 2],
        [null, 6],
        [null, 3]
      ],
      6
    ],
    [
      "with an empty identifier, not the curve",
      [
        ["", 3, null, "Curve2D"],
        ["", 6]
      ],
      6
    ],
    [
      "of an identifier of its own",
      [
        ["Clearance", 125],
        ["Detail", 6]
      ],
      6
    ],
    ["never a clearance", [["Clearance", 125]], null],
    [
      "never a fallback",
      [
        ["Body-Fallback", 6],
        ["Axis", 1]
      ],
      null
    ],
    ["never a box", [["Box", 6, null, "BoundingBox"]], null]
  ]
  test.each(cases)("%s", async (_, representations, volume) => {
    expect(await volumeOf(schema, representations)).toBe(volume)
  })
})

test("an opening cuts by its body, never by its reference representation", async () => {
  const file = writer()
  const place = file.placement([0, 0, 0])
  const wall = file.product("IfcWall", place, file.shape(file.box([10, 0.3, 3])))
  const parts = [
    ["Body", [1, 1, 1]],
    ["Reference", [5, 1, 2]]
  ] as const
  const [body, reference] = parts.map(([name, size]) =>
    file.add(`IFCSHAPEREPRESENTATION(#9,'${name}','SweptSolid',(${file.box(size)}))`)
  )
  const shape = file.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${reference},${body}))`)
  file.voids(wall, file.product("IfcOpeningElement", place, shape))
  const { of } = await measured(file.bytes())
  expect([of().Volume, of().GrossVolume].map((volume) => Number(volume.toFixed(6)))).toEqual([8.7, 9])
})
