import { expect, test } from "bun:test"
import { measured, writer } from "../testing/ShapedFile.ts"

type File = ReturnType<typeof writer>

const wall = (file: File) => file.product("IfcWall", file.placement([0, 0, 0]), file.shape(file.box([3, 0.2, 2.5])))

/** A face whose loop goes round three corners so often that no engine comes to its end. */
const endless = (file: File) => {
  const corners = [file.point([0, 0, 0]), file.point([1, 0, 0]), file.point([0, 1, 0.5])]
  const loop = file.add(`IFCPOLYLOOP((${Array.from({ length: 3000 }, () => corners.join()).join()}))`)
  const face = file.add(`IFCFACE((${file.add(`IFCFACEOUTERBOUND(${loop},.T.)`)}))`)
  return file.shape(file.add(`IFCFACETEDBREP(${file.add(`IFCCLOSEDSHELL((${face}))`)})`))
}

/** A map that has the one below it twice, and so on: 2^30 boxes. */
const doubled = (file: File) => {
  let map = file.map(file.box([1, 1, 1]))
  for (let i = 0; i < 30; i++) map = file.map(file.mapped(map, [0, 0, 0]), file.mapped(map, [2 ** i, 0, 0]))
  return file.shape(file.mapped(map, [0, 0, 0]))
}

test.each([
  ["without an end", endless],
  ["that is doubled over and over", doubled]
])("a shape %s is missing, those before and behind it are not", async (_, shape) => {
  const file = writer()
  wall(file)
  for (let i = 0; i < 4; i++) file.product("IfcWall", file.placement([0, 0, 0]), shape(file))
  wall(file)
  const { faults, meshes, of } = await measured(file.bytes(), true)
  expect(meshes.costly).toBe(4)
  expect(faults.missing).toEqual([1, 2, 3, 4])
  expect([of(0).Volume, of(5).Volume].map((volume) => volume.toFixed(6))).toEqual(["1.500000", "1.500000"])
})
