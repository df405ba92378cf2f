import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import type { Scope } from "../../domain/Principal.ts"
import type { ServedPrograms } from "../../domain/signin/ProgramToken.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"
import { limits } from "../../domain/Limits.ts"

/**
 * The group of endpoints that share a table of error bodies (the specification's table under Errors; contract section
 * 10). `materialList` is the list of material libraries, `materialRead` and `codeRead` the reads of one material or
 * code.
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
  | "tokens"
  | "webhooks"
  | "topics"
  | "auth"
  | "iceberg"

/** The kinds of bodies that reach their handler as bytes. */
export type ByteKind = "csv" | "workbook" | "xml" | "octets"

/** The permissions that an endpoint requires and the errors it returns. The server, OpenAPI and the tests read this. */
export interface PolicyShape {
  readonly area: Area
  /** The scope that the token must have; `any` if none is needed, null if the endpoint takes no token. */
  readonly scope: Scope | "any" | null
  /** The least role in the project of the path; null if the path has no project. */
  readonly project: ProjectRole | null
  /** The least role on the model of the path; null if the path has no model. `NoAccess` is never sufficient. */
  readonly model: ModelRole | null
  /** The status for a malformed identifier in the path (contract section 3). Malformed operation ids are always 404. */
  readonly malformedIdentifier: 400 | 404
  /** True for a POST whose response is stored under its `Idempotency-Key`. */
  readonly keepsAnswer: boolean
  /**
   * True if `?dryRun=true` makes the endpoint judge a change without storing it. It then needs and renews no session, and
   * ignores `Idempotency-Key`.
   */
  readonly takesDryRun: boolean
  /** True if the response shows a secret. It is not stored, so that a repetition of the request is refused. */
  readonly showsSecret: boolean
  /** The tokens for programs that the endpoint serves. */
  readonly programs: ServedPrograms
  /** False if scripts of other origins may not use the endpoint: its path sends no CORS headers. */
  readonly isShared: boolean
  /** True if the body may also be a form (application/x-www-form-urlencoded). */
  readonly takesForm: boolean
  /** The kinds of bodies besides JSON that reach the handler as bytes. */
  readonly takesBytes: ReadonlyArray<ByteKind>
  /** False if the body must be of one of those kinds. */
  readonly takesJson: boolean
  /** False if no body means an empty object. */
  readonly needsBody: boolean
  /** The largest body, in bytes (contract section 2.5). */
  readonly mostBodyBytes: number
  /** Error statuses that come from the handler itself and do not follow from the other members. */
  readonly refusals: ReadonlyArray<number>
  /** True for endpoints that receive much data or start work. They are refused first if memory or time runs short. */
  readonly isHeavy: boolean
  /** True for endpoints that free what others wait for. Admission control never refuses them. */
  readonly isRelief: boolean
  /** The use of `X-Client-Session-Id`: required, used to renew the active session with that id, or ignored. */
  readonly session: "needed" | "renewed" | "ignored"
  /** True if the endpoint also serves models whose import has not ended (removal). */
  readonly servesUnready: boolean
}

export class Policy extends Context.Tag("http/Policy")<Policy, PolicyShape>() {}

/** Returns the annotations of an endpoint: its policy, and its summary and description in the OpenAPI document. */
export const told = (policy: PolicyShape, summary: string, description?: string) =>
  Context.add(OpenApi.annotations({ summary, description }), Policy, policy)

const open: PolicyShape = {
  area: "projects",
  scope: null,
  project: null,
  model: null,
  malformedIdentifier: 404,
  keepsAnswer: false,
  takesDryRun: false,
  showsSecret: false,
  programs: "all",
  isShared: true,
  takesForm: false,
  takesBytes: [],
  takesJson: true,
  needsBody: true,
  mostBodyBytes: limits.bodyBytes.most,
  refusals: [],
  isHeavy: false,
  isRelief: false,
  session: "ignored",
  servesUnready: false
}

type Rest = Partial<PolicyShape>

/** Returns the policy of an endpoint that needs no token. */
export const withoutToken = (area: Area, refusals: PolicyShape["refusals"] = [], rest?: Rest): PolicyShape => ({
  ...open,
  area,
  refusals,
  ...rest
})

/** Returns the policy of an endpoint that needs a scope but no role in a project. */
export const withScope = (area: Area, scope: Scope | "any", rest?: Rest): PolicyShape => ({
  ...open,
  area,
  scope,
  ...rest
})

/** Returns the policy of an endpoint under a project. */
export const inProject = (area: Area, scope: Scope, project: ProjectRole, rest?: Rest) =>
  withScope(area, scope, { project, ...rest })

/** Returns the policy of an endpoint under a model. */
export const onModel = (scope: Scope, model: ModelRole, rest?: Rest) =>
  inProject("models", scope, "User", { model, malformedIdentifier: 400, session: "renewed", ...rest })
