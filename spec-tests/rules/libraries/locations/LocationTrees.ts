import { type Answer, type JsonObject, textOf } from "../../../harness/Answer.ts"
import { holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { guid, importModel } from "../../../harness/Imports.ts"
import type { Project } from "../../../harness/Project.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { takeSteps } from "../every/VersionSteps.ts"
import { create, fresh, list } from "./Locations.ts"

const four = rules("contract 4")
const fourOperating = rules("contract 4", operating)

/** The guids of a tree's nodes with those of the node above, from the top down. */
const edges = (nodes: ReadonlyArray<JsonObject>): ReadonlyArray<readonly [guid: string, parent: string | null]> => {
  const found: Array<readonly [string, string | null]> = []
  const waiting = nodes.map((node) => [node, null as string | null] as const).toReversed()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, parent] = next
    const guid = textOf(node["locationGuid"])
    found.push([guid, parent])
    const children = node["children"] as ReadonlyArray<JsonObject>
    for (const child of children.toReversed()) waiting.push([child, guid])
  }
  return found
}

/** Fails unless tree and flat list have the same locations, each once, with the same parents. Returns the parents. */
export const agrees = (answer: Answer): ReadonlyMap<string, string | null> => {
  const flat = answer
    .list("locations")
    .map(
      ({ locationGuid, parentGuid }) =>
        [textOf(locationGuid), typeof parentGuid === "string" ? parentGuid : null] as const
    )
  const tree = edges(answer.list("locationViews"))
  const parents = new Map(flat)
  same("each is listed once", parents.size, flat.length)
  same("each is in the tree once", [new Set(tree.map(([guid]) => guid)).size, tree.length], [flat.length, flat.length])
  for (const [guid, parent] of tree) same(`parent of ${guid}`, parent, parents.get(guid) ?? null)
  return parents
}

/** Makes locations each below the one before, the first below `parentGuid`; their guids. */
export const chain = async (context: Context, project: Project, length: number, parentGuid: string | null = null) => {
  const guids: Array<string> = []
  for (let i = 0; i < length; i++) {
    const body = { name: `level ${i + 1}`, parentGuid: guids.at(-1) ?? parentGuid }
    guids.push((await create(context, project, body)).string("locationGuid"))
  }
  return guids
}

export const move = (context: Context, project: Project, guid: string, parentGuid: string | null): Promise<Answer> =>
  context.api.put(`${project.path}/locations/${guid}`, { parentGuid })

