import { status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { guid } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { base, createSet, sets } from "./CustomProperties.ts"
import { create } from "./Locations.ts"

const uuid = "11111111-2222-4333-8444-555555555555"
const number = "9007199254740991"

/** Method, path, and a good body where one is read. */
export type Request = readonly [method: string, path: string, body?: object]

/** Requests to every endpoint of an area. */
export interface Requests {
  readonly reads: ReadonlyArray<string>
  /** In an order in which all of them succeed, one after the other. */
  readonly writes: ReadonlyArray<Request>
  /** Of what does not exist. */
  readonly unknown: ReadonlyArray<Request>
}

export type RequestsOf = (context: Context, project: Project) => Promise<Requests>

export const label = ([method, path]: Request): string => `${method} ${path}`

export const ofCustom: RequestsOf = async (context, project) => {
  const propertyDefinitions = [
    { name: "a", dataType: "String" },
    { name: "b", dataType: "String" }
  ]
  const created = await createSet(context, project, { name: "S", propertyDefinitions })
  const path = `${sets(project)}/${created.number("id")}`
  const definition = `${path}/property/${created.number("propertyDefinitions", 0, "id")}`
  const unknownSet = `${sets(project)}/${number}`
  const body = { name: "c", dataType: "String" }
  return {
    reads: [base(project), `${base(project)}/property-definitions/${created.string("propertyDefinitions", 1, "guid")}`],
    writes: [
      ["POST", sets(project), { name: "T" }],
      ["PUT", path, { name: "U" }],
      ["POST", `${path}/property`, body],
      ["PUT", definition, { name: "d" }],
      ["DELETE", definition],
      ["DELETE", path]
    ],
    unknown: [
      ["PUT", unknownSet, { name: "U" }],
      ["POST", `${unknownSet}/property`, body],
      ["PUT", `${path}/property/${number}`, { name: "d" }],
      ["DELETE", `${path}/property/${number}`],
      ["DELETE", unknownSet]
    ]
  }
}

export const ofMaterials: RequestsOf = async (context, project) => {
  const path = `${project.path}/material-libraries`
  const library = `${path}/${status(await context.api.post(path, { name: "L" }), 201).string("guid")}`
  const made = status(await context.api.post(`${library}/materials`, { name: "M" }), 201)
  const material = `${library}/materials/${made.string("guid")}`
  const body = { name: "N" }
  return {
    reads: [path, library, material],
    writes: [
      ["POST", path, body],
      ["POST", `${library}/materials`, body],
      ["PUT", material, body],
      ["DELETE", material],
      ["DELETE", library]
    ],
    unknown: [
      ["POST", `${path}/${uuid}/materials`, body],
      ["PUT", `${library}/materials/${uuid}`, body],
      ["DELETE", `${library}/materials/${uuid}`],
      ["DELETE", `${path}/${uuid}`]
    ]
  }
}

export const ofLocations: RequestsOf = async (context, project) => {
  const path = `${project.path}/locations`
  const made = `${path}/${(await create(context, project, { name: "a" })).string("locationGuid")}`
  const unknown = `${path}/${guid("Conformance")}`
  return {
    reads: [path],
    writes: [
      ["POST", path, { name: "b" }],
      ["PUT", made, { name: "c" }],
      ["DELETE", made]
    ],
    unknown: [
      ["PUT", unknown, { name: "c" }],
      ["DELETE", unknown]
    ]
  }
}

/** A library with a code in it; the paths of both. */
export const libraryWithCode = async (context: Context, project: Project, body: object = {}) => {
  const path = `${project.path}/codifications`
  const library = `${path}/${status(await context.api.post(path, { name: "L" }), 201).string("guid")}`
  const codes = `${library}/codification`
  const made = status(await context.api.post(codes, { name: "n", identification: "1", ...body }), 201)
  return { path, library, codes, code: `${codes}/${made.string("guid")}`, guid: made.string("guid") }
}

export const ofCodes: RequestsOf = async (context, project) => {
  const { path, library, codes, code } = await libraryWithCode(context, project)
  return {
    reads: [path, library, code],
    writes: [
      ["POST", path, { name: "M" }],
      ["POST", codes, { name: "n", identification: "2" }],
      ["PUT", code, { name: "m" }],
      ["DELETE", code],
      ["DELETE", library]
    ],
    unknown: [
      ["POST", `${path}/${uuid}/codification`, { name: "n", identification: "2" }],
      ["PUT", `${codes}/${uuid}`, { name: "m" }],
      ["DELETE", `${codes}/${uuid}`],
      ["DELETE", `${path}/${uuid}`]
    ]
  }
}
