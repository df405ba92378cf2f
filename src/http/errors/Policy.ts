import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import type { Scope } from "../../domain/Principal.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"

/**
 * Whose table of error bodies an endpoint follows (the specification's table under Errors; contract section 10).
 * `materialList` is the list of material libraries, `materialRead` and `codeRead` the reads of one material or code.
 */
export type Area =
  | "models"
  | "codifications"
  | "codeRead"
  | "materials"
  | "materialList"
  | "materialRead"
  | "customProperties"
  | "locations"
  | "projects"
  | "members"
  | "files"
  | "operations"
  | "auth"

/** Who may call an endpoint, and how it answers what it refuses. The server, OpenAPI and the tests read this. */
export interface PolicyShape {
  readonly area: Area
  /** Needed in the token; null: the endpoint takes no token at all. */
  readonly scope: Scope | null
  /** Least role in the project of the path; null where the path names none. */
  readonly project: ProjectRole | null
  /** Least role on the model of the path; null where the path names none. `NoAccess` never reaches. */
  readonly model: ModelRole | null
  /** What a malformed identifier in the path is (contract section 3). Operation ids are 404 everywhere. */
  readonly malformedIdentifier: 400 | 404
  /** True for a POST whose answer is kept under its `Idempotency-Key`. */
  readonly keepsAnswer: boolean
  /** True where the body may also be a form (application/x-www-form-urlencoded). */
  readonly takesForm: boolean
  /** Largest body, in bytes (contract section 2.5). */
  readonly mostBodyBytes: number
  /** Statuses of refusals that only the work itself decides on. */
  readonly refusals: ReadonlyArray<number>
  /** True for what brings in much or starts work: refused first when the service runs short of memory or time. */
  readonly isHeavy: boolean
  /** True for what is never refused for want of time: it sets free what others wait for. */
  readonly isRelief: boolean
  /** What becomes of `X-Client-Session-Id`: asked for; or used to renew the active session of that id; or neither. */
  readonly session: "needed" | "renewed" | "ignored"
  /** True for an endpoint that also serves models whose import has not ended (removal). */
  readonly servesUnready: boolean
}

export class Policy extends Context.Tag("http/Policy")<Policy, PolicyShape>() {}

/** The policy of an endpoint, with what the document says that it does. */
export const told = (policy: PolicyShape, summary: string, description?: string) =>
  Context.add(OpenApi.annotations({ summary, description }), Policy, policy)

const open: PolicyShape = {
  area: "projects",
  scope: null,
  project: null,
  model: null,
  malformedIdentifier: 404,
  keepsAnswer: false,
  takesForm: false,
  mostBodyBytes: 4 * 1024 * 1024,
  refusals: [],
  isHeavy: false,
  isRelief: false,
  session: "ignored",
  servesUnready: false
}

type Rest = Partial<PolicyShape>

/** An endpoint that needs no token. */
export const withoutToken = (area: Area, refusals: PolicyShape["refusals"] = [], rest?: Rest): PolicyShape => ({
  ...open,
  area,
  refusals,
  ...rest
})

/** An endpoint that needs a scope, and nothing of a project. */
export const withScope = (area: Area, scope: Scope, rest?: Rest): PolicyShape => ({ ...open, area, scope, ...rest })

/** An endpoint under a project. */
export const inProject = (area: Area, scope: Scope, project: ProjectRole, rest?: Rest) =>
  withScope(area, scope, { project, ...rest })

/** An endpoint under a model. */
export const onModel = (scope: Scope, model: ModelRole, rest?: Rest) =>
  inProject("models", scope, "User", { model, malformedIdentifier: 400, session: "renewed", ...rest })
