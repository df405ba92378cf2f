import type { Random } from "../../testing/Random.ts"
import * as EditedFile from "./EditedFile.ts"
import type { EditedProject } from "./EditedProject.ts"
import { attributes, custom, type Modification, type Place, properties, quantity } from "./EditingModel.ts"

/** An action of a user on the models of a project. */
export type Command =
  | ({ readonly kind: "Start" | "End"; readonly id: string } & Place)
  | ({ readonly kind: "Modify"; readonly id: string; readonly modifications: ReadonlyArray<Modification> } & Place)
  | ({ readonly kind: "Remove"; readonly id: string; readonly guid: string } & Place)
  | ({ readonly kind: "Publish" | "Discard"; readonly id: string } & Place)
  /** The index among the objects that can be deleted. */
  | { readonly kind: "Delete"; readonly deletable: number }
  | { readonly kind: "Restart" }

const values: Readonly<Record<string, ReadonlyArray<string | number | null>>> = {
  Name: ["Full", "Other", null],
  Description: ["All of it", "", "Words"],
  "Pset_WallCommon.FireRating": ["F30", "F60", "F90", null, ""],
  [quantity]: [1, 2, 3.5],
  "Custom.Grade": [1, 2, null],
  "Custom.Note": ["A", "B", ""]
}

const verbs = ["add", "update", "delete", "addOrUpdate"] as const

const modification = (random: Random, project: EditedProject): Modification => {
  const field = random.pick([...attributes, ...properties, ...custom, "SpatialLocation", "Material", "Code", "Code"])
  const verb = random.pick(verbs)
  const guid = random.pick(EditedFile.guids)
  const valueOf = (): Modification["value"] => {
    if (field === "SpatialLocation") return random.pick([...project.locations, ""])
    if (field === "Material") return random.pick([...project.materials, null])
    if (field !== "Code") return random.pick(values[field]!)
    const codes = [...new Set(random.some(project.codes, 2))]
    return random.chance(0.1) ? null : codes
  }
  return { field, verb, guid, value: valueOf() }
}

/** Each modification changes a different cell. */
export const modifications = (random: Random, project: EditedProject): ReadonlyArray<Modification> => {
  const all = Array.from({ length: 1 + random.below(3) }, () => modification(random, project))
  return [...new Map(all.map((one) => [`${one.guid} ${one.field}`, one])).values()]
}

/** The body of M12. */
export const bodyOf = (modifications: ReadonlyArray<Modification>): unknown => {
  const body: Record<string, Record<string, Record<string, unknown>>> = {}
  for (const { field, guid, value, verb } of modifications) {
    const fields = (body[verb] ??= {})
    const cells = (fields[field] ??= {})
    if (properties.includes(field)) cells[guid] = { PropertySet: field.split(".")[0], Value: value }
    else if (field === "SpatialLocation") cells[guid] = { SpatialLocationId: value }
    else cells[guid] = field === "Material" ? { MaterialId: value } : value
  }
  return body
}

/** A few users start their sessions, followed by random commands. */
export const commands = (random: Random, project: EditedProject, canRestart: boolean): ReadonlyArray<Command> => {
  const users = 2 + random.below(3)
  const next = (): Command => {
    const place = { user: random.below(users), model: random.chance(0.8) ? 0 : 1 }
    const id = random.chance(0.97) ? "a" : "b"
    const at = { ...place, id }
    const chance = random.next()
    if (chance < 0.55) return { kind: "Modify", ...at, modifications: modifications(random, project) }
    if (chance < 0.6) return { kind: "Remove", ...at, guid: random.pick(EditedFile.guids) }
    if (chance < 0.78) return { kind: "Publish", ...at }
    if (chance < 0.83) return { kind: "Discard", ...at }
    if (chance < 0.85) return { kind: "End", ...at }
    if (chance < 0.88) return { kind: "Start", ...at }
    if (canRestart && chance < 0.92) return { kind: "Restart" }
    return { kind: "Delete", deletable: random.below(project.deletables.length) }
  }
  const sessions = Array.from({ length: users }, (_, user): Command => ({ kind: "Start", user, model: 0, id: "a" }))
  return [
    ...sessions,
    { kind: "Start", user: 0, model: 1, id: "a" },
    ...Array.from({ length: 6 + random.below(9) }, next)
  ]
}
