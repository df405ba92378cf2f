import { each, holds, same, status } from "../../harness/Check.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { create, fresh, list } from "./Locations.ts"

const rule = rules("specification Spatial locations")
const four = rules("contract 4")
const twelve = rules("contract 2.12")

/** The members of every node; in the tree, and in the answers of POST and PUT, `children` besides. */
const members = ["locationGuid", "name", "projectId", "properties", "type"]

const without = (names: ReadonlyArray<string>, ...left: ReadonlyArray<string>) =>
  names.filter((name) => !left.includes(name)).toSorted()

export const locationChanges = [
  rule(
    "locations-members",
    "A node has the members of the specification and properties, no others",
    async (context) => {
      const project = await fresh(context)
      const top = await create(context, project, { name: "top" })
      const below = await create(context, project, { name: "below", parentGuid: top.string("locationGuid") })
      const changed = status(
        await context.api.put(`${project.path}/locations/${below.string("locationGuid")}`, { name: "low" }),
        200
      )
      for (const answer of [top, below, changed]) {
        same("answered", without(Object.keys(answer.object()), "parentGuid", "children"), members)
        same("children", answer.at("children"), [])
      }
      const answer = await list(context, project)
      for (const node of answer.list("locations")) same("listed", without(Object.keys(node), "parentGuid"), members)
      same("parentGuid", answer.at("locations", 1, "parentGuid"), top.string("locationGuid"))
      same("in the tree as it was answered", answer.at("locationViews", 0, "children", 0), changed.body)
    }
  ),
  rules("contract 2.2")(
    "2.2-locations-any-case",
    "Members match in any case and unknown ones are ignored; two spellings of one are 400",
    async (context) => {
      const project = await fresh(context)
      const path = `${project.path}/locations`
      const top = (
        await create(context, project, { NAME: "S", Type: "site", locationGuid: "mine", children: 3 })
      ).object()
      same("made", [top["name"], top["type"], top["children"]], ["S", "Site", []])
      const below = await create(context, project, { PARENTGUID: top["locationGuid"], projectId: "1" })
      same("placed", [below.at("parentGuid"), below.at("projectId")], [top["locationGuid"]!, project.id])
      const own = `${path}/${below.string("locationGuid")}`
      same("renamed", status(await context.api.put(own, { nAmE: "x", properties: [] }), 200).at("name"), "x")
      for (const body of [
        { name: "a", Name: "a" },
        { type: "Site", TYPE: "Site" }
      ]) {
        problem(await context.api.post(path, body), 400, "InvalidBody")
        problem(await context.api.put(own, body), 400, "InvalidBody")
      }
      same("locations", (await list(context, project)).list("locations").length, 2)
    }
  ),
  rules("contract 2.4")(
    "2.4-locations-segments",
    "Literal segments of locations match in any case, with one slash more too",
    async (context) => {
      const project = await fresh(context)
      const path = `/V1/Projects/${project.id}/LOCATIONS`
      const made = status(await context.api.post(`${path}/`, { name: "a" }), 201).string("locationGuid")
      same("changed", status(await context.api.put(`${path}/${made}/`, { name: "b" }), 200).at("name"), "b")
      same("listed", status(await context.api.get(path), 200).list("locations").length, 1)
      status(await context.api.delete(`${path}/${made}`), 204)
    }
  ),
  twelve(
    "2.12-location-texts",
    "A name is a text without NUL and lone surrogates, trimmed, on POST and PUT",
    async (context) => {
      const project = await fresh(context)
      const path = `${project.path}/locations`
      const own = `${path}/${(await create(context, project, { name: "kept" })).string("locationGuid")}`
      await each(
        ["a\u{0}", "\u{DC00}", "\u{D800}x", "n".repeat(256), 1, true, [], {}],
        (name) => JSON.stringify(name).slice(0, 20),
        async (name) => {
          problem(await context.api.post(path, { name }), 400, "InvalidBody")
          problem(await context.api.put(own, { name }), 400, "InvalidBody")
        }
      )
      same(
        "nothing was made or changed",
        (await list(context, project)).list("locations").map(({ name }) => name),
        ["kept"]
      )
      const longest = "\u{1F600}".repeat(100) + "n".repeat(155)
      for (const name of [` ${"n".repeat(255)} `, "\u{1F600} é", ""]) {
        same("created", (await create(context, project, { name })).at("name"), name.trim())
        same("changed", status(await context.api.put(own, { name }), 200).at("name"), name.trim())
      }
      same("characters are code points", (await create(context, project, { name: longest })).at("name"), longest)
    }
  ),
  twelve("locations-names-free", "Names of locations need not be unique, below one parent either", async (context) => {
    const project = await fresh(context)
    const parentGuid = (await create(context, project, { name: "one" })).string("locationGuid")
    const pair = [await create(context, project, { name: "one", parentGuid })]
    pair.push(await create(context, project, { name: "one", parentGuid }))
    const guids = [parentGuid, ...pair.map((answer) => answer.string("locationGuid"))]
    same("guids", new Set(guids).size, 3)
  }),
  rules("contract 2.13")("locations-post-null", "In a POST null is absent on every member", async (context) => {
    const made = await create(context, await fresh(context), { name: null, type: null, parentGuid: null })
    same("made", [made.at("name"), made.at("type"), made.at("parentGuid") ?? null], ["", "Space", null])
  }),
  rules("contract 2.13")(
    "locations-put-empty",
    "An empty PUT changes nothing and answers the location",
    async (context) => {
      const project = await fresh(context)
      const top = (await create(context, project, { name: "S", type: "Site" })).string("locationGuid")
      const made = await create(context, project, { name: "F", type: "Floor", parentGuid: top })
      const own = `${project.path}/locations/${made.string("locationGuid")}`
      same("answer", status(await context.api.put(own, {}), 200).body, made.body)
      same(
        "unknown members",
        status(await context.api.put(own, { colour: "red", locationGuid: top }), 200).body,
        made.body
      )
    }
  ),
  rules("contract 10")(
    "10-locations-pointers",
    "Each fault of a body is told with a pointer to its place",
    async (context) => {
      const project = await fresh(context)
      const path = `${project.path}/locations`
      const own = `${path}/${(await create(context, project, {})).string("locationGuid")}`
      const cases: ReadonlyArray<readonly [method: "post" | "put", path: string, body: object, pointer: string]> = [
        ["post", path, { name: 1 }, "/name"],
        ["post", path, { type: "Room" }, "/type"],
        ["post", path, { parentGuid: "abc" }, "/parentGuid"],
        ["put", own, { name: null }, "/name"],
        ["put", own, { type: null, name: "good" }, "/type"],
        ["put", own, { parentGuid: 7 }, "/parentGuid"]
      ]
      await each(
        cases,
        ([method, , body]) => `${method} ${JSON.stringify(body)}`,
        async ([method, path, body, pointer]) => {
          const faults = problem(await context.api[method](path, body), 400, "InvalidBody").list("errors")
          same("pointers", [...new Set(faults.map((fault) => fault["pointer"]))], [pointer])
          holds(
            "details",
            faults.every(({ detail }) => typeof detail === "string" && detail !== ""),
            faults
          )
        }
      )
    }
  ),
  four("4-location-put-whole", "A PUT that is refused changes nothing of the location", async (context) => {
    const project = await fresh(context)
    const path = `${project.path}/locations`
    const top = await create(context, project, { name: "T", type: "Site" })
    const below = (await create(context, project, { name: "B", parentGuid: top.string("locationGuid") })).string(
      "locationGuid"
    )
    const gone = (await create(context, project, {})).string("locationGuid")
    status(await context.api.delete(`${path}/${gone}`), 204)
    const before = (await list(context, project)).body
    const good = { name: "new", type: "Building" }
    const own = `${path}/${top.string("locationGuid")}`
    for (const parentGuid of [guid("Conformance"), gone]) {
      problem(await context.api.put(own, { ...good, parentGuid }), 400, "ReferenceNotFound")
      problem(await context.api.post(path, { ...good, parentGuid }), 400, "ReferenceNotFound")
    }
    for (const parentGuid of [below, top.string("locationGuid")])
      problem(await context.api.put(own, { ...good, parentGuid }), 400, "InvalidHierarchy")
    for (const parentGuid of ["", "abc", 3, top.string("locationGuid").slice(1)])
      problem(await context.api.put(own, { ...good, parentGuid }), 400, "InvalidBody")
    same("locations", (await list(context, project)).body, before)
  }),
  four("locations-foreign", "A location of another project is 404 on PUT and DELETE, and stays", async (context) => {
    const project = await fresh(context)
    const other = await fresh(context)
    const foreign = (await create(context, other, { name: "theirs" })).string("locationGuid")
    const before = (await list(context, other)).body
    problem(await context.api.put(`${project.path}/locations/${foreign}`, { name: "mine" }), 404, "NotFound")
    problem(await context.api.delete(`${project.path}/locations/${foreign}`), 404, "NotFound")
    same("theirs", (await list(context, other)).body, before)
    same("mine", (await list(context, project)).at("locations"), [])
  }),
  four("locations-no-single-read", "A single location has no GET: 405, Allow names PUT and DELETE", async (context) => {
    const project = await fresh(context)
    const own = `${project.path}/locations/${(await create(context, project, {})).string("locationGuid")}`
    for (const method of ["GET", "POST", "PATCH"]) {
      const allow = problem(await context.api.send(method, own), 405)
        .header("allow")
        .toUpperCase()
      same("Allow", [allow.includes("PUT"), allow.includes("DELETE"), allow.includes("GET")], [true, true, false])
    }
  })
]
