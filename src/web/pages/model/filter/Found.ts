import { call } from "../../../api/Call.ts"
import type { Condition, ProductsPage } from "../../../api/Views.ts"
import { ofVersion, select, unlessLate } from "../Query.ts"
import { chosenBy } from "../Rows.ts"
import { stage } from "../view/Stage.ts"

/** Largest number of products to which the view moves; it shows more of them as they are. */
const mostShown = 5000

/** Moves the view to the products that were found. A single one is also selected. */
export const showFound = async (base: string, filters: ReadonlyArray<Condition>): Promise<void> => {
  const path = ofVersion(`${base}/products/properties/query?page=1&pageSize=${mostShown}`)
  const asked = call<ProductsPage>("POST", path, { body: { fields: ["Guid"], ...chosenBy(base, filters) } })
  const found = await unlessLate(asked.then((answer) => ("failure" in answer ? answer.failure : answer.value)))
  // The table says what is wrong.
  if (found === null || "code" in found) return
  const guids = found.result.map((row) => row["Guid"] as string)
  if (guids.length === 1) select(guids)
  const products = stage.value?.shapesOf(guids) ?? []
  if (products.length > 0 && guids.length === found.totalCount) stage.value?.fit(products)
}
