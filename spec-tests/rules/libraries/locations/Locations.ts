import type { Answer } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import type { Project } from "../../../harness/Project.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { guid } from "../../../harness/Imports.ts"
import { rules } from "../../../harness/Rule.ts"

const rule = rules("specification Spatial locations")
const four = rules("contract 4")

const types = [
  "Site",
  "Building",
  "Floor",
  "Space",
  "Bridge",
  "MarineFacility",
  "Railway",
  "Road",
  "BridgePart",
  "FacilityPartCommon",
  "MarinePart",
  "RailwayPart",
  "RoadPart",
  "Facility",
  "ExternalSpatialElement"
]

/** A project of its own without locations. */
export const fresh = (context: Context): Promise<Project> => context.newProject("Locations")

/** Creates a location and returns the answer. */
export const create = async (context: Context, project: Project, body: object): Promise<Answer> =>
  status(await context.api.post(`${project.path}/locations`, body), 201)

/** All locations of a project. */
export const list = async (context: Context, project: Project): Promise<Answer> =>
  status(await context.api.get(`${project.path}/locations`), 200)

export const locations = [
  rule("locations-types", "type is one of fifteen words in any case; another is 400", async (context) => {
    const project = await fresh(context)
    await each(types, String, async (type) =>
      same("type", (await create(context, project, { type: type.toUpperCase() })).at("type"), type)
    )
    await each(
      ["Room", "", 3],
      String,
      async (type) => void problem(await context.api.post(`${project.path}/locations`, { type }), 400)
    )
  }),
  four("4-location-tree", "The flat list is in the order of creation, the tree nests children", async (context) => {
    const project = await fresh(context)
    const site = (await create(context, project, { name: "S", type: "Site" })).string("locationGuid")
    const other = (await create(context, project, { name: "T", type: "Site" })).string("locationGuid")
    const floor = (await create(context, project, { name: "F", type: "Floor", parentGuid: site })).string(
      "locationGuid"
    )
    const space = (await create(context, project, { name: "R", parentGuid: floor })).string("locationGuid")
    const answer = await list(context, project)
    same(
      "list",
      answer.list("locations").map(({ locationGuid }) => locationGuid),
      [site, other, floor, space]
    )
    same(
      "roots",
      answer.list("locationViews").map(({ locationGuid }) => locationGuid),
      [site, other]
    )
    same(
      "below",
      [
        answer.at("locationViews", 0, "children", 0, "locationGuid"),
        answer.at("locationViews", 0, "children", 0, "children", 0, "locationGuid")
      ],
      [floor, space]
    )
    same(
      "flat nodes have no children",
      answer.list("locations").filter((node) => "children" in node),
      []
    )
  }),
  rule(
    "locations-change",
    "PUT changes name, type and parent, keeps absent members, and returns the node with children",
    async (context) => {
      const project = await fresh(context)
      const site = (await create(context, project, { name: "S", type: "Site" })).string("locationGuid")
      const floor = (await create(context, project, { name: "F", type: "Floor" })).string("locationGuid")
      await create(context, project, { name: "R", parentGuid: floor })
      const path = `${project.path}/locations/${floor}`
      const moved = status(await context.api.put(path, { parentGuid: site }), 200)
      same(
        "moved",
        [moved.at("name"), moved.at("type"), moved.at("parentGuid"), moved.list("children").length],
        ["F", "Floor", site, 1]
      )
      const renamed = status(await context.api.put(path, { name: "G", type: "Building" }), 200)
      same("renamed", [renamed.at("name"), renamed.at("type"), renamed.at("parentGuid")], ["G", "Building", site])
      same("to the top", status(await context.api.put(path, { parentGuid: null }), 200).at("parentGuid") ?? null, null)
      same("roots", (await list(context, project)).list("locationViews").length, 2)
    }
  ),
  four(
    "4-location-parents",
    "An unknown parent, the location itself or a descendant as parent: 400",
    async (context) => {
      const project = await fresh(context)
      const path = `${project.path}/locations`
      const top = (await create(context, project, {})).string("locationGuid")
      const below = (await create(context, project, { parentGuid: top })).string("locationGuid")
      problem(await context.api.post(path, { parentGuid: guid("Conformance") }), 400, "ReferenceNotFound")
      problem(await context.api.post(path, { parentGuid: "abc" }), 400)
      const foreign = (await create(context, await fresh(context), {})).string("locationGuid")
      problem(await context.api.post(path, { parentGuid: foreign }), 400, "ReferenceNotFound")
      problem(await context.api.put(`${path}/${top}`, { parentGuid: top }), 400, "InvalidHierarchy")
      problem(await context.api.put(`${path}/${top}`, { parentGuid: below }), 400, "InvalidHierarchy")
      same(
        "nothing moved",
        (await list(context, project)).list("locationViews").map(({ locationGuid }) => locationGuid),
        [top]
      )
    }
  ),
  four("4-location-levels", "At most 64 levels", async (context) => {
    const project = await fresh(context)
    let parentGuid: string | null = null
    for (let level = 1; level <= 64; level++)
      parentGuid = (await create(context, project, { parentGuid })).string("locationGuid")
    problem(await context.api.post(`${project.path}/locations`, { parentGuid }), 400, "InvalidHierarchy")
    const loose = await create(context, project, {})
    problem(
      await context.api.put(`${project.path}/locations/${loose.string("locationGuid")}`, { parentGuid }),
      400,
      "InvalidHierarchy"
    )
  }),
  four("4-location-delete", "Deleting a location deletes its descendants", async (context) => {
    const project = await fresh(context)
    const kept = (await create(context, project, {})).string("locationGuid")
    const top = (await create(context, project, { parentGuid: kept })).string("locationGuid")
    const below = (await create(context, project, { parentGuid: top })).string("locationGuid")
    const path = `${project.path}/locations`
    same("body", status(await context.api.delete(`${path}/${top}`), 204).text, "")
    same(
      "left",
      (await list(context, project)).list("locations").map(({ locationGuid }) => locationGuid),
      [kept]
    )
    for (const gone of [top, below]) {
      problem(await context.api.delete(`${path}/${gone}`), 404)
      problem(await context.api.put(`${path}/${gone}`, { name: "x" }), 404)
    }
  }),
  four("4-location-parallel-moves", "Parallel moves never make a cycle", async (context) => {
    const project = await fresh(context)
    const a = (await create(context, project, { name: "a" })).string("locationGuid")
    const b = (await create(context, project, { name: "b" })).string("locationGuid")
    const move = (child: string, parentGuid: string | null) =>
      context.api.put(`${project.path}/locations/${child}`, { parentGuid })
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([move(a, b), move(b, a), move(a, b), move(b, a)])
      holds(
        "200 or 400",
        answers.every(({ status }) => status === 200 || status === 400),
        answers.map(({ status }) => status)
      )
      same("one root", (await list(context, project)).list("locationViews").length, 1)
      await Promise.all([move(a, null), move(b, null)])
    }
  })
]
