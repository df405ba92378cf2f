import type { Scalar } from "../../domain/products/Filter.ts"
import type { SheetColumn } from "../SheetColumn.ts"

const mismatch = ({ name, type }: SheetColumn, value: Scalar): TypeError =>
  new TypeError(
    `${JSON.stringify(name)} has the type ${type}, which cannot hold ${JSON.stringify(value)?.slice(0, 200)}`
  )

const [leastInteger, mostInteger] = [-(2n ** 63n), 2n ** 63n - 1n]

/** Returns the text of a value other than null in a column of texts. */
export const textOf = (value: NonNullable<Scalar>): string => String(value)

/** Returns the value of a column of numbers, 0 for -0. Throws a `TypeError` for other values. */
export const realOf = (column: SheetColumn, value: Scalar): number => {
  if (typeof value !== "number") throw mismatch(column, value)
  return value + 0
}

/** Returns the value of a column of integers, which may be a text of digits. Throws a `TypeError` for other values. */
export const integerOf = (column: SheetColumn, value: Scalar): bigint => {
  if (typeof value === "string" ? !/^[+-]?\d+$/.test(value) : !Number.isInteger(value)) throw mismatch(column, value)
  const integer = BigInt(typeof value === "string" ? value.replace("+", "") : (value as number))
  if (integer < leastInteger || integer > mostInteger) throw mismatch(column, value)
  return integer
}

/** Returns the value of a column of booleans. Throws a `TypeError` for other values. */
export const booleanOf = (column: SheetColumn, value: Scalar): boolean => {
  if (typeof value !== "boolean") throw mismatch(column, value)
  return value
}
