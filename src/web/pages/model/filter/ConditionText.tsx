import type { ComponentChildren } from "preact"
import { call } from "../../../api/Call.ts"
import type { Condition, LeafValue, Location } from "../../../api/Views.ts"
import { counted } from "../../../Texts.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import type { Fields } from "../Fields.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { projectOf } from "../Query.ts"
import { unitOf } from "../Units.ts"
import { type Compared, comparedIn, searchedIn, valuesOf } from "./Conditions.ts"
import { valueText } from "./Proposals.ts"
import { wordsOf } from "./ValueBox.tsx"

/** Largest number of list values written out in a filter. */
const mostWritten = 3

const written = (value: LeafValue): string =>
  Array.isArray(value)
    ? [
        ...value.slice(0, mostWritten).map((one) => valueText(one)),
        ...(value.length > mostWritten ? [texts.filters.others(counted(value.length - mostWritten))] : [])
      ].join("; ")
    : valueText(value)

/**
 * Renders the name of a location, which the filter does not contain, or its GlobalId as long as the name is unknown.
 */
const PlaceName = ({ base, guid }: { readonly base: string; readonly guid: string }) => {
  const project = projectOf(base)
  const { state } = useLoaded(
    (signal) => call<{ readonly locations: ReadonlyArray<Location> }>("GET", `${project}/locations`, { signal }),
    [project]
  )
  const found =
    state.tag === "Ready" ? state.value.locations.find(({ locationGuid }) => locationGuid === guid) : undefined
  return <>{found?.name || guid}</>
}

const isGuid = (value: LeafValue): value is string => typeof value === "string" && /^[0-9A-Za-z_$]{22}$/.test(value)

interface Written {
  readonly base: string
  readonly fields: Fields | null
}

const ComparedText = ({ base, compared, fields }: Written & { readonly compared: Compared }) => {
  const { comparison, property, value } = compared
  const unit = unitOf(fields?.details.get(property)?.unit ?? null)
  return (
    <>
      {labelOf(property)} {wordsOf(comparison, property)}{" "}
      {valuesOf(comparison) > 0 && (
        <strong>
          {property === "SpatialLocation" && isGuid(value) ? (
            <PlaceName base={base} guid={value} />
          ) : comparison === "Between" && Array.isArray(value) ? (
            value.map((one) => valueText(numberIn(one))).join(` ${texts.filters.and} `)
          ) : (
            written(unit === "" || Array.isArray(value) ? value : numberIn(value))
          )}
        </strong>
      )}
      {valuesOf(comparison) > 0 && unit !== "" && ` ${unit}`}
    </>
  )
}

/** Returns the number that a text of a filter stands for, or the value itself. */
const numberIn = (value: unknown): LeafValue =>
  typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))
    ? Number(value)
    : (value as LeafValue)

/** Renders a condition in words. */
export const ConditionText = ({
  condition,
  ...given
}: Written & { readonly condition: Condition }): ComponentChildren => {
  const sought = searchedIn(condition)
  if (sought !== null) return <strong>{texts.filters.found(sought)}</strong>
  const compared = comparedIn(condition)
  if (compared !== null) return <ComparedText {...given} compared={compared} />
  if ("not" in condition) {
    return (
      <>
        {texts.filters.not} (<ConditionText {...given} condition={condition.not} />)
      </>
    )
  }
  const [all, word] =
    "or" in condition
      ? [condition.or, texts.filters.or]
      : "and" in condition
        ? [condition.and, texts.filters.and]
        : [[], ""]
  return (
    <>
      {all.map((one, n) => (
        <span key={n}>
          {n > 0 && ` ${word} `}
          {"or" in one || "and" in one ? (
            <>
              (<ConditionText {...given} condition={one} />)
            </>
          ) : (
            <ConditionText {...given} condition={one} />
          )}
        </span>
      ))}
    </>
  )
}
