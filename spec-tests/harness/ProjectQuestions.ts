import type { Answer, Json } from "./Answer.ts"
import { status } from "./Check.ts"
import type { Context } from "./Context.ts"
import { fixture, type Imported, importBytes } from "./Imports.ts"
import type { Project } from "./Project.ts"

/** A project with two models. */
export interface Plan {
  readonly project: Project
  /** The first of the list of models. */
  readonly bridge: Imported
  readonly house: Imported
}

/** Makes one. */
export const made = async (context: Context, name: string): Promise<Plan> => {
  const project = await context.newProject(name)
  const imported = async (modelName: string, file: "bridge.ifc" | "house.ifc") =>
    importBytes(context.api, project, await fixture(file), { modelName })
  return { project, house: await imported("house", "house.ifc"), bridge: await imported("Bridge", "bridge.ifc") }
}

/** Returns the project of the room, which no rule changes. */
export const plan = (context: Context): Promise<Plan> =>
  context.once("plan", () => made(context, "Questions to a project"))

/** Requests a page of the products of the project. */
export const ask = (
  context: Context,
  { project }: Pick<Plan, "project">,
  body: object,
  paging = "",
  client = context.api
): Promise<Answer> => client.post(`${project.path}/products/properties/query${paging}`, body)

export type Rows = ReadonlyArray<Readonly<Record<string, Json>>>

/** The rows of a page. */
export const rowsOf = async (answer: Promise<Answer>): Promise<Rows> => status(await answer, 200).list("result")

/** The rows that M4 gives. */
export const rowsOfModel = (context: Context, { path }: Imported, body: object): Promise<Rows> =>
  rowsOf(context.api.post(`${path}/products/properties/query`, body))

export const column = (rows: Rows, field: string) => rows.map((row) => row[field])
