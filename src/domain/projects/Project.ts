import * as Schema from "effect/Schema"
import { applied } from "../libraries/Change.ts"
import { ProjectId } from "../Identifier.ts"
import { clearable, maybe, optional } from "../Optional.ts"
import { ProjectRole } from "./Role.ts"
import { Description, Name } from "../Text.ts"

/** A project as a member sees it. */
export const Project = Schema.Struct({
  id: ProjectId,
  name: Schema.String,
  description: optional(Schema.String),
  image: optional(Schema.String),
  role: ProjectRole,
  /** True for the sample project of its first Owner, which takes no models; otherwise absent. */
  isSample: optional(Schema.Literal(true))
}).annotations({ identifier: "Project" })
export type Project = typeof Project.Type

export const ProjectDraft = Schema.Struct({
  name: Name,
  description: maybe(Description)
}).annotations({ identifier: "ProjectDraft" })
export type ProjectDraft = typeof ProjectDraft.Type

/** An absent member keeps its value; a null description clears it. */
export const ProjectChange = Schema.Struct({
  name: optional(Name),
  description: clearable(Description)
}).annotations({ identifier: "ProjectChange" })
export type ProjectChange = typeof ProjectChange.Type

/** The parts of a project that Owners decide. */
export interface ProjectText {
  readonly name: string
  readonly description: string | null
}

/** Returns a project after a change, or `before` itself if nothing changes. */
export const changed = (before: ProjectText, change: ProjectChange): ProjectText => applied(before, change)
