import { alphabetical, each, holds, same, status } from "../../../harness/Check.ts"
import { errorView } from "../../../harness/ErrorForms.ts"
import { importModel } from "../../../harness/Imports.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { takeSteps } from "../every/VersionSteps.ts"
import { fresh, identifications } from "./Codifications.ts"

const rule = rules("specification Codifications")
const four = rules("contract 4")
const fourOperating = rules("contract 4", operating)

export const codeTrees = [
  four(
    "4-code-order-ties",
    "Codes with equal sort, or without, are ordered by identification: lower-cased, then by code points",
    async (context) => {
      const { own, code } = await fresh(context)
      const texts = ["b", "B", "a10", "a9", "A", "\u{FB00}", "\u{1F600}", "\u{E9}", "Z", "_", "1.10", "1.2"]
      for (const sort of [null, 0, 1e-3, -2.5]) {
        for (const text of texts) await code({ identification: `${text}/${sort}`, sort })
      }
      const expected = [-2.5, 0, 1e-3, null].flatMap((sort) => alphabetical(texts.map((text) => `${text}/${sort}`)))
      same("order", await identifications(context, own), expected)
    }
  ),
  four(
    "4-code-order-changes",
    "A changed sort or identification moves the code, a changed parent does not",
    async (context) => {
      const { own, codes, code } = await fresh(context)
      const guids: Record<string, string> = {}
      for (const [i, identification] of ["a", "b", "c", "d"].entries())
        guids[identification] = (await code({ identification, sort: i < 3 ? 10 : null })).string("guid")
      const put = async (of: string, body: object) => status(await context.api.put(`${codes}/${guids[of]}`, body), 200)
      await put("c", { sort: 1 })
      same("c first", await identifications(context, own), ["c", "a", "b", "d"])
      await put("a", { identification: "x" })
      same("a is x", await identifications(context, own), ["c", "b", "x", "d"])
      await put("d", { sort: 10 })
      same("d has a sort", await identifications(context, own), ["c", "b", "d", "x"])
      await put("b", { parentId: guids["d"] })
      same("b lies below d", await identifications(context, own), ["c", "b", "d", "x"])
    }
  ),
  four(
    "4-code-hierarchy",
    "A hierarchy may have 100 levels: cycles of any length are 400 InvalidHierarchy, and a branch is moved as a whole",
    async (context) => {
      const { own, codes, code } = await fresh(context)
      const guids: Array<string> = []
      for (let i = 0; i < 100; i++) {
        const parentId = guids.at(-1) ?? null
        guids.push((await code({ identification: String(i).padStart(3, "0"), parentId })).string("guid"))
      }
      const parents = async () =>
        status(await context.api.get(own), 200)
          .list("codes")
          .map(({ parentId }) => parentId)
      const chain = [null, ...guids.slice(0, -1)]
      same("parents", await parents(), chain)
      for (const [at, below] of [
        [0, 0],
        [0, 1],
        [0, 99],
        [40, 99]
      ] as const)
        errorView(await context.api.put(`${codes}/${guids[at]}`, { parentId: guids[below] }), 400, "InvalidHierarchy")
      same("nothing moved", await parents(), chain)
      const moved = status(await context.api.put(`${codes}/${guids[50]}`, { parentId: "" }), 200)
      same("to the top", moved.at("parentId"), null)
      const turned = status(await context.api.put(`${codes}/${guids[0]}`, { parentId: guids[99] }), 200)
      same("turned round", turned.at("parentId"), guids[99])
      same("all there", await parents(), chain.with(50, null).with(0, guids[99]!))
    }
  ),
  rule(
    "codifications-measures-bare",
    "Every member of a measure definition is optional, and null and unknown ones are ignored; amounts may be negative or fractions",
    async (context) => {
      const { codes, code } = await fresh(context)
      const sent: ReadonlyArray<object> = [
        {},
        { id: null, unit: null, calculator: null, costCalculation: null, descriptionValue: null },
        { calculator: { type: null, parameters: [] }, costCalculation: {} },
        { calculator: { parameters: [{}, { name: "a" }, { value: -0.25, more: 1 }, { name: "", value: 1e21 }], x: 1 } },
        { id: "same" },
        { id: "same", unit: "", colour: "red" }
      ]
      const made = await code({ identification: "1", measureDefinitions: sent })
      const path = `${codes}/${made.string("guid")}`
      same("read as it was answered", status(await context.api.get(path), 200).body, made.body)
      const parameters = [{}, { name: "a" }, { value: -0.25 }, { name: "", value: 1e21 }]
      const expected = sent
        .with(1, {})
        .with(2, { calculator: { parameters: [] }, costCalculation: {} })
        .with(3, { calculator: { parameters } })
        .with(5, { id: "same", unit: "" })
      same("measures", made.at("measureDefinitions"), expected)
      same("emptied", status(await context.api.put(path, { measureDefinitions: [] }), 200).at("measureDefinitions"), [])
      const many = Array.from({ length: 1000 }, (_, i) => ({ id: `m${i}` }))
      same(
        "1,000",
        status(await context.api.put(path, { measureDefinitions: many }), 200).at("measureDefinitions"),
        many
      )
    }
  ),
  rule(
    "codifications-measures-bad",
    "A measure definition of wrong types, too long texts or lists, or numbers that are not finite: 400 InvalidBody",
    async (context) => {
      const { codes, code } = await fresh(context)
      const made = await code({ identification: "1", measureDefinitions: [{ id: "kept" }] })
      const path = `${codes}/${made.string("guid")}`
      const calculator = (parameters: unknown) => [{ calculator: { parameters } }]
      const long = Array.from({ length: 1001 }, () => ({}))
      const bad: ReadonlyArray<unknown> = [
        {},
        "m",
        [1],
        [null],
        long,
        calculator(long),
        calculator([{ value: "1" }]),
        calculator([{ name: 1 }]),
        calculator({}),
        [{ calculator: [] }],
        [{ costCalculation: "c" }],
        [{ unit: "u".repeat(65) }],
        [{ id: "i".repeat(256) }],
        [{ hardcodedOptionName: "o".repeat(256) }],
        [{ costCalculation: { label: "l".repeat(256) } }],
        [{ costCalculation: { description: "d".repeat(4001) } }],
        [{ calculator: { description: "d".repeat(4001) } }],
        [{ calculator: { type: "\u{0}" } }]
      ]
      await each(
        bad,
        (measures) => JSON.stringify(measures).slice(0, 60),
        async (measureDefinitions) => {
          errorView(await context.api.put(path, { measureDefinitions }), 400, "InvalidBody")
          const body = { name: "n", identification: "2", measureDefinitions }
          errorView(await context.api.post(codes, body), 400, "InvalidBody")
        }
      )
      for (const body of [
        '{"sort":1e999}',
        '{"measureDefinitions":[{"calculator":{"parameters":[{"value":-1e999}]}}]}'
      ])
        errorView(await context.api.raw("PUT", path, body), 400, "InvalidBody")
      same("kept", status(await context.api.get(path), 200).body, made.body)
      const units = [{ unit: "u".repeat(64), id: "i".repeat(255) }]
      holds("the longest", status(await context.api.put(path, { measureDefinitions: units }), 200).status === 200)
    }
  ),
  fourOperating(
    "4-shared-code-moves",
    "Each move of a code makes new versions; a refused move or one without effect makes none",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Versions of codes"), "shed.ifc")
      const { codes, code } = await fresh(context, model.project)
      const top = (await code({ identification: "1", sort: 1.5 })).string("guid")
      const low = (await code({ identification: "2" })).string("guid")
      const to = (parentId: string) => () => context.api.put(`${codes}/${low}`, { parentId })
      const cycle = () => context.api.put(`${codes}/${top}`, { parentId: top })
      const same = { name: " n ", identification: "1", parentId: "", sort: 1.5, measureDefinitions: [] }
      await takeSteps(context, model, [
        ["the same", () => context.api.put(`${codes}/${top}`, same), 200, false],
        ["a parent", to(top), 200, true],
        ["the same parent", to(top.toUpperCase()), 200, false],
        ["a cycle", cycle, 400, false],
        ["to the top", to(""), 200, true],
        ["to the top again", to(""), 200, false]
      ])
    }
  )
]
