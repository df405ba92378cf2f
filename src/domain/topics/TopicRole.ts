import { Forbidden } from "../Errors.ts"
import { type ModelRole, modelRoleReaches, type ProjectRole, projectRoleReaches } from "../projects/Role.ts"

/** A member of a project who changes topics. */
export interface TopicEditor {
  readonly userId: string
  readonly role: ProjectRole
}

/** Returns whether a member may write topics: Contributors, and members with more than Viewer on some model. */
export const mayWrite = (role: ProjectRole, roles: ReadonlyArray<ModelRole>): boolean =>
  projectRoleReaches(role, "Contributor") || roles.some((one) => modelRoleReaches(one, "DataEditor"))

/** Returns whether a member deletes a topic: its maker, Contributors and Owners. */
export const mayDelete = ({ role, userId }: TopicEditor, maker: string): boolean =>
  maker === userId || projectRoleReaches(role, "Contributor")

/** Returns whether a member changes or deletes a comment: its writer and Owners. */
export const mayChangeComment = ({ role, userId }: TopicEditor, writer: string): boolean =>
  writer === userId || role === "Owner"

export const writeForbidden = () =>
  new Forbidden({
    details: "This needs the role Contributor in the project, or more than Viewer on one of its models."
  })
export const deleteForbidden = () =>
  new Forbidden({ details: "Only the maker of a topic, Contributors and Owners may delete it." })
export const commentForbidden = () =>
  new Forbidden({ details: "Only the writer of a comment and Owners may change or delete it." })
