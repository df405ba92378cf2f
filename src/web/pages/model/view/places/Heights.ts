/** Height of a storey in the file, and the lowest points of its products in the model's coordinates, in metres. */
export interface StoreyHeight {
  readonly height: number
  readonly lows: ReadonlyArray<number>
}

/**
 * Largest usual distance of a product's lowest point from the height of its storey, in metres: foundations and ceilings
 * belong to a storey too.
 */
const usual = 3

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Writes a height in metres to the millimetre below it, so that a floor is not cut off its own storey. */
const lowered = (height: number): string => String(Math.floor(height * 1000 + 1e-6) / 1000)

/** Writes a cut between two heights for the address; the highest storey has no upper limit. */
export const storeyText = (from: number, to: number | undefined): string =>
  `${lowered(from)}~${to === undefined ? "" : lowered(to)}`

/**
 * Returns how far a building is above the origin of its storey heights, in metres. IfcBuildingStorey.Elevation is
 * relative to the building (IFC4, 5.4.3.19), which may itself be placed at its height above sea level. The offset
 * derived from the products is used only if it exceeds `usual`.
 */
export const liftOf = (storeys: ReadonlyArray<StoreyHeight>): number => {
  const lift = median(storeys.flatMap(({ height, lows }) => (lows.length === 0 ? [] : [median(lows) - height])))
  return Math.abs(lift) > usual ? lift : 0
}
