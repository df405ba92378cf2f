import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidRole } from "../Errors.ts"

/** Roles of a member in a project, from least to most. */
export const ProjectRole = Schema.Literal("User", "Contributor", "Owner").annotations({ identifier: "ProjectRole" })
export type ProjectRole = typeof ProjectRole.Type

/** Roles of a member on a model, from least to most. */
export const ModelRole = Schema.Literal("NoAccess", "Viewer", "DataEditor", "Modeler", "Owner").annotations({
  identifier: "ModelRole"
})
export type ModelRole = typeof ModelRole.Type

/** Returns true if `role` may do what `least` may. */
export const projectRoleReaches = (role: ProjectRole, least: ProjectRole): boolean =>
  ProjectRole.literals.indexOf(role) >= ProjectRole.literals.indexOf(least)

/** Returns true if `role` may do what `least` may. */
export const modelRoleReaches = (role: ModelRole, least: ModelRole): boolean =>
  ModelRole.literals.indexOf(role) >= ModelRole.literals.indexOf(least)

/** The facts that decide the role of a member on a model. */
export interface ModelRoleGrounds {
  readonly projectRole: ProjectRole
  readonly isCreator: boolean
  readonly given: ModelRole | null
  readonly defaultRole: ModelRole
}

/**
 * Returns Owner for a project Owner and for the creator of the model; otherwise the given role, or else the model's
 * default.
 */
export const modelRoleInForce = (grounds: ModelRoleGrounds): ModelRole =>
  grounds.projectRole === "Owner" || grounds.isCreator ? "Owner" : (grounds.given ?? grounds.defaultRole)

/** Parses a role in a project as clients write it: case does not count. Returns null if there is no such role. */
export const parseProjectRole = (text: string): ProjectRole | null =>
  ProjectRole.literals.find((role) => role.toLowerCase() === text.trim().toLowerCase()) ?? null

/**
 * Parses a role as clients write it: case and spaces do not count (`data editor`). Returns null if there is no such
 * role.
 */
export const parseModelRole = (text: string): ModelRole | null => {
  const bare = text.replaceAll(/\s/g, "").toLowerCase()
  return ModelRole.literals.find((role) => role.toLowerCase() === bare) ?? null
}

/** Fails with `InvalidRole` if a change of members would leave a project without an Owner. */
export const checkOwners = (owners: number): Either.Either<void, InvalidRole> =>
  owners > 0
    ? Either.void
    : Either.left(
        new InvalidRole({ details: "A project must have at least one Owner. Make another member an Owner first." })
      )
