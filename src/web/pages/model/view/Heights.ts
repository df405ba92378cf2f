/** A storey as the file tells it, and how low its products reach in the model's coordinates; metres. */
export interface StoreyHeight {
  readonly height: number
  readonly lows: ReadonlyArray<number>
}

/** How far products of a storey may begin from its height, metres: foundations and ceilings belong to one too. */
const usual = 3

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/**
 * How far a building stands above where its storeys count from, metres. IfcBuildingStorey.Elevation is relative to the
 * building (IFC4, 5.4.3.19), which itself may stand at its height above the sea; what the products of storeys say of it is
 * taken where it is more than `usual`.
 */
export const liftOf = (storeys: ReadonlyArray<StoreyHeight>): number => {
  const lift = median(storeys.flatMap(({ height, lows }) => (lows.length === 0 ? [] : [median(lows) - height])))
  return Math.abs(lift) > usual ? lift : 0
}
