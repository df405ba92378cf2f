import { each, holds, same, status } from "../../harness/Check.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { fresh } from "./Codifications.ts"

const rule = rules("specification Codifications")
const four = rules("contract 4")
const unknown = "11111111-2222-4333-8444-555555555555"

export const codificationBodies = [
  rule(
    "codifications-bare",
    "A library needs a name alone, a code name and identification; null is absent; what has no value is absent",
    async (context) => {
      const { path, own, codes } = await fresh(context)
      const nulls = { type: null, uri: null, description: null, source: null, edition: null }
      for (const body of [{ name: "L" }, { name: "L", ...nulls }]) {
        const made = status(await context.api.post(path, body), 201)
        same("library", made.body, { name: "L", guid: made.string("guid"), modelGuid: "", group: "Project", codes: [] })
      }
      const none = { parentId: null, description: null, measureDefinitions: null, sort: null }
      const expected = { name: "n", parentId: null, measureDefinitions: [], properties: [] }
      for (const [identification, more] of [
        ["1", {}],
        ["2", none]
      ] as const) {
        const made = status(await context.api.post(codes, { name: "n", identification, ...more }), 201)
        same("code", made.body, { ...expected, identification, guid: made.string("guid") })
      }
      same("in the library", status(await context.api.get(own), 200).list("codes").length, 2)
    }
  ),
  rules("contract 2.14")(
    "codifications-order",
    "Libraries are listed in the order of creation, without codes; changes in them move none",
    async (context) => {
      const { path, own, code } = await fresh(context)
      for (const name of ["zinc", "Alpha", "beta"]) status(await context.api.post(path, { name }), 201)
      await code({ identification: "1" })
      const listed = status(await context.api.get(path), 200).list("codificationLibraries")
      same(
        "names",
        listed.map(({ name }) => name),
        ["Own", "zinc", "Alpha", "beta"]
      )
      const { codes, ...rest } = status(await context.api.get(own), 200).object()
      same("as it is read, without its code", [listed[0], (codes as ReadonlyArray<object>).length], [rest, 1])
    }
  ),
  rules("contract 2.12")(
    "codifications-names-free",
    "Names of libraries and of codes need not be unique",
    async (context) => {
      const { path, own, code } = await fresh(context)
      const second = status(await context.api.post(path, { name: "Own" }), 201).string("guid")
      holds("a guid of its own", !own.endsWith(second))
      const guids = [await code({ identification: "1" }), await code({ identification: "2" })].map((made) =>
        made.at("guid")
      )
      same("codes", new Set(guids).size, 2)
    }
  ),
  rules("contract 2.2")(
    "2.2-codifications-any-case",
    "Members of libraries, codes and measures match in any case, unknown ones are ignored; two spellings are 400",
    async (context) => {
      const { path, codes, code } = await fresh(context)
      const library = status(await context.api.post(path, { NAME: "L", Edition: "1", guid: unknown, codes: [{}] }), 201)
      same("library", [library.at("edition"), library.at("codes")], ["1", []])
      holds("a guid of its own", library.at("guid") !== unknown)
      const top = (await code({ identification: "0" })).string("guid")
      const sent = {
        NAME: "n",
        Identification: "1",
        PARENTID: top,
        Sort: 4,
        MeasureDefinitions: [
          {
            ID: "m",
            Calculator: { TYPE: "formula", Parameters: [{ Name: "p", VALUE: 2, more: 1 }], x: 1 },
            colour: "red"
          },
          { COSTcalculation: { Label: "l", extra: {} }, Unit: "m2" }
        ],
        properties: [{ set: "s" }]
      }
      const made = status(await context.api.post(codes, sent), 201)
      same("code", made.body, {
        name: "n",
        identification: "1",
        parentId: top,
        sort: 4,
        guid: made.string("guid"),
        properties: [],
        measureDefinitions: [
          { id: "m", calculator: { type: "formula", parameters: [{ name: "p", value: 2 }] } },
          { costCalculation: { label: "l" }, unit: "m2" }
        ]
      })
      const own = `${codes}/${made.string("guid")}`
      same("changed", status(await context.api.put(own, { nAMe: "m", URI: "u" }), 200).body, {
        ...made.object(),
        name: "m"
      })
      errorView(await context.api.post(path, { name: "a", Name: "a" }), 400, "InvalidBody")
      errorView(await context.api.put(own, { sort: 1, Sort: 1 }), 400, "InvalidBody")
      errorView(await context.api.put(own, { measureDefinitions: [{ unit: "m", UNIT: "m" }] }), 400, "InvalidBody")
    }
  ),
  rules("contract 2.4")(
    "2.4-codifications-segments",
    "Literal segments of codifications match in any case, with one slash more too",
    async (context) => {
      const project = await context.newProject("Segments of codes")
      const path = `/V1/PROJECTS/${project.id}/Codifications`
      const own = `${path}/${status(await context.api.post(`${path}/`, { name: "L" }), 201).string("guid")}`
      const body = { name: "n", identification: "1" }
      const code = status(await context.api.post(`${own}/CODIFICATION/`, body), 201).string("guid")
      status(await context.api.get(`${own}/Codification/${code}/`), 200)
      status(await context.api.put(`${own}/codificatioN/${code}`, { name: "m" }), 200)
      status(await context.api.delete(`${own}/Codification/${code}`), 204)
      status(await context.api.delete(`${own}/`), 204)
    }
  ),
  rules("contract 2.12")(
    "2.12-codifications-limits",
    "Texts keep to their lengths on creating and changing, the longest are taken; NUL and lone surrogates are 400",
    async (context) => {
      const { path, codes, code } = await fresh(context)
      const own = `${codes}/${(await code({ identification: "own" })).string("guid")}`
      const ofLibrary = { name: 255, type: 255, uri: 2048, description: 4000, source: 255, edition: 255 }
      await each(Object.entries(ofLibrary), String, async ([member, limit]) => {
        const body = { name: "n", [member]: "x".repeat(limit) }
        status(await context.api.post(path, body), 201)
        for (const bad of ["x".repeat(limit + 1), "a\u{0}", "\u{DC00}", 1])
          errorView(await context.api.post(path, { ...body, [member]: bad }), 400, "InvalidBody")
      })
      const ofCode = { name: 255, identification: 255, description: 4000 }
      await each(Object.entries(ofCode), String, async ([member, limit]) => {
        const body = { name: "n", identification: `of ${member}`, [member]: "x".repeat(limit) }
        status(await context.api.post(codes, body), 201)
        for (const bad of ["x".repeat(limit + 1), "a\u{0}", "\u{D800}", {}]) {
          errorView(
            await context.api.post(codes, { ...body, identification: "bad", [member]: bad }),
            400,
            "InvalidBody"
          )
          errorView(await context.api.put(own, { [member]: bad }), 400, "InvalidBody")
        }
      })
      for (const blank of ["", "  "]) {
        errorView(await context.api.put(own, { identification: blank }), 400, "InvalidBody")
        errorView(await context.api.put(own, { name: blank }), 400, "InvalidBody")
        errorView(await context.api.post(codes, { name: blank, identification: "bad" }), 400, "InvalidBody")
      }
      const trimmed = status(await context.api.put(own, { name: " m ", identification: "\t2 " }), 200)
      same("trimmed", [trimmed.at("name"), trimmed.at("identification")], ["m", "2"])
    }
  ),
  rules("contract 2.5")(
    "codifications-library-put",
    "A library cannot be changed: PUT is 405, with Allow",
    async (context) => {
      const { own } = await fresh(context)
      const allow = problem(await context.api.put(own, { name: "Other" }), 405)
        .header("allow")
        .toUpperCase()
      same("Allow", [allow.includes("GET"), allow.includes("DELETE"), allow.includes("PUT")], [true, true, false])
    }
  ),
  rules("contract 3")(
    "codifications-guid-any-case",
    "Guids of libraries and codes are accepted in any case, in paths and as parentId, and answered in lower case",
    async (context) => {
      const { path, own } = await fresh(context)
      const shouted = `${path}/${own.slice(path.length + 1).toUpperCase()}`
      const codes = `${shouted}/codification`
      const top = status(await context.api.post(codes, { name: "n", identification: "1" }), 201).string("guid")
      const body = { name: "n", identification: "2", parentId: top.toUpperCase() }
      const low = status(await context.api.post(codes, body), 201)
      same("parentId", low.at("parentId"), top)
      const code = `${codes}/${low.string("guid").toUpperCase()}`
      same("read", status(await context.api.get(code), 200).body, low.body)
      same("changed", status(await context.api.put(code, { parentId: top.toUpperCase() }), 200).body, low.body)
      errorView(await context.api.put(`${codes}/${top}`, { parentId: top.toUpperCase() }), 400, "InvalidHierarchy")
      status(await context.api.delete(code), 204)
      same("library", status(await context.api.get(shouted), 200).list("codes").length, 1)
      status(await context.api.delete(shouted), 204)
      problem(await context.api.get(own), 404, "NotFound")
    }
  ),
  rule(
    "codifications-delete-apart",
    "Deleting a library takes its codes, and nothing of another library",
    async (context) => {
      const { path, own, codes, code } = await fresh(context)
      const top = (await code({ identification: "1" })).string("guid")
      const below = (await code({ identification: "2", parentId: top })).string("guid")
      const second = `${path}/${status(await context.api.post(path, { name: "Second" }), 201).string("guid")}`
      const kept = status(await context.api.post(`${second}/codification`, { name: "n", identification: "1" }), 201)
      status(await context.api.delete(own), 204)
      for (const guid of [top, below]) {
        problem(await context.api.get(`${codes}/${guid}`), 404, "NotFound", "application/json")
        problem(await context.api.get(`${second}/codification/${guid}`), 404, "NotFound", "application/json")
        problem(await context.api.put(`${codes}/${guid}`, { name: "m" }), 404, "NotFound")
        problem(await context.api.delete(`${codes}/${guid}`), 404, "NotFound")
      }
      same("left", status(await context.api.get(second), 200).at("codes"), [kept.body])
    }
  ),
  four(
    "codifications-foreign-writes",
    "Libraries and codes of another project are 404 on every endpoint, and stay",
    async (context) => {
      const mine = await fresh(context)
      const theirs = await fresh(context)
      const foreign = (await theirs.code({ identification: "1" })).string("guid")
      const before = status(await context.api.get(theirs.own), 200).body
      const library = `${mine.path}/${theirs.own.slice(theirs.path.length + 1)}`
      const { api } = context
      for (const path of [`${library}/codification/${foreign}`, `${mine.codes}/${foreign}`]) {
        problem(await api.get(path), 404, "NotFound", "application/json")
        problem(await api.put(path, { name: "m" }), 404, "NotFound")
        problem(await api.delete(path), 404, "NotFound")
      }
      problem(await api.post(`${library}/codification`, { name: "n", identification: "2" }), 404, "NotFound")
      problem(await api.delete(library), 404, "NotFound")
      same("theirs", status(await api.get(theirs.own), 200).body, before)
      same("mine", status(await api.get(mine.own), 200).at("codes"), [])
    }
  )
]
