import type { Measured as Value } from "../../../api/Views.ts"
import { Loaded, useLoaded } from "../../../ui/Loaded.tsx"
import { revision } from "../edit/Editing.ts"
import { type Both, both } from "../properties/Measured.tsx"
import { texts } from "../ModelTexts.ts"
import { measured, unitOf } from "../Units.ts"

/** The measure of shapes beside each calculator. */
const computed: Readonly<Record<string, string>> = {
  Length: "Computed.Length",
  NetVolume: "Computed.Volume",
  GrossVolume: "Computed.GrossVolume"
}

/** Largest relative difference from the shape that is not suspect (contract section 8). */
const mostDifference = 0.2

/** Returns why a measure of a product is suspect, with both numbers if there are two. */
const reasonOf = ({ quantities, shape }: Both, measure: string): string => {
  const product = quantities.products[0]
  const valueOf = (name: string): number | undefined => (product?.[name] as Value | undefined)?.value
  const value = valueOf(measure)
  const written = (number: number) => `${measured(number)} ${unitOf(quantities.units[measure] ?? null)}`
  if (value === undefined) return texts.stage.reasons.unknown
  if (!(value > 0)) return texts.stage.reasons.notPositive(written(value))
  const [net, gross] = [measure.replace("Gross", "Net"), measure.replace("Net", "Gross")].map(valueOf)
  if (net !== undefined && gross !== undefined && net > gross * (1 + 1e-9)) {
    return texts.stage.reasons.netAboveGross(written(net), written(gross))
  }
  const area = product?.["Class"]?.toString().startsWith("IfcWall") === true && measure === "NetArea"
  const field = area ? "Computed.SideArea" : computed[measure]
  const other = field === undefined ? null : (shape.result[0]?.[field]?.Value ?? null)
  if (other !== null && Math.abs(value - other) > mostDifference * Math.abs(other)) {
    return texts.stage.reasons.farFromShape(written(value), written(other))
  }
  return field === undefined
    ? texts.stage.reasons.farOrTwice(written(value))
    : texts.stage.reasons.twice(written(value))
}

/** Renders why each measure of a product is suspect. */
export const SuspectReason = (properties: {
  readonly base: string
  readonly guid: string
  readonly measures: ReadonlyArray<string>
}) => {
  const { base, guid, measures } = properties
  const loading = useLoaded((signal) => both(base, guid, signal), [base, guid, revision.value], [base, guid])
  return (
    <Loaded of={loading}>
      {(found) => (
        <ul class="reasons">
          {measures.map((name) => (
            <li key={name}>
              {texts.quantities.measures[name] ?? name}: {reasonOf(found, name)}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
