import { useMemo } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { counted } from "../../../Texts.ts"
import type { Fields } from "../Fields.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { changesColor } from "../versions/Compared.ts"
import { Icon } from "./Icon.tsx"
import { isRoomColor } from "./RoomColors.ts"
import { suspectColor } from "./Stage.ts"

/** Largest number of properties offered besides the columns; any other can be made a column. */
const mostOffered = 1000

/** Colouring that is not by a property. */
export interface OwnColor {
  /** Value of `color` in the address. */
  readonly value: string
  readonly label: string
}

/** Renders the choice of colouring: class, storey, material, a column, another property, suspect values, or `own` ones. */
export const ColorBy = ({
  columns,
  fields,
  hasSuspects,
  own
}: {
  readonly own: ReadonlyArray<OwnColor>
  readonly hasSuspects: boolean
  readonly columns: ReadonlyArray<string>
  readonly fields: Fields | null
}) => {
  const color = place.value.query.get("color") ?? ""
  const usual = Object.keys(texts.stage.by)
  const names = [
    ...new Set([
      ...usual,
      ...columns,
      ...(["", suspectColor, changesColor, ...own.map(({ value }) => value)].includes(color) ? [] : [color])
    ])
  ]
  const others = useMemo(() => {
    const found = (fields?.names ?? []).filter((name) => name !== "Guid" && !names.includes(name))
    return (
      <optgroup label={texts.stage.properties}>
        {found.slice(0, mostOffered).map((name) => (
          <option key={name} value={name}>
            {labelOf(name)}
          </option>
        ))}
        {found.length > mostOffered && (
          <option disabled>{texts.stage.moreProperties(counted(found.length - mostOffered))}</option>
        )}
      </optgroup>
    )
  }, [fields, names.join("\n")])
  return (
    <label class="tool" title={texts.stage.colorAbout}>
      <Icon of="color" />
      <span>{texts.stage.color}</span>
      <select
        value={color}
        onChange={({ currentTarget: { value } }) =>
          // Rooms that are not shown have no colour to see.
          choose({ color: value || null, ...(isRoomColor(value) ? { spaces: "1" } : {}) })
        }
      >
        <option value="">{texts.stage.own}</option>
        {own.map(({ label, value }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {names.map((name) => (
          <option key={name} value={name}>
            {texts.stage.by[name] ?? labelOf(name)}
          </option>
        ))}
        {hasSuspects && <option value={suspectColor}>{texts.stage.suspects}</option>}
        {color === changesColor && <option value={changesColor}>{texts.versions.changes}</option>}
        {others}
      </select>
    </label>
  )
}
