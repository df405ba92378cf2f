import { Schema } from "effect"
import { applied } from "./Change.ts"
import { ProjectId } from "./Identifier.ts"
import { ProjectRole } from "./Role.ts"
import { Description, Name } from "./Text.ts"

/** A project as a member sees it. */
export const Project = Schema.Struct({
  id: ProjectId,
  name: Schema.String,
  description: Schema.optionalWith(Schema.String, { exact: true }),
  image: Schema.optionalWith(Schema.String, { exact: true }),
  role: ProjectRole
}).annotations({ identifier: "Project" })
export type Project = typeof Project.Type

export const ProjectDraft = Schema.Struct({
  name: Name,
  description: Schema.optionalWith(Description, { exact: true, nullable: true })
}).annotations({ identifier: "ProjectDraft" })
export type ProjectDraft = typeof ProjectDraft.Type

/** An absent member keeps its value; a null description clears it. */
export const ProjectChange = Schema.Struct({
  name: Schema.optionalWith(Name, { exact: true }),
  description: Schema.optionalWith(Schema.NullOr(Description), { exact: true })
}).annotations({ identifier: "ProjectChange" })
export type ProjectChange = typeof ProjectChange.Type

/** What Owners decide of a project. */
export interface ProjectText {
  readonly name: string
  readonly description: string | null
}

/** What a project says after a change; `before` itself where that is the same. */
export const changed = (before: ProjectText, change: ProjectChange): ProjectText => applied(before, change)