export const locationTrees = [
  four(
    "4-location-put-children",
    "PUT returns the location with all its descendants, which move with it",
    async (context) => {
      const project = await fresh(context)
      const [top, middle, low] = await chain(context, project, 3)
      const twin = (await create(context, project, { parentGuid: middle })).string("locationGuid")
      const other = (await create(context, project, { name: "other" })).string("locationGuid")
      const moved = status(await move(context, project, middle!, other), 200)
      same("answer", edges([moved.object()]), [
        [middle!, null],
        [low!, middle!],
        [twin, middle!]
      ])
      const answer = await list(context, project)
      const parents = agrees(answer)
      same(
        "parents",
        [...parents],
        [
          [top!, null],
          [middle!, other],
          [low!, middle!],
          [twin, middle!],
          [other, null]
        ]
      )
      same("in the tree as it was answered", answer.at("locationViews", 1, "children", 0), moved.body)
      const { children: _, ...node } = moved.object()
      same("in the list without children", answer.at("locations", 1), node)
    }
  ),
  four("4-location-order", "List, roots and children keep the order of creation", async (context) => {
    const project = await fresh(context)
    const guids: Array<string> = []
    for (const name of ["z", "a", "m", "b", "y"])
      guids.push((await create(context, project, { name })).string("locationGuid"))
    const [z, a, m, b, y] = guids
    for (const guid of [y, a, m]) status(await move(context, project, guid!, z!), 200)
    status(await context.api.put(`${project.path}/locations/${b}`, { name: "0", type: "Site" }), 200)
    const answer = await list(context, project)
    same(
      "list",
      answer.list("locations").map(({ locationGuid }) => locationGuid),
      guids
    )
    same("tree", edges(answer.list("locationViews")), [
      [z!, null],
      [a!, z!],
      [m!, z!],
      [y!, z!],
      [b!, null]
    ])
    status(await move(context, project, a!, null), 200)
    const roots = (await list(context, project)).list("locationViews").map(({ locationGuid }) => locationGuid)
    same("roots", roots, [z!, a!, b!])
  }),
  four("4-location-cycles", "A parent below the location at any level: 400 InvalidHierarchy", async (context) => {
    const project = await fresh(context)
    const guids = await chain(context, project, 20)
    const before = (await list(context, project)).body
    for (const below of [1, 2, 10, 19])
      problem(await move(context, project, guids[0]!, guids[below]!), 400, "InvalidHierarchy")
    problem(await move(context, project, guids[5]!, guids[19]!), 400, "InvalidHierarchy")
    same("locations", (await list(context, project)).body, before)
    status(await move(context, project, guids[10]!, null), 200)
    status(await move(context, project, guids[0]!, guids[19]!), 200)
    same("turned round", agrees(await list(context, project)).get(guids[0]!), guids[19]!)
  }),
  four(
    "4-location-levels-moves",
    "A move counts the levels of all descendants: at most 64 in total",
    async (context) => {
      const project = await fresh(context)
      const long = await chain(context, project, 60)
      const short = await chain(context, project, 5)
      problem(await move(context, project, short[0]!, long[59]!), 400, "InvalidHierarchy")
      status(await move(context, project, short[0]!, long[58]!), 200)
      problem(await move(context, project, long[59]!, short[4]!), 400, "InvalidHierarchy")
      const top = (await create(context, project, { name: "over all" })).string("locationGuid")
      problem(await move(context, project, long[0]!, top), 400, "InvalidHierarchy")
      status(await context.api.delete(`${project.path}/locations/${short[4]}`), 204)
      const moved = status(await move(context, project, long[0]!, top), 200)
      same("moved", edges([moved.object()]).length, 64)
      same("locations", agrees(await list(context, project)).size, 65)
    }
  ),
  four("4-location-delete-apart", "A deletion removes all descendants, and nothing else", async (context) => {
    const project = await fresh(context)
    const kept = await chain(context, project, 3)
    const gone = await chain(context, project, 12, kept[1])
    const twins = await Promise.all([1, 2, 3].map(() => create(context, project, { parentGuid: gone[4] })))
    const stays = await chain(context, project, 2, gone[11])
    status(await move(context, project, stays[0]!, kept[2]!), 200)
    status(await context.api.delete(`${project.path}/locations/${gone[0]}`), 204)
    const left = agrees(await list(context, project))
    same("left", [...left.keys()].toSorted(), [...kept, ...stays].toSorted())
    for (const guid of [gone[11]!, ...twins.map((answer) => answer.string("locationGuid"))])
      problem(await context.api.delete(`${project.path}/locations/${guid}`), 404, "NotFound")
    status(await context.api.delete(`${project.path}/locations/${stays[1]}`), 204)
    holds("a leaf goes alone", agrees(await list(context, project)).has(stays[0]!))
  }),
  fourOperating(
    "4-shared-moves",
    "Each move of a location makes new versions; a refused move or one without effect makes none; imported ones too",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Versions of locations"), "shed.ifc")
      const { api } = context
      const path = `${model.project.path}/locations`
      const [parent, child] = await chain(context, model.project, 2)
      const [own, imported] = [`${path}/${child}`, `${path}/${guid("ShedGround")}`]
      const to = (parentGuid: string | null) => () => move(context, model.project, child!, parentGuid)
      await takeSteps(context, model, [
        ["create, refused", () => api.post(path, { parentGuid: guid("Conformance") }), 400, false],
        ["the same", () => api.put(own, { name: " level 2 ", type: "space", parentGuid: parent }), 200, false],
        ["a move", to(guid("ShedGround")), 200, true],
        ["to the top", to(null), 200, true],
        ["to the top again", to(null), 200, false],
        ["a cycle", to(child!), 400, false],
        ["an imported one, the same", () => api.put(imported, { name: "Ground", type: "Floor" }), 200, false],
        ["an imported one", () => api.put(imported, { name: "Level 0" }), 200, true]
      ])
    }
  )
]
