import { each, matches, same } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { held, houseKeys, query } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const six = rules("contract 6")
const good = { property: "Name", operator: "Equals", value: "x" }

const refused = async (context: Context, where: unknown, pointer: string | undefined = "/where") => {
  const answer = errorView(await query(context, await context.house, { where }), 400, "InvalidFilter")
  matches("errorDetails", answer.at("errorDetails"), new RegExp(`(^|\\s)${pointer}(\\W|$)`))
}

const faults = (id: string, title: string, bad: ReadonlyArray<unknown>) =>
  six(id, title, (context) =>
    each(
      bad,
      (where) => JSON.stringify(where).slice(0, 100),
      (where) => refused(context, where)
    )
  )

/** Returns a condition of this many levels. */
const nested = (levels: number): unknown => (levels === 1 ? good : { not: nested(levels - 1) })

export const conditionFaults = [
  faults("6-where-400-node", "{}, a node with two of the members, or no object: 400 InvalidFilter", [
    {},
    [],
    "x",
    { and: [], or: [] },
    { not: good, ...good },
    { and: good },
    { property: "Name" }
  ]),
  faults("6-where-400-operator", "An unknown operator: 400 InvalidFilter", [{ ...good, operator: "Like" }]),
  faults("6-where-400-value", "A value that does not fit the operator: 400 InvalidFilter", [
    { ...good, value: ["x"] },
    { ...good, operator: "In" },
    { ...good, operator: "GreaterThan", value: true },
    { ...good, operator: "LessThan", value: null },
    { ...good, operator: "Between", value: [1] },
    { ...good, operator: "StartsWith", value: 1 },
    { ...good, operator: "EndsWith", value: null },
    { property: "Class", operator: "IsA", value: 1 },
    { property: "Code", operator: "Below", value: null }
  ]),
  faults("6-where-400-expression", "An expression that is not RE2, or is too large: 400 InvalidFilter", [
    { ...good, operator: "Matches", value: "(" },
    { ...good, operator: "Matches", value: "a(?=b)" },
    { ...good, operator: "Matches", value: String.raw`(a)\1` },
    { ...good, operator: "Matches", value: "(a{1000}){1000}" },
    { ...good, operator: "Matches", value: "x".repeat(1001) }
  ]),
  faults("6-where-400-property", "An unknown or dynamic property, IsA or Below on another field: 400 InvalidFilter", [
    { ...good, property: "No such property" },
    { ...good, property: "Computed.Volume" },
    { property: "Name", operator: "IsA", value: "Wall" },
    { property: "Name", operator: "Below", value: "House" }
  ]),
  faults("6-where-400-class", "IsA of an unknown class: 400 InvalidFilter", [
    { property: "Class", operator: "IsA", value: "IfcNothing" }
  ]),
  six("6-where-400-pointer", "Leaves are named by their JSON pointer", async (context) => {
    await refused(context, { and: [good, { or: [{ not: { ...good, operator: "Like" } }] }] }, "/where/and/1/or/0/not")
    await refused(context, { and: [good, { ...good, property: "No such property" }] }, "/where/and/1")
  }),
  six("6-where-400-depth", "16 levels are accepted, 17 are 400 InvalidFilter", async (context) => {
    same("16 levels", await held(context, nested(16)), houseKeys)
    errorView(await query(context, await context.house, { where: nested(17) }), 400, "InvalidFilter")
  }),
  six("6-where-400-leaves", "200 leaves are accepted, 201 are 400 InvalidFilter", async (context) => {
    const leaves = (count: number) => ({ and: Array.from({ length: count }, () => good) })
    same("200", await held(context, leaves(200)), [])
    await refused(context, leaves(201), "/where/and/200")
  }),
  six("6-where-400-values", "Filters and leaves share 10,000 values", async (context) => {
    const many = (count: number) => ({
      property: "Name",
      operator: "In",
      value: Array.from({ length: count }, () => "x")
    })
    same("10,000", await held(context, many(4000), [many(6000)]), [])
    errorView(
      await query(context, await context.house, { filters: [many(6000)], where: many(4001) }),
      400,
      "InvalidFilter"
    )
  })
]
