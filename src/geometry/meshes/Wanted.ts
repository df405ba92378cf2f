import type { Booleans } from "../../ifc/shapes/Booleans.ts"
import type { CutElement } from "./Repairs.ts"

/** The elements to mesh, by instance numbers. */
export interface Wanted {
  /** The elements. */
  readonly ids: ReadonlyArray<number>
  /**
   * The elements that openings are cut out of. The engine cuts the shapes of the items themselves, which other elements may
   * share through a representation map, and keeps their numbers.
   */
  readonly cut: ReadonlyMap<number, CutElement>
  /** Items that combine other items. */
  readonly booleans: Booleans
  /** Items whose hollows may have either orientation. */
  readonly hollow: ReadonlySet<number>
}
