import type { SqlClient } from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import { type Condition, type Field, fields, type Operator, type Order } from "../../../src/domain/topics/Filter.ts"
import { labelKey } from "./TopicRows.ts"

const columnOf: Record<Field, string> = {
  guid: "guid",
  server_assigned_id: "id",
  topic_type: "topic_type",
  topic_status: "topic_status",
  title: "title",
  priority: "priority",
  stage: "stage",
  assigned_to: "assigned_to",
  creation_author: "creation_author",
  modified_author: "modified_author",
  creation_date: "creation_date",
  modified_date: "modified_date",
  due_date: "due_date",
  index: "position"
}

const signs: Record<Operator, string> = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" }

/**
 * Returns the statement of a condition, which is never null: a member that a topic lacks is unequal to every value, and
 * neither greater nor less.
 */
export const conditionSql = (sql: SqlClient, condition: Condition): Fragment => {
  switch (condition.kind) {
    case "and":
    case "or": {
      const parts = condition.parts.map((part) => conditionSql(sql, part))
      return condition.kind === "and" ? sql.and(parts) : sql.or(parts)
    }
    case "not":
      return sql`NOT (${conditionSql(sql, condition.part)})`
    case "label": {
      const key = labelKey(condition.value)
      const has = sql.onDialectOrElse({
        pg: () => sql`strpos(labels, ${key}) > 0`,
        orElse: () => sql`instr(labels, ${key}) > 0`
      })
      // "Any label is unequal" needs a label besides the named one.
      return condition.operator === "eq" ? has : sql`(labels <> '' AND labels <> ${key})`
    }
    case "compare":
      return comparison(sql, condition)
  }
}

const comparison = (sql: SqlClient, { field, operator, value }: Extract<Condition, { kind: "compare" }>): Fragment => {
  const name = sql`${sql(columnOf[field])}`
  // PostgreSQL takes a parameter of the type of what it is compared with, and a number of a filter may have a fraction.
  const column =
    field === "server_assigned_id"
      ? sql`CAST(id AS TEXT)`
      : fields[field] === "number"
        ? sql`CAST(${name} AS DOUBLE PRECISION)`
        : name
  if (value === null) {
    return operator === "eq" ? sql`${column} IS NULL` : operator === "ne" ? sql`${column} IS NOT NULL` : sql`1 = 0`
  }
  const compared = sql`${column} ${sql.literal(signs[operator])} ${value}`
  return operator === "ne" ? sql`(${column} IS NULL OR ${compared})` : sql`(${column} IS NOT NULL AND ${compared})`
}

/** Returns the text that follows ORDER BY. Topics without the member come last, or first if the order is descending. */
export const orderSql = (sql: SqlClient, orders: ReadonlyArray<Order>): Fragment =>
  sql.csv([
    ...orders.flatMap(({ descending, field }) => {
      const column = sql`${sql(columnOf[field])}`
      const direction = sql.literal(descending ? "DESC" : "ASC")
      return [sql`(${column} IS NULL) ${direction}`, sql`${column} ${direction}`]
    }),
    sql`id`
  ])
