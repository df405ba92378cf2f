import * as Schema from "effect/Schema"
import { withLeft } from "../Answer.ts"
import { idOf } from "../ApiClient.ts"
import * as Arguments from "../Arguments.ts"
import type { Path } from "../JsonScan.ts"
import { ofLists } from "../Rows.ts"
import * as Tool from "../Tool.ts"

type Members = Readonly<Record<string, unknown>>

const input = { ...Arguments.projectId, ...Arguments.paging }

export const listLocations = Tool.make({
  name: "list_locations",
  title: "List locations",
  description:
    "Lists the sites, buildings, storeys and spaces of a project, each with the guid of the one above it. Their names and guids serve for Below and Equals on SpatialLocation, the guid for edits of SpatialLocation.",
  input: Schema.Struct({ ...input, ...Arguments.search("the name or type of a location") }),
  output: {
    locations: Tool.listOf("locationGuid, name, type, parentGuid (null at the top), properties: set, name, value")
  },
  required: ["locations"],
  run: async ({ next, pageSize, projectId, text }, api) => {
    const isShown = Arguments.matcher(text)
    const part = {
      path: `/v1/projects/${idOf("projectId", projectId)}/locations`,
      isRow: (path: Path) => path[0] === "locations" && path.length === 2,
      rowOf: (row: unknown) => {
        const { projectId: _, ...location } = row as Members
        return isShown(location["name"], location["type"]) ? location : null
      }
    }
    const { rows, ...left } = await ofLists(api, [part], Arguments.placeOf(next), pageSize)
    return withLeft({ locations: rows }, left)
  }
})

const isCode = (row: unknown): boolean => "libraryGuid" in (row as Members)

export const listCodes = Tool.make({
  name: "list_codes",
  title: "List classification codes",
  description:
    "Lists the classification codes of a project (Uniclass, OmniClass, DIN 276 and so on) and their libraries. Identifications serve for Equals and Below on Code, the guid for edits of Code.",
  input: Schema.Struct({
    ...input,
    libraryGuid: Arguments.maybeText("The guid of one library; all if left out"),
    ...Arguments.search("the identification, name or description of a code")
  }),
  output: {
    libraries: Tool.listOf("guid, name, source, edition of the libraries, which come before their codes"),
    codes: Tool.listOf("libraryGuid, guid, identification, name, description, parentId (null at the top)")
  },
  required: ["libraries", "codes"],
  run: async ({ libraryGuid, next, pageSize, projectId, text }, api) => {
    const root = `/v1/projects/${idOf("projectId", projectId)}/codifications`
    const libraries: Array<Members> = []
    await api.scan(
      root,
      {},
      (path) => path[0] === "codificationLibraries" && path.length === 2,
      (_, value) => {
        const { edition, guid, name, source } = value as Members
        if (libraryGuid === undefined || libraryGuid.toLowerCase() === guid) {
          libraries.push({ guid, name, source, edition })
        }
      }
    )
    const isShown = Arguments.matcher(text)
    const codesOf = (guid: string) => ({
      path: `${root}/${idOf("libraryGuid", guid)}`,
      isRow: (path: Path) => path[0] === "codes" && path.length === 2,
      rowOf: (row: unknown) => {
        const { description, guid: codeGuid, identification, name, parentId } = row as Members
        if (!isShown(identification, name, description)) return null
        return { libraryGuid: guid.toLowerCase(), guid: codeGuid, identification, name, description, parentId }
      }
    })
    const guids = libraryGuid === undefined ? libraries.map(({ guid }) => String(guid)) : [libraryGuid]
    const lists = [{ given: libraries }, ...guids.map(codesOf)]
    const { rows, ...left } = await ofLists(api, lists, Arguments.placeOf(next), pageSize)
    return withLeft({ libraries: rows.filter((row) => !isCode(row)), codes: rows.filter(isCode) }, left)
  }
})

/** The rows of a material by name: those of the set `Material` are about the material itself. */
const materialOf = (rows: unknown): Members => {
  const all = rows as ReadonlyArray<{ readonly set: string; readonly name: string; readonly value: unknown }>
  const own = Object.fromEntries(all.filter(({ set }) => set === "Material").map(({ name, value }) => [name, value]))
  const properties = all.filter(({ set }) => set !== "Material")
  const { Category, Color, Description, Guid, Name } = own
  return {
    guid: Guid,
    name: Name,
    color: Color,
    description: Description,
    category: Category,
    ...(properties.length === 0 ? {} : { properties })
  }
}

export const listMaterials = Tool.make({
  name: "list_materials",
  title: "List materials",
  description:
    "Lists the materials of a project with their libraries and properties. Names and guids serve for filters on MaterialLayerSet, the guid for edits of Material.",
  input: Schema.Struct({
    ...input,
    libraryGuid: Arguments.maybeText("The guid of one library; all if left out"),
    ...Arguments.search("the name, description or category of a material")
  }),
  output: {
    materials: Tool.listOf(
      "libraryGuid, library, guid, name, color, description, category, properties: set, name, value"
    )
  },
  required: ["materials"],
  run: async ({ libraryGuid, next, pageSize, projectId, text }, api) => {
    const isShown = Arguments.matcher(text)
    const list = "materialProperties"
    const root = `/v1/projects/${idOf("projectId", projectId)}/material-libraries`
    /** The depth of a library's members: below the list of all, or at the top of one. */
    const depth = libraryGuid === undefined ? 3 : 1
    const isInside = (path: Path) => (depth === 3 ? path[0] === list : true)
    const library = { guid: "", name: "" }
    const part = {
      path: libraryGuid === undefined ? root : `${root}/${idOf("libraryGuid", libraryGuid)}`,
      isRow: (path: Path) => isInside(path) && path.length === depth + 1 && path[depth - 1] === "properties",
      isOther: (path: Path) =>
        isInside(path) && path.length === depth && (path[depth - 1] === "guid" || path[depth - 1] === "name"),
      onOther: (path: Path, value: unknown) => void (library[path.at(-1) as "guid" | "name"] = String(value)),
      rowOf: (value: unknown) => {
        const material = materialOf(value)
        const { category, description, name } = material
        return isShown(name, description, category)
          ? { libraryGuid: library.guid, library: library.name, ...material }
          : null
      }
    }
    const { rows, ...left } = await ofLists(api, [part], Arguments.placeOf(next), pageSize)
    return withLeft({ materials: rows }, left)
  }
})
