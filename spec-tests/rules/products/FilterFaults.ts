import { each, matches, same } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { query, selected } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const six = rules("contract 6")
const good = { property: "Name", operator: "Equals", value: "x" }

const refused = async (context: Context, filters: ReadonlyArray<unknown>, code: string | undefined = "InvalidFilter") =>
  errorView(await query(context, await context.house, { filters }), 400, code)

const faults = (id: string, title: string, bad: ReadonlyArray<unknown>) =>
  six(id, title, (context) =>
    each(
      bad,
      (filter) => JSON.stringify(filter),
      async (filter) => void (await refused(context, [filter]))
    )
  )

export const filterFaults = [
  faults("6-400-operator", "Unknown operator: 400 InvalidFilter", [
    { ...good, operator: "Like" },
    { ...good, operator: "" },
    { ...good, operator: "==" }
  ]),
  faults("6-400-property", "A property neither in the model nor defined nor reserved: 400 InvalidFilter", [
    { ...good, property: "No such property" },
    { ...good, property: "firerating" },
    { ...good, property: "Site data.No such" },
    { ...good, property: "" }
  ]),
  faults("6-400-in-without-array", "In and NotIn without an array: 400 InvalidFilter", [
    { ...good, operator: "In" },
    { ...good, operator: "NotIn", value: null },
    { ...good, operator: "In", value: {} }
  ]),
  faults("6-400-array", "The other operators with an array or object: 400 InvalidFilter", [
    { ...good, value: ["x"] },
    { ...good, operator: "NotEquals", value: {} },
    { ...good, operator: "Contains", value: ["x"] }
  ]),
  faults("6-400-items", "Items of In are scalars or null: otherwise 400 InvalidFilter", [
    { ...good, operator: "In", value: [["x"]] },
    { ...good, operator: "NotIn", value: ["x", {}] }
  ]),
  faults("6-400-contains-null", "Contains null: 400 InvalidFilter", [{ ...good, operator: "Contains", value: null }]),
  faults("6-400-dynamic", "A dynamic property: 400 InvalidFilter", [
    { ...good, property: "Computed.Volume", value: 1 }
  ]),
  six("6-400-missing-members", "property, operator and value are required", async (context) => {
    const bad = [
      { property: "Name", operator: "Equals" },
      { property: "Name", value: "x" },
      { operator: "Equals", value: "x" },
      "x",
      null
    ]
    await each(
      bad,
      (filter) => JSON.stringify(filter),
      async (filter) => {
        errorView(await query(context, await context.house, { filters: [filter] }), 400)
      }
    )
  }),
  six("6-400-index", "The error names the filter by its index", async (context) => {
    const answer = await refused(context, [good, good, { ...good, property: "No such property" }])
    matches("errorDetails", answer.at("errorDetails"), /\b2\b/)
  }),
  six("6-400-filters", "More than 100 filters: 400 InvalidFilter; 100 are accepted", async (context) => {
    same(
      "100",
      await selected(
        context,
        Array.from({ length: 100 }, () => good)
      ),
      []
    )
    await refused(
      context,
      Array.from({ length: 101 }, () => good)
    )
  }),
  six("6-400-values", "More than 10,000 values in all: 400 InvalidFilter; 10,000 are accepted", async (context) => {
    const many = (count: number) => ({
      property: "Name",
      operator: "In",
      value: Array.from({ length: count }, (_, i) => `n${i}`)
    })
    same("10,000", await selected(context, [many(6000), many(4000)]), [])
    await refused(context, [many(6000), many(4001)])
  }),
  six("6-400-text", "A text over 64 KB: 400 InvalidFilter", async (context) => {
    same("64 KB", await selected(context, [{ ...good, value: "x".repeat(64 * 1000) }]), [])
    await refused(context, [{ ...good, value: "x".repeat(64 * 1024 + 1) }])
  }),
  six("6-400-other-endpoints", "Quantities refuse the same filters", async (context) => {
    const { path } = await context.house
    const filters = [{ ...good, operator: "Like" }]
    errorView(
      await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"], filters }),
      400,
      "InvalidFilter"
    )
  })
]
