import type { Api, Row } from "./Api.ts"

export type Members = Readonly<Record<string, unknown>>

/** Calls a tool for the model of the tasks, and returns the structure of its result. */
type Ask = (tool: string, args?: Members) => Promise<Members>

/** A question of a user, how a program answers it with the tools, and the answer of the API. */
export interface Task {
  readonly who: "BIM manager" | "estimator" | "facility manager"
  readonly question: string
  readonly solve: (ask: Ask) => Promise<unknown>
  readonly answer: (api: Api) => Promise<unknown>
}

export interface Group {
  readonly keys: ReadonlyArray<unknown>
  readonly count: number
  readonly measures: ReadonlyArray<{ readonly value: unknown; readonly measured: number }>
}

export const walls = { property: "Class", operator: "IsA", value: "IfcWall" }
export const doors = { property: "Class", operator: "IsA", value: "IfcDoor" }
export const windows = { property: "Class", operator: "IsA", value: "IfcWindow" }
export const count = [{ calculator: "Count" }]

export const rows = async (ask: Ask, args: Members) =>
  (await ask("query_products", args))["products"] as ReadonlyArray<Row>
export const guids = async (ask: Ask, where: unknown) =>
  (await all(ask, "query_products", "products", { where, fields: ["Guid"] })).map(({ Guid }) => Guid)
export const groups = async (ask: Ask, args: Members) =>
  (await all(ask, "group_products", "groups", { measures: count, ...args })) as unknown as ReadonlyArray<Group>
export const counts = async (ask: Ask, args: Members) =>
  Object.fromEntries((await groups(ask, args)).map(({ count, keys }) => [String(keys[0]), count]))

/** Reads a list to its end, as a program does: by `next`. */
export const all = async (
  ask: Ask,
  tool: string,
  member: string,
  args: Members = {}
): Promise<ReadonlyArray<Members>> => {
  const found: Array<Members> = []
  for (let next: unknown = null; next !== undefined;) {
    const result: Members = await ask(tool, { ...args, pageSize: 1000, next })
    found.push(...(result[member] as ReadonlyArray<Members>))
    next = result["next"]
  }
  return found
}

/** Counts rows by a text, by hand. */
export const counted = (all: ReadonlyArray<Row>, textOf: (row: Row) => unknown) => {
  const found: Record<string, number> = {}
  for (const row of all) found[String(textOf(row))] = (found[String(textOf(row))] ?? 0) + 1
  return found
}

export const isWall = ({ Class }: Row) => String(Class).startsWith("IfcWall")
export const isDoor = ({ Class }: Row) => String(Class).startsWith("IfcDoor")
export const valueOf = (name: string) => (row: Row) => row[name]!.Value
export const guidsOf = (all: ReadonlyArray<Row>) => all.map(({ Guid }) => Guid)
export const totals = async (ask: Ask, args: Members) =>
  (await ask("group_products", { groupBy: [], ...args }))["totals"]
export const measuresOf = (calculators: ReadonlyArray<string>) => calculators.map((calculator) => ({ calculator }))

/** Returns the first field whose name contains the words, as a program would find it. */
export const fieldOf = async (ask: Ask, text: string) => {
  const { fields } = (await ask("list_fields", { text })) as {
    readonly fields: ReadonlyArray<{ readonly name: string }>
  }
  return fields[0]!.name
}

export const task = (who: Task["who"], question: string, solve: Task["solve"], answer: Task["answer"]): Task => ({
  who,
  question,
  solve,
  answer
})
