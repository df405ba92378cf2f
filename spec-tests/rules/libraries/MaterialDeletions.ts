import { each, same, status } from "../../harness/Check.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { add, fresh, values } from "./MaterialChanges.ts"

const rule = rules("specification Materials")
const many = 50
const unknown = "11111111-2222-4333-8444-555555555555"

export const materialDeletions = [
  rule(
    "materials-foreign-writes",
    "What is of another library or project is 404 on every endpoint, and stays",
    async (context) => {
      const mine = await fresh(context)
      const other = await fresh(context)
      const guid = await add(context, mine.own, { name: "Oak" })
      const second = status(await context.api.post(mine.path, { name: "Second" }), 201).string("guid")
      const wrong = [
        `${mine.path}/${second}`,
        `${other.path}/${mine.library.string("guid")}`,
        other.own,
        `${mine.path}/${unknown}`
      ]
      await each(wrong, String, async (library) => {
        const material = `${library}/materials/${guid}`
        problem(await context.api.get(material), 404, "NotFound", "application/json")
        problem(await context.api.put(material, { name: "Mine" }), 404, "NotFound")
        problem(await context.api.delete(material), 404, "NotFound")
      })
      for (const library of [wrong[1]!, wrong[3]!]) {
        problem(await context.api.get(library), 404, "NotFound")
        problem(await context.api.post(`${library}/materials`, { name: "Mine" }), 404, "NotFound")
        problem(await context.api.delete(library), 404, "NotFound")
      }
      same("it stays", await values(context, mine.own), [{ Name: "Oak" }])
    }
  ),
  rule("materials-delete-apart", "Deleting a library or a material leaves the others", async (context) => {
    const { path, own } = await fresh(context)
    const second = `${path}/${status(await context.api.post(path, { name: "Second" }), 201).string("guid")}`
    const oak = await add(context, own, { name: "Oak" })
    for (const library of [own, second]) await add(context, library, { name: "Ash" })
    status(await context.api.delete(`${own}/materials/${oak}`), 204)
    same("the other material", await values(context, own), [{ Name: "Ash" }])
    status(await context.api.delete(own), 204)
    same("the other library", await values(context, second), [{ Name: "Ash" }])
    same("listed", status(await context.api.get(path), 200).list("materialProperties").length, 1)
  }),
  rule(
    "materials-parallel-deletion",
    "Deleting a library while materials are added leaves none of them: created and gone with it, or 404",
    async (context) => {
      const { path } = await fresh(context)
      for (let round = 0; round < 3; round++) {
        const library = `${path}/${status(await context.api.post(path, { name: "Gone" }), 201).string("guid")}`
        const deletion = async () => (await Bun.sleep(round * 3), context.api.delete(library))
        const [deleted, ...added] = await Promise.all([
          deletion(),
          ...Array.from({ length: many }, (_, i) => context.api.post(`${library}/materials`, { name: `m${i}` }))
        ])
        same("body", status(deleted, 204).text, "")
        for (const answer of added) {
          if (answer.status !== 201) problem(answer, 404, "NotFound")
          else {
            const material = `${library}/materials/${answer.string("guid")}`
            problem(await context.api.get(material), 404, "NotFound", "application/json")
          }
        }
        problem(await context.api.get(library), 404, "NotFound")
      }
      same("listed", status(await context.api.get(path), 200).list("materialProperties").length, 1)
    }
  ),
  rule(
    "materials-parallel-deletions",
    "Of 50 parallel deletions of one material one is 204, the others 404",
    async (context) => {
      const { own } = await fresh(context)
      const material = `${own}/materials/${await add(context, own, { name: "Oak" })}`
      const answers = await Promise.all(Array.from({ length: many }, () => context.api.delete(material)))
      for (const answer of answers) if (answer.status !== 204) problem(answer, 404, "NotFound")
      same("deleted", answers.filter((answer) => answer.status === 204).length, 1)
      same("materials", await values(context, own), [])
    }
  )
]
