import { useMemo, useRef, useState } from "preact/hooks"
import { choose, place } from "../../../address/Address.ts"
import { Combo, type Option } from "../../../ui/Combo.tsx"
import type { Fields } from "../Fields.ts"
import { fieldsLike, moreFields, mostShown } from "../filter/Proposals.ts"
import { labelOf } from "../Labels.ts"
import { texts } from "../ModelTexts.ts"
import { checkColor } from "../checks/Shown.ts"
import { viewColor } from "../topics/ViewColors.ts"
import { changesColor } from "./Palette.ts"
import { Icon } from "./Icon.tsx"
import { isRoomColor } from "./places/RoomColors.ts"
import { suspectColor } from "./Stage.ts"
import { ownOf } from "../../../words/Own.ts"

/** Colouring that is not by a property. */
export interface OwnColor {
  /** Value of `color` in the address. */
  readonly value: string
  readonly label: string
}

/**
 * Renders the choice of colouring, with a search: class, storey, material, a column, another property, suspect values,
 * or `own` ones.
 */
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
  const input = useRef<HTMLInputElement>(null)
  /** The searched text; null if nothing is searched, and the box shows the present colouring. */
  const [sought, setSought] = useState<string | null>(null)
  const special: Readonly<Record<string, string>> = {
    "": texts.stage.own,
    ...Object.fromEntries(own.map(({ label, value }) => [value, label])),
    ...(hasSuspects && { [suspectColor]: texts.stage.suspects }),
    ...(color === changesColor && { [changesColor]: texts.versions.changes }),
    ...(color === checkColor && { [checkColor]: texts.stage.check.colors }),
    ...(color === viewColor && { [viewColor]: texts.stage.topic })
  }
  const nameOf = (name: string): string => ownOf(special, name) ?? ownOf(texts.stage.by, name) ?? labelOf(name)
  const names = useMemo(
    () =>
      [...new Set([...Object.keys(texts.stage.by), ...columns, ...(fields?.names ?? [])])].filter((n) => n !== "Guid"),
    [columns, fields]
  )
  const text = sought ?? ""
  const found = fieldsLike(names, text)
  const has = (label: string) => label.toLowerCase().includes(text.trim().toLowerCase())
  const options: ReadonlyArray<Option> = [
    ...Object.entries(special)
      .filter(([, label]) => has(label))
      .map(([id, label]) => ({ id, label })),
    ...found.slice(0, mostShown).map((name): Option => {
      const label = nameOf(name)
      const isTwice = label !== name && found.some((other) => other !== name && nameOf(other) === label)
      return isTwice ? { id: name, label, hint: name } : { id: name, label }
    })
  ]
  const take = (name: string) => {
    setSought(null)
    // Rooms that are not shown have no colour to see.
    choose({ color: name || null, ...(isRoomColor(name) ? { spaces: "1" } : {}) })
  }
  return (
    <span class="tool colorby" title={texts.stage.colorAbout} onFocusOut={() => setSought(null)}>
      <Icon of="color" />
      <span>{texts.stage.color}</span>
      <Combo
        label={texts.stage.color}
        placeholder={texts.stage.own}
        text={sought ?? nameOf(color)}
        setText={setSought}
        options={options}
        note={moreFields(found)}
        take={take}
        enter={() => {
          if (text.trim() !== "" && options[0] !== undefined) take(options[0].id)
        }}
        // Typing replaces the present colouring.
        focused={() => input.current?.select()}
        input={input}
      />
    </span>
  )
}
