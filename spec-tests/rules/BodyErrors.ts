import { each, same, status } from "../harness/Check.ts"
import type { Context } from "../harness/Context.ts"
import { type Area, type Endpoint, fill, idsOf, label, ofArea } from "../harness/Endpoints.ts"
import { inForm, problem } from "../harness/ErrorForms.ts"
import { rules } from "../harness/Rule.ts"

const ten = rules("contract 10")
const idempotent = rules("contract 2.10")

type Ids = Readonly<Record<string, string>>

/** A project with one thing of every kind, as identifiers of paths; library and code differ by area. */
const furnished = (context: Context): Promise<(area: Area) => Ids> =>
  context.once("furnished", async () => {
    const { api } = context
    const { id, path } = await context.newProject("Furnished")
    const made = async (rest: string, body: object) => status(await api.post(path + rest, body), 201)
    const set = await made("/customProperties/property-sets", {
      name: "S",
      propertyDefinitions: [{ name: "d", dataType: "String" }]
    })
    const materials = (await made("/material-libraries", { name: "M" })).string("guid")
    const material = (await made(`/material-libraries/${materials}/materials`, { name: "m" })).string("guid")
    const codes = (await made("/codifications", { name: "C" })).string("guid")
    const code = (await made(`/codifications/${codes}/codification`, { name: "c", identification: "1" })).string("guid")
    const location = (await made("/locations", { name: "L" })).string("locationGuid")
    const house = await context.house
    const shared = {
      project: id,
      member: context.subject,
      set: String(set.number("id")),
      definition: String(set.number("propertyDefinitions", 0, "id")),
      material,
      code,
      location
    }
    const underModels = { ...shared, project: house.project.id, model: house.modelId }
    return (area: Area): Ids => {
      if (area === "codifications") return { ...shared, library: codes }
      if (area === "materials") return { ...shared, library: materials }
      return area === "projects" || area === "custom properties" || area === "locations" ? shared : underModels
    }
  })

const withBodies: ReadonlyArray<Area> = [
  "projects",
  "models",
  "products",
  "quantities",
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

/** Everything that a POST creates in the four library areas, with a body that is good. */
const creations: ReadonlyArray<readonly [Area, string, object]> = [
  ["locations", "/v1/projects/{project}/locations", { name: "Once" }],
  ["custom properties", "/v1/projects/{project}/customProperties/property-sets", { name: "Once" }],
  [
    "custom properties",
    "/v1/projects/{project}/customProperties/property-sets/{set}/property",
    { name: "Once", dataType: "String" }
  ],
  ["materials", "/v1/projects/{project}/material-libraries", { name: "Once" }],
  ["materials", "/v1/projects/{project}/material-libraries/{library}/materials", { name: "Once" }],
  ["codifications", "/v1/projects/{project}/codifications", { name: "Once" }],
  [
    "codifications",
    "/v1/projects/{project}/codifications/{library}/codification",
    { name: "Once", identification: "once" }
  ]
]

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
    ),
  idempotent(
    "2.10-every-creation",
    "Every POST that creates something keeps its answer under the key",
    async (context) => {
      const ids = await furnished(context)
      await each(
        creations,
        ([, path]) => path,
        async ([area, path, body]) => {
          const key = { "idempotency-key": crypto.randomUUID() }
          const first = status(await context.api.post(fill(path, ids(area)), body, key), 201)
          same("again", status(await context.api.post(fill(path, ids(area)), body, key), 201).body, first.body)
          inForm(
            await context.api.post(fill(path, ids(area)), { ...body, description: "other" }, key),
            area === "codifications" ? "view" : "problem",
            400,
            "IdempotencyKeyReused"
          )
        }
      )
    }
  )
]
