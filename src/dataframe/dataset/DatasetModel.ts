import type { ModelId, VersionId } from "../../domain/Identifier.ts"
import type { Seen } from "../edits/overlay/Layers.ts"
import type { Measure } from "../query/quantities/Quantities.ts"

/** A model as all members of the project see it. Its rows are written. */
export interface DatasetModel extends Seen {
  readonly modelId: ModelId
  readonly modelVersionId: VersionId
  /** The measures of the products that are not deleted. */
  readonly measures: ReadonlyArray<Measure>
  /** The rows of the products that are not deleted. */
  readonly rows: Uint32Array
}
