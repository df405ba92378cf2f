import { matches, status, uuid } from "../../../harness/Check.ts"
import { libraryMembers } from "./LibraryMembers.ts"
import { type Resource, Shelf } from "./Resource.ts"

const path = "/v1/projects/{project}/codifications"

/** A library of codes, listed without them. */
export const codificationLibrary: Resource = {
  id: "codification-libraries",
  noun: "codification library",
  area: "codifications",
  path: `${path}/{library}`,
  read: `${path}/{library}`,
  list: path,
  owner: null,
  unique: null,
  members: libraryMembers(),
  ids: (answer) => ({ library: answer.string("guid") }),
  given: ({ guid }) => ({ guid: matches("guid", guid, uuid), modelGuid: "", group: "Project" }),
  items: (answer) => answer.list("codificationLibraries"),
  answered: (item) => ({ ...item, codes: [] }),
  empty: { codificationLibraries: [] },
  inOrder: true
}

/** The codes of a library. A null member of a change keeps the current value. */
export const code: Resource = {
  id: "codes",
  noun: "code",
  area: "codifications",
  path: `${codificationLibrary.path}/codification/{code}`,
  read: `${codificationLibrary.path}/codification/{code}`,
  list: codificationLibrary.path,
  owner: codificationLibrary,
  unique: "identification",
  members: {
    name: { good: ["Walls", "All walls"], required: true, longest: 255, trimmed: true, onNull: "keeps" },
    identification: { good: ["21", "21.1"], required: true, longest: 255, trimmed: true, onNull: "keeps" },
    description: { good: ["d", "e"], longest: 4000, onNull: "keeps", clearedBy: "" },
    sort: { good: [3, -2.5], bad: ["first"], onNull: "keeps" },
    measureDefinitions: {
      good: [
        [
          {
            id: "m1",
            hardcodedOptionName: "o",
            descriptionValue: "v",
            calculator: { type: "formula", description: "c", parameters: [{ name: "p", value: 1.5 }] },
            costCalculation: { name: "n", label: "l", description: "d", type: "t" },
            unit: "m2"
          },
          { id: "m2" }
        ],
        [{ id: "m3", unit: "kg" }]
      ],
      none: [],
      bad: [{}, "m"],
      onNull: "keeps",
      clearedBy: []
    },
    parentId: { good: null, none: null, bad: ["abc", 7], onNull: "keeps", clearedBy: "" }
  },
  ids: (answer) => ({ code: answer.string("guid") }),
  given: ({ guid }) => ({ guid: matches("guid", guid, uuid), properties: [] }),
  items: (answer) => answer.list("codes"),
  answered: (item) => item,
  empty: null,
  inOrder: false,
  faults: [[{ measureDefinitions: [{ unit: "m", UNIT: "m" }] }, "/measureDefinitions"]],
  refused: async (shelf, made) => {
    const own = made.ids["code"]!
    const low = await shelf.make({ parentId: own })
    const second = await new Shelf(shelf.context, codificationLibrary, shelf.project, null).make()
    const foreign = status(await shelf.context.api.post(`${second.path}/codification`, shelf.body()), 201)
    return [
      [{ identification: low.answer.string("identification") }, "DuplicateName"],
      [{ parentId: "11111111-2222-4333-8444-555555555555" }, "ReferenceNotFound"],
      [{ parentId: foreign.string("guid") }, "ReferenceNotFound"],
      [{ parentId: low.ids["code"] }, "InvalidHierarchy"],
      [{ parentId: own }, "InvalidHierarchy"],
      [{ identification: 3 }, "InvalidBody"]
    ]
  }
}
