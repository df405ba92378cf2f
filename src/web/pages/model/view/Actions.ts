import { choose, place } from "../../../address/Address.ts"
import type { Viewer } from "../../../viewer/Viewer.ts"
import { texts } from "../ModelTexts.ts"
import { selected } from "../Query.ts"
import { isOpen, type LeftDock, setOpen } from "../workspace/Layout.ts"
import type { IconName } from "./Icon.tsx"
import { hiding } from "./Stage.ts"

/** A command of the view, as a button of the tool bar and as a key while the view has the focus. */
export interface Action {
  readonly name: string
  readonly icon: IconName
  readonly about: string
  /** Upper-case letter, digit or name of the key. */
  readonly key: string
  readonly act: () => void
  readonly isOff?: boolean
  /** State of a command that is switched on and off. */
  readonly isOn?: boolean
}

export interface Actions {
  readonly looks: ReadonlyArray<Action>
  readonly visibility: ReadonlyArray<Action>
  readonly modes: ReadonlyArray<Action>
  /** Directions of view, in a menu and as digits. */
  readonly directions: ReadonlyArray<Action>
}

/** Directions of view with the rotation around the vertical axis and the angle downwards, in radians. */
export const directions = {
  front: [0, 0],
  right: [Math.PI / 2, 0],
  back: [Math.PI, 0],
  left: [-Math.PI / 2, 0],
  top: [0, Math.PI / 2],
  bottom: [0, -Math.PI / 2]
} as const

export type Direction = keyof typeof directions

/** Returns the commands of the view in their present state. */
export const actionsOf = (viewer: Viewer, isMeasuring: boolean, setMeasuring: (isOn: boolean) => void): Actions => {
  const words = texts.stage.tools
  const chosen = () => viewer.shapesOf(selected())
  const hasNone = chosen().length === 0
  const others = () => {
    const kept = new Set(chosen())
    return [...viewer.products.keys()].filter((product) => !kept.has(product) && !viewer.products[product]!.isSpace)
  }
  const areSpacesShown = place.value.query.get("spaces") === "1"
  return {
    looks: [
      { ...words.home, icon: "home", key: "Home", act: viewer.home },
      { ...words.fit, icon: "fit", key: "F", act: () => viewer.fit(hasNone ? undefined : chosen()) }
    ],
    visibility: [
      { ...words.hide, icon: "hidden", key: "H", isOff: hasNone, act: () => hiding(() => viewer.hide(chosen())) },
      { ...words.isolate, icon: "alone", key: "I", isOff: hasNone, act: () => hiding(() => viewer.isolate(chosen())) },
      { ...words.fade, icon: "fade", key: "G", isOff: hasNone, act: () => hiding(() => viewer.ghost(others())) },
      { ...words.showAll, icon: "eye", key: "A", act: () => hiding(viewer.showAll) },
      { ...words.undo, icon: "undo", key: "U", act: () => hiding(viewer.undo) }
    ],
    modes: [
      {
        ...words.rooms,
        icon: "rooms",
        key: "R",
        isOn: areSpacesShown,
        act: () => choose({ spaces: areSpacesShown ? null : "1" })
      },
      {
        ...words.measure,
        icon: "measure",
        key: "M",
        isOn: isMeasuring,
        act: () => {
          viewer.clearMeasures()
          setMeasuring(!isMeasuring)
        }
      }
    ],
    directions: Object.entries(directions).map(([name, [yaw, pitch]], n) => ({
      name: texts.stage.directions[name as Direction],
      about: texts.stage.directionAbout,
      icon: "views",
      key: String(n + 1),
      act: () => viewer.lookFrom(yaw, pitch)
    }))
  }
}

/** Keys of the panels; the view must have the focus. */
const dockKeys = { T: "table", D: "details" } as const

/**
 * Runs the command whose key was pressed while the view or a button of its tool bar has the focus. Keys that the canvas
 * has handled itself are left alone.
 */
export const runShortcut = (
  { directions, looks, modes, visibility }: Actions,
  event: KeyboardEvent,
  left: LeftDock = "places"
): void => {
  const { target } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || target.matches("input, select, textarea")) return
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key
  const found = [...looks, ...visibility, ...modes, ...directions].find((one) => one.key === key)
  const dock = key === "P" ? left : dockKeys[key as keyof typeof dockKeys]
  if (found !== undefined && found.isOff !== true) found.act()
  else if (dock !== undefined) setOpen(dock, !isOpen(dock))
  else return
  event.preventDefault()
}
