import type { JsonObject } from "../../../harness/Answer.ts"
import { matches, uuid } from "../../../harness/Check.ts"
import { libraryMembers } from "./LibraryMembers.ts"
import type { Resource } from "./Resource.ts"

const path = "/v1/projects/{project}/material-libraries"

/** A library of materials; answers show only its name. */
export const materialLibrary: Resource = {
  id: "material-libraries",
  noun: "material library",
  area: "materials",
  path: `${path}/{library}`,
  read: `${path}/{library}`,
  list: path,
  owner: null,
  unique: null,
  members: libraryMembers({ as: null }),
  ids: (answer) => ({ library: answer.string("guid") }),
  given: ({ guid }) => ({ guid: matches("guid", guid, uuid), properties: [] }),
  items: (answer) => answer.list("materialProperties"),
  answered: (item) => item,
  empty: { materialProperties: [] },
  inOrder: true
}

/** A material; answers show name and guid, the rows of its library all that it has. */
export const material: Resource = {
  id: "materials",
  noun: "material",
  area: "materials",
  path: `${materialLibrary.path}/materials/{material}`,
  read: `${materialLibrary.path}/materials/{material}`,
  list: materialLibrary.path,
  owner: materialLibrary,
  unique: null,
  members: {
    name: {
      good: ["Oak", "Ash"],
      as: "Name",
      required: true,
      longest: 255,
      trimmed: true,
      onNull: "refused"
    },
    color: { good: ["#aa5522", "#AbC"], as: "Color", bad: ["red", "", 1], onNull: "clears" },
    description: { good: [" hard ", "soft"], as: "Description", longest: 4000, onNull: "clears" },
    category: { good: ["Wood", "w"], as: "Category", longest: 255, onNull: "clears" }
  },
  ids: (answer) => ({ material: answer.string("guid") }),
  given: ({ Guid }) => ({ Guid: matches("Guid", Guid, uuid) }),
  items: (answer) =>
    answer.list("properties").map((rows) => {
      const values = rows as unknown as ReadonlyArray<JsonObject>
      return Object.fromEntries(values.map(({ name, value }) => [name, value])) as JsonObject
    }),
  answered: ({ Name, Guid }) => ({ name: Name!, guid: Guid! }),
  empty: null,
  inOrder: true,
  refused: async () => [[{ color: "red" }, "InvalidBody"]]
}
