import type { JsonObject } from "../../../harness/Answer.ts"
import { matches, status } from "../../../harness/Check.ts"
import { guid } from "../../../harness/Imports.ts"
import type { Resource } from "./Resource.ts"

const path = "/v1/projects/{project}/locations"

/** A location; a parentGuid of null may be left out. */
export const location: Resource = {
  id: "locations",
  noun: "location",
  area: "locations",
  path: `${path}/{location}`,
  read: null,
  list: path,
  owner: null,
  unique: null,
  members: {
    name: { good: ["Ground", "First"], longest: 255, trimmed: true, none: "", onNull: "refused", clearedBy: "" },
    type: { good: ["Floor", "Building"], none: "Space", bad: ["Room", ""], onNull: "refused" },
    parentGuid: { good: null, bad: ["", "abc", "11111111-2222-4333-8444-555555555555", 7], onNull: "clears" }
  },
  ids: (answer) => ({ location: answer.string("locationGuid") }),
  given: ({ locationGuid }, { project }) => ({
    locationGuid: matches("locationGuid", locationGuid, /^[0-3][0-9A-Za-z_$]{21}$/),
    projectId: project!,
    properties: [{ set: "", name: "Guid", value: locationGuid! }]
  }),
  items: (answer) => answer.list("locations").map(certain),
  answered: (item) => ({ ...item, children: [] }),
  certain,
  empty: { locations: [], locationViews: [] },
  inOrder: true,
  refused: async (shelf, made) => {
    const own = made.ids["location"]!
    const low = (await shelf.make({ parentGuid: own })).ids["location"]!
    const gone = await shelf.make()
    status(await shelf.context.api.delete(gone.path), 204)
    return [
      [{ parentGuid: guid("Conformance") }, "ReferenceNotFound"],
      [{ parentGuid: gone.ids["location"] }, "ReferenceNotFound"],
      [{ parentGuid: low }, "InvalidHierarchy"],
      [{ parentGuid: own }, "InvalidHierarchy"],
      [{ parentGuid: own.slice(1) }, "InvalidBody"]
    ]
  }
}

function certain({ parentGuid = null, ...rest }: JsonObject): JsonObject {
  return parentGuid === null ? rest : { ...rest, parentGuid }
}
