import type { Measured, QuantityResult } from "../../../api/Views.ts"

/** The fields that have the authored values of a calculator, as the service found them in the latest version. */
export interface AuthoredFields {
  /** By GlobalId. */
  readonly ofProduct: ReadonlyMap<string, string>
  /** By class, the field of most products first. */
  readonly ofClass: ReadonlyMap<string, ReadonlyArray<string>>
}

/** The SI unit of each calculator. */
export const siUnits: Readonly<Record<string, string>> = {
  Length: "Metre",
  NetArea: "SquareMetre",
  GrossArea: "SquareMetre",
  NetVolume: "CubicMetre",
  GrossVolume: "CubicMetre"
}

/** Returns the fields from which the service took the values of a calculator that are authored. */
export const authoredIn = (products: QuantityResult["products"], calculator: string): AuthoredFields => {
  const ofProduct = new Map<string, string>()
  const counts = new Map<string, Map<string, number>>()
  for (const product of products) {
    const { from, origin } = (product[calculator] ?? {}) as Partial<Measured>
    if (origin !== "Authored" || from === undefined) continue
    ofProduct.set(product.Guid, from)
    const ofClass = counts.getOrInsertComputed(String(product["Class"]), () => new Map<string, number>())
    ofClass.set(from, (ofClass.get(from) ?? 0) + 1)
  }
  const ofClass = new Map(
    Array.from(counts, ([name, fields]) => [name, [...fields].sort(([, a], [, b]) => b - a).map(([field]) => field)])
  )
  return { ofProduct, ofClass }
}

/** Returns the fields that may have the authored value of a product in any version, the likeliest first. */
export const fieldsOfProduct = (
  { ofClass, ofProduct }: AuthoredFields,
  guid: string,
  className: string
): ReadonlyArray<string> => {
  const own = ofProduct.get(guid)
  return [...new Set([...(own === undefined ? [] : [own]), ...(ofClass.get(className) ?? [])])]
}

/** Returns every field that has values of a calculator. */
export const fieldsIn = ({ ofClass }: AuthoredFields): ReadonlyArray<string> => [
  ...new Set([...ofClass.values()].flat())
]
