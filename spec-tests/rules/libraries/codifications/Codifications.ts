import type { Answer } from "../../../harness/Answer.ts"
import { same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { errorView } from "../../../harness/ErrorForms.ts"
import type { Project } from "../../../harness/Project.ts"
import { rules } from "../../../harness/Rule.ts"
import { code as codeResource } from "../every/CodeResources.ts"
import { shelfOf } from "../every/Resource.ts"

const rule = rules("specification Codifications")
const four = rules("contract 4")
const unknown = "11111111-2222-4333-8444-555555555555"

/** Creates a library, in a new project if none is given. */
export const fresh = async (context: Context, project?: Project) => {
  const shelf = await shelfOf(context, codeResource, project)
  const code = async (body: object): Promise<Answer> => (await shelf.make({ name: "n", ...body })).answer
  const { path: own } = shelf.owner!
  return { path: own.slice(0, own.lastIndexOf("/")), own, code, codes: shelf.path }
}

export const identifications = async (context: Context, library: string) =>
  status(await context.api.get(library), 200)
    .list("codes")
    .map(({ identification }) => identification)

export const codifications = [
  four("4-code-parents", "An unknown or foreign parentId or a cycle: 400", async (context) => {
    const { codes, code } = await fresh(context)
    const top = (await code({ identification: "1" })).string("guid")
    const below = await code({ identification: "1.1", parentId: top })
    same("parentId", below.at("parentId"), top)
    same("in any case", (await code({ identification: "1.2", parentId: top.toUpperCase() })).at("parentId"), top)
    const own = `${codes}/${below.string("guid")}`
    same("the same", status(await context.api.put(own, { parentId: top.toUpperCase() }), 200).body, below.body)
    same("null keeps it", status(await context.api.put(own, { parentId: null }), 200).body, below.body)
    const foreign = (await (await fresh(context)).code({ identification: "9" })).string("guid")
    for (const parentId of [unknown, foreign]) {
      errorView(await context.api.post(codes, { name: "n", identification: "x", parentId }), 400, "ReferenceNotFound")
    }
    for (const parentId of [top, top.toUpperCase(), below.string("guid")]) {
      errorView(await context.api.put(`${codes}/${top}`, { parentId }), 400, "InvalidHierarchy")
    }
    errorView(await context.api.post(codes, { name: "n", identification: "x", parentId: "abc" }), 400)
  }),
  four(
    "4-code-order",
    "codes are a flat list ordered by sort, then by identification; those without sort are last",
    async (context) => {
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
    }
  ),
  four("4-code-delete", "The children of a deleted code move to its parent", async (context) => {
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
    "Measure definitions are returned as they were sent; an update replaces them all",
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
  )
]
