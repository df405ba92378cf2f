import { type Answer, textOf } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { base, createSet, sets } from "./CustomProperties.ts"

const rule = rules("specification Custom properties")
const four = rules("contract 4")

const many = 50
const text = (name: string) => ({ name, dataType: "String" })
const at = <A>(make: (i: number) => Promise<A>, count = many) =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))

/** One answer succeeds, every other is 400 DuplicateName; gives the one. */
const onlyOne = (answers: ReadonlyArray<Answer>, success: number): Answer => {
  const good = answers.filter((answer) => answer.status === success)
  for (const answer of answers) if (answer.status !== success) problem(answer, 400, "DuplicateName")
  same("successes", good.length, 1)
  return good[0]!
}

const fresh = (context: Context) => context.newProject("Custom races")

export const customRaces = [
  four(
    "custom-parallel-sets",
    "Of 50 parallel creations of one set one succeeds, 49 are 400 DuplicateName",
    async (context) => {
      const project = await fresh(context)
      const body = { name: "One", propertyDefinitions: [text("a"), text("b")] }
      const made = onlyOne(await at(() => context.api.post(sets(project), body)), 201)
      same("listed", status(await context.api.get(base(project)), 200).at("sets"), [made.body])
    }
  ),
  four(
    "custom-parallel-definitions",
    "Of 50 parallel creations of one definition one succeeds, 49 are 400 DuplicateName",
    async (context) => {
      const project = await fresh(context)
      const path = `${sets(project)}/${(await createSet(context, project, { name: "S" })).number("id")}/property`
      const made = onlyOne(await at(() => context.api.post(path, text("one"))), 201)
      const listed = status(await context.api.get(base(project)), 200)
      same("listed", listed.at("sets", 0, "propertyDefinitions"), [made.body])
    }
  ),
  four(
    "custom-parallel-renames",
    "Of parallel renames to one name one succeeds, of sets and of definitions",
    async (context) => {
      const project = await fresh(context)
      const drafts = Array.from({ length: many }, (_, i) => text(`d${i}`))
      const created = await createSet(context, project, { name: "S", propertyDefinitions: drafts })
      const path = `${sets(project)}/${created.number("id")}/property`
      const ids = created.list("propertyDefinitions").map(({ id }) => textOf(id))
      onlyOne(await at((i) => context.api.put(`${path}/${ids[i]}`, { name: "one" })), 200)
      const others = await at(async (i) => (await createSet(context, project, { name: `T${i}` })).number("id"), 20)
      onlyOne(await at((i) => context.api.put(`${sets(project)}/${others[i]}`, { name: "one" }), 20), 200)
      const listed = status(await context.api.get(base(project)), 200).list("sets")
      same("sets of that name", listed.filter(({ name }) => name === "one").length, 1)
      const definitions = listed[0]!["propertyDefinitions"] as ReadonlyArray<{ readonly name: string }>
      same("definitions of that name", definitions.filter(({ name }) => name === "one").length, 1)
    }
  ),
  four("custom-parallel-puts", "50 parallel PUTs of a set that add a definition each lose none", async (context) => {
    const project = await fresh(context)
    const path = `${sets(project)}/${(await createSet(context, project, { name: "S" })).number("id")}`
    const answers = await at((i) => context.api.put(path, { propertyDefinitions: [text(`d${i}`)] }))
    for (const answer of answers) status(answer, 200)
    const listed = status(await context.api.get(base(project)), 200).list("sets", 0, "propertyDefinitions")
    same("names", new Set(listed.map(({ name }) => name)).size, many)
    same("guids", new Set(listed.map(({ guid }) => guid)).size, many)
  }),
  rule(
    "custom-parallel-deletion",
    "Deleting a set while definitions are added leaves none of them: created and gone with it, or 404",
    async (context) => {
      const project = await fresh(context)
      for (let round = 0; round < 3; round++) {
        const path = `${sets(project)}/${(await createSet(context, project, { name: "Gone" })).number("id")}`
        const deletion = async () => (await Bun.sleep(round * 3), context.api.delete(path))
        const [deleted, ...added] = await Promise.all([
          deletion(),
          ...Array.from({ length: many }, (_, i) => context.api.post(`${path}/property`, text(`d${i}`)))
        ])
        same("body", status(deleted, 204).text, "")
        for (const answer of added) {
          if (answer.status !== 201) problem(answer, 404, "NotFound")
          else {
            const guid = answer.string("guid")
            problem(await context.api.get(`${base(project)}/property-definitions/${guid}`), 404, "NotFound")
            problem(await context.api.delete(`${path}/property/${answer.number("id")}`), 404, "NotFound")
          }
        }
        same("listed", status(await context.api.get(base(project)), 200).at("sets"), [])
      }
      const again = await createSet(context, project, { name: "Gone", propertyDefinitions: [text("d0")] })
      holds("it can be made again", again.list("propertyDefinitions").length === 1)
    }
  )
]
