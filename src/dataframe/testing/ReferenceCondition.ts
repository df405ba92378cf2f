import type { Condition, Leaf } from "../../domain/products/Condition.ts"
import type { Filter } from "../../domain/products/Filter.ts"
import type { Product, Value } from "./ReferenceForms.ts"

/** The supertypes of the classes of random contents in IFC4, as far as conditions name them. */
const kinds: Readonly<Record<string, ReadonlyArray<string>>> = {
  IfcWall: ["Wall", "Element", "BuiltElement"],
  IfcWallStandardCase: ["Wall", "WallStandardCase", "Element", "BuiltElement"],
  IfcDoor: ["Door", "Element", "BuiltElement"],
  IfcBeam: ["Beam", "Element", "BuiltElement"],
  IfcCovering: ["Covering", "Element", "BuiltElement"],
  // No schema has this class.
  Wall: []
}

/** The parts of the reference that conditions are built on. */
interface Known {
  readonly isKnown: (name: string) => boolean
  /** The whole value and the single ones, which texts are compared with. */
  readonly compared: (product: Product, name: string) => ReadonlyArray<Value>
  readonly singles: (product: Product, name: string) => ReadonlyArray<Value>
  readonly above: (product: Product, name: string) => ReadonlyArray<string>
  readonly matches: (product: Product, filter: Filter) => boolean
}

/** The rules of conditions once more, product by product. */
export const make = ({ above, compared, isKnown, matches, singles }: Known) => {
  const firstWrong = (where: Condition): string | undefined => {
    if ("property" in where) return isKnown(where.property) ? undefined : where.at
    const below = "not" in where ? [where.not] : "and" in where ? where.and : where.or
    return below.map(firstWrong).find((one) => one !== undefined)
  }
  const leaf = (product: Product, { operator, property, value }: Leaf): boolean => {
    const texts = (): ReadonlyArray<string> =>
      compared(product, property)
        .filter((one) => one !== null && one !== "")
        .map((one) => (typeof one === "number" ? JSON.stringify(one) : String(one)))
    const text = String(value).toLowerCase()
    const some = (holds: (own: Value) => boolean): boolean => singles(product, property).some(holds)
    switch (operator) {
      case "Exists":
        return matches(product, { property, operator: "NotEquals", value: null })
      case "NotExists":
        return matches(product, { property, operator: "Equals", value: null })
      case "StartsWith":
        return texts().some((one) => one.toLowerCase().startsWith(text))
      case "EndsWith":
        return texts().some((one) => one.toLowerCase().endsWith(text))
      case "Matches":
        return texts().some((one) => new RegExp(value as string, "u").test(one))
      case "IsA":
        return kinds[product.className]!.includes((value as string).replace(/^Ifc/, ""))
      case "Below":
        // An empty text is no name.
        return value !== "" && above(product, property).includes(value as string)
      case "GreaterThan":
        return some((own) => order(own, value as Value) > 0)
      case "GreaterThanOrEquals":
        return some((own) => order(own, value as Value) >= 0)
      case "LessThan":
        return some((own) => order(own, value as Value) < 0)
      case "LessThanOrEquals":
        return some((own) => order(own, value as Value) <= 0)
      case "Between": {
        const [lower, upper] = value as readonly [Value, Value]
        return some((own) => order(own, lower) >= 0 && order(own, upper) <= 0)
      }
      default:
        return matches(product, { operator, property, value })
    }
  }
  const holds = (product: Product, where: Condition): boolean => {
    if ("property" in where) return leaf(product, where)
    if ("not" in where) return !holds(product, where.not)
    return "and" in where ? where.and.every((one) => holds(product, one)) : where.or.some((one) => holds(product, one))
  }
  return { firstWrong, holds }
}

/** Returns the order of a product's value and one that was sent, NaN if they cannot be compared. */
const order = (own: Value, sent: Value): number => {
  if (typeof own === "number" && sent !== null && typeof sent !== "boolean") {
    if (typeof sent === "string" && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(sent)) return Number.NaN
    const number = Number(sent)
    if (!Number.isFinite(number)) return Number.NaN
    return Math.abs(own - number) <= 1e-9 * Math.max(Math.abs(own), Math.abs(number)) ? 0 : own - number
  }
  if (typeof own !== "string" || own === "" || typeof sent !== "string") return Number.NaN
  const [a, b] = [own, sent].map((text) => Array.from(text.toLowerCase(), (one) => one.codePointAt(0)!))
  const at = a!.findIndex((one, i) => one !== b![i])
  return at === -1 ? a!.length - b!.length : a![at]! - (b![at] ?? -1)
}
