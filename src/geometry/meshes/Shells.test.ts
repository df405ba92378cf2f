/* Checks the volumes of shells, whatever the orientation of their faces and however they are divided. */
import { describe, expect, test } from "bun:test"
import { measured, metres, writer } from "../testing/ShapedFile.ts"
import { inTurns } from "../../testing/Volume.ts"

type File = ReturnType<typeof writer>
type Numbers = ReadonlyArray<number>
type Loops = ReadonlyArray<ReadonlyArray<Numbers>>

/** The faces of a box, outward. */
const box = ([x, y, z]: Numbers, [a, b, c]: Numbers = [0, 0, 0]): Loops => {
  const at = (i: number, j: number, k: number) => [a! + i * x!, b! + j * y!, c! + k * z!]
  return [
    [at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)],
    [at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)],
    [at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)],
    [at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), at(1, 1, 0)],
    [at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0)],
    [at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)]
  ]
}

/** Returns a prism with an L-shaped profile: two units wide, two high and three long, with legs half a unit thick. */
const angle = (): Loops => {
  const outline = [
    [0, 0],
    [2, 0],
    [2, 0.5],
    [0.5, 0.5],
    [0.5, 2],
    [0, 2]
  ] as const
  const at = (i: number, z: number) => [...outline[i % 6]!, z]
  const sides = outline.map((_, i) => [at(i, 0), at(i + 1, 0), at(i + 1, 3), at(i, 3)])
  return [outline.map((_, i) => at(i, 3)), outline.map((_, i) => at(i, 0)).toReversed(), ...sides]
}

/** Reverses the faces whose bit is set. */
const turned = (faces: Loops, bits: number): Loops =>
  faces.map((loop, i) => ((bits >> i) & 1 ? loop.toReversed() : loop))

const faceSets = (file: File, ...parts: ReadonlyArray<Loops>) =>
  file.add(
    `IFCFACEBASEDSURFACEMODEL((${parts.map((faces) => file.add(`IFCCONNECTEDFACESET(${file.faces(faces)})`)).join()}))`
  )
const shells = (file: File, kind: "OPEN" | "CLOSED", ...parts: ReadonlyArray<Loops>) =>
  file.add(
    `IFCSHELLBASEDSURFACEMODEL((${parts.map((faces) => file.add(`IFC${kind}SHELL(${file.faces(faces)})`)).join()}))`
  )
const brep = (file: File, outer: Loops, ...voids: ReadonlyArray<Loops>) => {
  const [shell, ...inner] = [outer, ...voids].map((faces) => file.add(`IFCCLOSEDSHELL(${file.faces(faces)})`))
  return file.add(
    inner.length === 0 ? `IFCFACETEDBREP(${shell})` : `IFCFACETEDBREPWITHVOIDS(${shell},(${inner.join()}))`
  )
}

const solid = box([2, 1, 3])
const cube = box([2, 2, 2])
const hollow = box([1, 1, 1], [0.5, 0.5, 0.5])

const cases: ReadonlyArray<readonly [string, (file: File) => string, number | null]> = [
  ...[0b000001, 0b010110, 0b111110, 0b111111].map(
    (bits) =>
      [
        `a surface model with faces ${bits.toString(2)} turned`,
        (file: File) => faceSets(file, turned(solid, bits)),
        6
      ] as const
  ),
  ["a surface model of an L, turned here and there", (file) => faceSets(file, turned(angle(), 0b10_011_010)), 5.25],
  ["a surface model without one face", (file) => faceSets(file, turned(solid, 0b010).slice(1)), null],
  ["a surface model of one face", (file) => faceSets(file, solid.slice(1, 2)), null],
  [
    "a surface model of two bodies",
    (file) => faceSets(file, [...turned(solid, 0b1), ...turned(box([1, 1, 1], [5, 0, 0]), 0b11)]),
    7
  ],
  [
    "a surface model of two bodies with a common edge",
    (file) => faceSets(file, [...turned(solid, 0b1), ...turned(box([1, 1, 3], [2, 1, 0]), 0b11)]),
    9
  ],
  [
    "a surface model of a body around a hollow",
    (file) => faceSets(file, [...turned(cube, 0b101), ...turned(hollow, 0b11)]),
    7
  ],
  ["face sets that close together", (file) => faceSets(file, solid.slice(0, 4), solid.slice(4)), 6],
  [
    "face sets that close together, turned",
    (file) => faceSets(file, turned(solid, 0b11).slice(0, 3), solid.slice(3)),
    6
  ],
  ["face sets of a face each", (file) => faceSets(file, ...turned(angle(), 0b1101).map((face) => [face])), 5.25],
  ["a closed face set and one that is not", (file) => faceSets(file, solid, cube.slice(1)), null],
  ["open shells that close together", (file) => shells(file, "OPEN", solid.slice(0, 3), solid.slice(3)), 6],
  [
    "three open shells that close together, turned",
    (file) => shells(file, "OPEN", turned(solid, 0b1).slice(0, 2), solid.slice(2, 4), turned(solid, 0b100000).slice(4)),
    6
  ],
  ["open shells that do not close together", (file) => shells(file, "OPEN", solid.slice(0, 3), solid.slice(4)), null],
  ["a closed shell", (file) => shells(file, "CLOSED", turned(solid, 0b111111)), 6],
  ["a brep turned inwards", (file) => brep(file, turned(solid, 0b111111)), 6],
  ["a brep turned here and there", (file) => brep(file, turned(angle(), 0b110)), 5.25],
  ["a hollow whose faces go inwards", (file) => brep(file, cube, turned(hollow, 0b111111)), 7],
  ["a hollow whose faces go outwards", (file) => brep(file, cube, hollow), 7],
  ["a hollow whose faces go either way", (file) => brep(file, cube, turned(hollow, 0b1011)), 7],
  ["a hollow in a brep turned inwards", (file) => brep(file, turned(cube, 0b111111), hollow), 7],
  ["a hollow and a brep turned inwards", (file) => brep(file, turned(cube, 0b111111), turned(hollow, 0b111111)), 7],
  [
    "two hollows, one of them outward",
    (file) => brep(file, box([4, 2, 2]), hollow, turned(box([1, 1, 1], [2.5, 0.5, 0.5]), 0b111111)),
    14
  ]
]

const ways = [
  ["IFC2X3", "foot"],
  ["IFC4", "metre"],
  ["IFC4X3", "millimetre"]
] as const

describe("the volume of", () => {
  test.each(inTurns(cases, ways).map(([one, way]) => [`${one[0]}, ${way[0]}, ${way[1]}`, one, way] as const))(
    "%s",
    async (_, [, item, volume], [schema, unit]) => {
      const file = writer(unit, schema)
      // The shapes are in metres, the file in its unit.
      const scaled: File = {
        ...file,
        faces: (loops) => file.faces(loops.map((loop) => loop.map((at) => at.map((part) => part / metres[unit]))))
      }
      file.product("IfcBuildingElementProxy", file.placement([0, 0, 0]), file.shape(item(scaled)))
      const { faults, of } = await measured(file.bytes())
      if (volume === null) {
        expect(of().Volume).toBeNaN()
        expect(faults).toEqual({ missing: [], empty: [], open: [0] })
      } else {
        expect(of().Volume).toBeCloseTo(volume, 4)
        expect(faults).toEqual({ missing: [], empty: [], open: [] })
      }
    }
  )
})
