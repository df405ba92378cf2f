import { call } from "../../../api/Call.ts"
import type { Condition, ProductsPage } from "../../../api/Views.ts"
import { idOf, withIds } from "../Ids.ts"
import { ofVersion, select, unlessLate } from "../Query.ts"
import { chosenBy } from "../table/Rows.ts"
import { stage } from "../view/Stage.ts"

/** Largest number of products to which the view moves; it shows more of them as they are. */
const mostShown = 5000

/** Moves the view to the products that were found. A single one is also selected. */
export const showFound = async (base: string, filters: ReadonlyArray<Condition>): Promise<void> => {
  const path = ofVersion(`${base}/products/properties/query?page=1&pageSize=${mostShown}`)
  const asked = call<ProductsPage>("POST", path, { body: { fields: withIds(base, []), ...chosenBy(base, filters) } })
  const found = await unlessLate(asked.then((answer) => ("failure" in answer ? answer.failure : answer.value)))
  // The table says what is wrong.
  if (found === null || "code" in found) return
  const ids = found.result.map(idOf)
  if (ids.length === 1) select(ids)
  const products = stage.value?.shapesOf(ids) ?? []
  if (products.length > 0 && ids.length === found.totalCount) stage.value?.fit(products)
}
