import { useMemo } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { counted } from "../../../Texts.ts"
import type { Fields } from "../Fields.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { changesColor } from "../versions/Compared.ts"
import { Icon } from "./Icon.tsx"
import { suspectColor } from "./Stage.ts"

/** Largest number of properties offered besides the columns; any other can be made a column. */
const mostOffered = 1000

/** Renders the choice of colouring: class, storey, material, a column, another property, or suspect values. */
export const ColorBy = ({
  columns,
  fields
}: {
  readonly columns: ReadonlyArray<string>
  readonly fields: Fields | null
}) => {
  const color = place.value.query.get("color") ?? ""
  const usual = Object.keys(texts.stage.by)
  const names = [
    ...new Set([...usual, ...columns, ...(["", suspectColor, changesColor].includes(color) ? [] : [color])])
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
      <select value={color} onChange={({ currentTarget }) => choose({ color: currentTarget.value || null })}>
        <option value="">{texts.stage.own}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {texts.stage.by[name] ?? labelOf(name)}
          </option>
        ))}
        <option value={suspectColor}>{texts.stage.suspects}</option>
        {color === changesColor && <option value={changesColor}>{texts.versions.changes}</option>}
        {others}
      </select>
    </label>
  )
}
