import { expect, test } from "bun:test"
import { fieldOf, fieldsLike, offered } from "./Proposals.ts"

test.each([
  ["Storey", ["Name"], undefined],
  ["Material", ["Material", "MaterialLayerSet"], "Material"],
  ["material", ["MaterialLayerSet", "Name"], "MaterialLayerSet"],
  [" firerating ", ["Name", "FireRating"], "FireRating"],
  ["Oak", ["Name"], undefined]
])("%s among %j is %s", (text, names, field) => expect(fieldOf(names, text)).toBe(field))

test("fields that begin with a text come before fields that contain it", () => {
  const names = ["GrossWidth", "Width", "Wall width", "Height"]
  expect(fieldsLike(names, "width")).toEqual(["Width", "Wall width", "GrossWidth"])
  expect(fieldsLike(names, " ")).toEqual(names)
})

test("common fields are offered first, including those that the service does not list", () => {
  expect(offered(["Abc", "Class", "Name"]).slice(0, 3)).toEqual(["Class", "Name", "SpatialLocation.Floor"])
})
