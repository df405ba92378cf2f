import { each, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { type Area, type Endpoint, fill, idsOf, label, ofArea } from "../../harness/Endpoints.ts"
import { inForm, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import type { Ids } from "../libraries/every/Resource.ts"
import { furnish, libraryAreas } from "../libraries/every/Resources.ts"

const ten = rules("contract 10", [])

/** A project with one object of every kind, given by the identifiers of paths; library and code differ by area. */
const furnished = (context: Context): Promise<(area: Area) => Ids> =>
  context.once("furnished", async () => {
    const project = await context.newProject("Furnished")
    const own: Ids = { project: project.id, member: context.subject }
    const made = new Map<Area, Ids>()
    for (const area of libraryAreas) {
      const ids = (await furnish(context, project, area)).map(([, { ids }]) => ids)
      made.set(area, Object.assign({}, own, ...ids) as Ids)
    }
    const query = status(await context.api.post(`${project.path}/queries`, { name: "Q", query: {} }), 201).number("id")
    made.set("saved queries", { ...own, query: String(query) })
    const house = await context.house
    const underModels = { ...own, project: house.project.id, model: house.modelId }
    return (area) => (area === "projects" ? own : (made.get(area) ?? underModels))
  })

const withBodies: ReadonlyArray<Area> = [
  "projects",
  "models",
  "products",
  "quantities",
  "saved queries",
  "codifications",
  "custom properties",
  "materials",
  "locations"
]

/** Endpoints of an area that read a body. The edits on M/products need a session first, so they are left out. */
const reading = (area: Area): ReadonlyArray<Endpoint> =>
  ofArea(area).filter(
    ({ method, path }) => (method === "POST" || method === "PUT") && !path.endsWith("/{model}/products")
  )

const slug = (area: Area): string => area.replaceAll(" ", "-")

export const bodyErrors = [
  ...withBodies.map((area) =>
    ten(
      `10-400-${slug(area)}`,
      `A bad body: 400 in the form of the specification's table (${area})`,
      async (context) => {
        const ids = (await furnished(context))(area)
        await each(reading(area), label, async ({ method, path, forms }) => {
          for (const body of ["{", "[]", '{"name":"a","name":"b"}']) {
            inForm(await context.api.raw(method, fill(path, ids), body), forms[400], 400)
          }
        })
      }
    )
  ),
  ...withBodies.map((area) =>
    ten(`10-415-${slug(area)}`, `Another media type: 415 ProblemDetails (${area})`, async (context) => {
      const ids = (await furnished(context))(area)
      await each(reading(area), label, async ({ method, path }) => {
        problem(await context.api.raw(method, fill(path, ids), "{}", "text/plain"), 415)
      })
    })
  ),
  ...withBodies
    .filter((area) => ofArea(area).some(({ path }) => idsOf(path).length > 1 && !path.includes("{model}")))
    .filter((area) => area !== "projects")
    .map((area) =>
      ten(
        `10-404-resource-${slug(area)}`,
        `An unknown resource of a known project: 404 in its form (${area})`,
        async (context) => {
          const { id } = await context.project
          const concerned = ofArea(area).filter(({ path }) => idsOf(path).length > 1)
          await each(concerned, label, async ({ method, path, forms }) => {
            inForm(await context.api.send(method, fill(path, { project: id })), forms[404], 404)
          })
        }
      )
    )
]
