import { choose } from "../../../address/Address.ts"
import { texts } from "../ModelTexts.ts"
import { unitsSeen } from "../Query.ts"
import { texts as differences } from "./DifferenceTexts.ts"
import { type Origin, origins } from "./Sources.ts"

/**
 * Renders the choice of units, and of which values of calculators count; `origin` is null without calculators. Of two
 * versions that are compared only authored values count.
 */
export const SheetOptions = ({
  base,
  isCompared,
  origin
}: {
  readonly base: string
  readonly isCompared: boolean
  readonly origin: Origin | null
}) => (
  <>
    <label>
      {texts.quantities.units}{" "}
      <select
        value={unitsSeen(base)}
        onChange={({ currentTarget: { value } }) => choose({ units: value === "SI" ? value : null })}
      >
        <option value="Model">{texts.quantities.unitsOf.Model}</option>
        <option value="SI">{texts.quantities.unitsOf.SI}</option>
      </select>
    </label>
    {origin !== null && (
      <label>
        {differences.origin}{" "}
        <select
          value={isCompared ? "authored" : origin}
          disabled={isCompared}
          onChange={({ currentTarget: { value } }) => choose({ origin: value === "both" ? null : value })}
        >
          {origins.map((one) => (
            <option key={one} value={one}>
              {differences.origins[one]}
            </option>
          ))}
        </select>
      </label>
    )}
  </>
)
