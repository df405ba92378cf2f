import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("specification Codifications")
const four = rules("contract 4")
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unknown = "11111111-2222-4333-8444-555555555555"

export const fresh = async (context: Context) => {
  const project = await context.newProject("Codifications")
  const path = `${project.path}/codifications`
  const own = `${path}/${status(await context.api.post(path, { name: "Own" }), 201).string("guid")}`
  const code = async (body: object): Promise<Answer> =>
    status(await context.api.post(`${own}/codification`, { name: "n", ...body }), 201)
  return { path, own, code, codes: `${own}/codification` }
}

export const identifications = async (context: Context, library: string) =>
  status(await context.api.get(library), 200)
    .list("codes")
    .map(({ identification }) => identification)

export const codifications = [
  rule(
    "codifications-library",
    "A library is created, listed without codes, read with them, and deleted",
    async (context) => {
      const project = await context.newProject("Codifications")
      const path = `${project.path}/codifications`
      same("empty list", status(await context.api.get(path), 200).body, { codificationLibraries: [] })
      const body = { name: " Own ", type: "t", uri: "https://a.example", description: "d", source: "s", edition: "e" }
      const created = status(await context.api.post(path, body), 201)
      const guid = matches("guid", created.at("guid"), uuid)
      const expected = {
        name: "Own",
        uri: "https://a.example",
        description: "d",
        source: "s",
        edition: "e",
        guid,
        modelGuid: "",
        group: "Project"
      }
      same("library", created.body, { ...expected, codes: [] })
      same("read", status(await context.api.get(`${path}/${guid.toUpperCase()}`), 200).body, created.body)
      same("listed", status(await context.api.get(path), 200).at("codificationLibraries"), [expected])
      same("body", status(await context.api.delete(`${path}/${guid}`), 204).text, "")
      problem(await context.api.get(`${path}/${guid}`), 404)
      problem(await context.api.delete(`${path}/${guid}`), 404)
      problem(await context.api.post(`${path}/${guid}/codification`, { name: "n", identification: "i" }), 404)
      same("list", status(await context.api.get(path), 200).at("codificationLibraries"), [])
    }
  ),
  rule(
    "codifications-library-bad",
    "A library needs a name; texts keep to their lengths: 400 ErrorView",
    async (context) => {
      const { path } = await fresh(context)
      const bad = [
        {},
        { name: "" },
        { name: null },
        { name: "n", uri: "u".repeat(2049) },
        { name: "n", description: "d".repeat(4001) },
        { name: "n", edition: 3 }
      ]
      await each(
        bad,
        (body) => JSON.stringify(body).slice(0, 40),
        async (body) => void errorView(await context.api.post(path, body), 400, "InvalidBody")
      )
    }
  ),
  rule("codifications-code", "A code is created, read, changed and deleted", async (context) => {
    const { codes, own } = await fresh(context)
    const created = status(
      await context.api.post(codes, { name: "Walls", identification: "21", description: "d", sort: 3 }),
      201
    )
    const guid = matches("guid", created.at("guid"), uuid)
    same("code", created.body, {
      identification: "21",
      name: "Walls",
      description: "d",
      guid,
      parentId: null,
      measureDefinitions: [],
      sort: 3,
      properties: []
    })
    same("read", status(await context.api.get(`${codes}/${guid.toUpperCase()}`), 200).body, created.body)
    same("in the library", status(await context.api.get(own), 200).at("codes"), [created.body])
    const changed = status(
      await context.api.put(`${codes}/${guid}`, { name: "All walls", identification: "21.1", sort: 4 }),
      200
    )
    same("changed", changed.body, { ...created.object(), name: "All walls", identification: "21.1", sort: 4 })
    same("body", status(await context.api.delete(`${codes}/${guid}`), 204).text, "")
    problem(await context.api.get(`${codes}/${guid}`), 404, undefined, "application/json")
    problem(await context.api.put(`${codes}/${guid}`, { name: "x" }), 404)
    problem(await context.api.delete(`${codes}/${guid}`), 404)
  }),
  rule("codifications-code-bad", "A code needs name and identification: 400 ErrorView", async (context) => {
    const { codes } = await fresh(context)
    const bad = [
      {},
      { name: "n" },
      { identification: "i" },
      { name: "n", identification: "" },
      { name: null, identification: "i" },
      { name: "n", identification: "i", sort: "first" }
    ]
    await each(
      bad,
      (body) => JSON.stringify(body),
      async (body) => void errorView(await context.api.post(codes, body), 400, "InvalidBody")
    )
  }),
  four("4-code-unique", "An identification taken in the library: 400 DuplicateName", async (context) => {
    const { codes, code, path } = await fresh(context)
    await code({ identification: "1" })
    const other = await code({ identification: "2" })
    errorView(await context.api.post(codes, { name: "n", identification: " 1 " }), 400, "DuplicateName")
    errorView(await context.api.put(`${codes}/${other.string("guid")}`, { identification: "1" }), 400, "DuplicateName")
    const second = status(await context.api.post(path, { name: "Second" }), 201).string("guid")
    status(await context.api.post(`${path}/${second}/codification`, { name: "n", identification: "1" }), 201)
    const racing = await Promise.all(
      Array.from({ length: 10 }, () => context.api.post(codes, { name: "n", identification: "race" }))
    )
    same("of ten at once one is made", racing.filter(({ status }) => status === 201).length, 1)
    same("the others are refused", racing.filter(({ status }) => status === 400).length, 9)
  }),
  four("4-code-parents", "An unknown or foreign parentId or a cycle: 400", async (context) => {
    const { codes, code } = await fresh(context)
    const top = (await code({ identification: "1" })).string("guid")
    const below = await code({ identification: "1.1", parentId: top })
    same("parentId", below.at("parentId"), top)
    const foreign = (await (await fresh(context)).code({ identification: "9" })).string("guid")
    for (const parentId of [unknown, foreign]) {
      errorView(await context.api.post(codes, { name: "n", identification: "x", parentId }), 400, "ReferenceNotFound")
    }
    for (const parentId of [top, below.string("guid")]) {
      errorView(await context.api.put(`${codes}/${top}`, { parentId }), 400, "InvalidHierarchy")
    }
    errorView(await context.api.post(codes, { name: "n", identification: "x", parentId: "abc" }), 400)
  }),
  rule(
    "codifications-null-keeps",
    "In a code's PUT null keeps the value; '' clears description and moves to the top",
    async (context) => {
      const { codes, code } = await fresh(context)
      const top = (await code({ identification: "1" })).string("guid")
      const created = await code({ identification: "1.1", parentId: top, description: "d", sort: 2 })
      const path = `${codes}/${created.string("guid")}`
      const nulls = {
        name: null,
        identification: null,
        parentId: null,
        description: null,
        measureDefinitions: null,
        sort: null
      }
      same("nulls", status(await context.api.put(path, nulls), 200).body, created.body)
      same("nothing", status(await context.api.put(path, {}), 200).body, created.body)
      const cleared = status(await context.api.put(path, { description: "", parentId: "" }), 200)
      same("cleared", [cleared.at("description"), cleared.at("parentId")], [undefined, null])
      errorView(await context.api.put(path, { name: "" }), 400, "InvalidBody")
    }
  ),
  four("4-code-order", "codes are flat, by sort, then by identification; without sort last", async (context) => {
    const { own, code } = await fresh(context)
    for (const [identification, sort] of [
      ["e", null],
      ["b", 2],
      ["d", null],
      ["c", 1],
      ["a", 2],
      ["f", 0]
    ] as const)
      await code({ identification, sort })
    same("order", await identifications(context, own), ["f", "c", "a", "b", "d", "e"])
  }),
  four("4-code-delete", "A deleted code's children move up to its parent", async (context) => {
    const { own, codes, code } = await fresh(context)
    const top = (await code({ identification: "1" })).string("guid")
    const middle = (await code({ identification: "1.1", parentId: top })).string("guid")
    await code({ identification: "1.1.1", parentId: middle })
    status(await context.api.delete(`${codes}/${middle}`), 204)
    const left = status(await context.api.get(own), 200).list("codes")
    same(
      "codes",
      left.map(({ identification, parentId }) => [identification, parentId]),
      [
        ["1", null],
        ["1.1.1", top]
      ]
    )
    status(await context.api.delete(`${codes}/${top}`), 204)
    same(
      "at the top",
      status(await context.api.get(own), 200)
        .list("codes")
        .map(({ parentId }) => parentId),
      [null]
    )
  }),
  rule(
    "codifications-measures",
    "Measure definitions come back as they were sent; an update replaces the set",
    async (context) => {
      const { codes, code } = await fresh(context)
      const measure = {
        id: "m1",
        hardcodedOptionName: "o",
        descriptionValue: "v",
        calculator: { type: "formula", description: "c", parameters: [{ name: "p", value: 1.5 }] },
        costCalculation: { name: "n", label: "l", description: "d", type: "t" },
        unit: "m2"
      }
      const created = await code({ identification: "1", measureDefinitions: [measure, { id: "m2" }] })
      same("first", created.at("measureDefinitions", 0), measure)
      same("count", created.list("measureDefinitions").length, 2)
      const path = `${codes}/${created.string("guid")}`
      const replaced = status(await context.api.put(path, { measureDefinitions: [{ id: "m3", unit: "kg" }] }), 200)
      same(
        "replaced",
        replaced.list("measureDefinitions").map(({ id, unit }) => [id, unit]),
        [["m3", "kg"]]
      )
      same("emptied", status(await context.api.put(path, { measureDefinitions: [] }), 200).at("measureDefinitions"), [])
    }
  ),
  rule("codifications-foreign", "A code of another library, a library of another project: 404", async (context) => {
    const { path, code } = await fresh(context)
    const other = await fresh(context)
    const guid = (await code({ identification: "1" })).string("guid")
    const second = status(await context.api.post(path, { name: "Second" }), 201).string("guid")
    problem(await context.api.get(`${path}/${second}/codification/${guid}`), 404, undefined, "application/json")
    problem(await context.api.put(`${path}/${second}/codification/${guid}`, { name: "x" }), 404)
    problem(await context.api.delete(`${path}/${second}/codification/${guid}`), 404)
    problem(await context.api.get(`${other.path}/${second}`), 404)
    holds("an unknown library", (await context.api.get(`${path}/${unknown}`)).status === 404)
  })
]
