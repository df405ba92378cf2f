import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { Operators } from "../../application/signin/Operators.ts"
import { Forbidden, InvalidIdentifier, ModelNotFound } from "../../domain/Errors.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { Principal } from "../../domain/Principal.ts"
import { modelRoleReaches, projectRoleReaches } from "../../domain/projects/Role.ts"
import {
  type Access,
  AccessRepository,
  type ModelAccess,
  type ProjectAccess
} from "../../ports/projects/AccessRepository.ts"
import { missing } from "../../domain/Missing.ts"
import { Caller } from "../../ports/Caller.ts"
import { SessionRepository } from "../../ports/models/SessionRepository.ts"
import type { WireError } from "../errors/ErrorTable.ts"
import type { PolicyShape } from "../errors/Policy.ts"
import { andThen } from "../../runtime/Ready.ts"
import { carriedId } from "./ClientSession.ts"

/** The caller's access to the project and the model of a path; null if the path names none or no role is required. */
interface Admitted {
  readonly project: ProjectAccess | null
  readonly model: ModelAccess | null
}

const nothing = Effect.succeed<Admitted>({ project: null, model: null })

const forbidden = (needed: string, where: string, own: string) =>
  new Forbidden({ details: `This needs the role ${needed} ${where}; yours is ${own}.` })

const unreadyDetails = (model: ModelAccess): string =>
  model.state === "Failed"
    ? `The import of this model failed: ${model.failure ?? "no reason is known"}`
    : "The import of this model has not ended yet."

/** Returns the error for a malformed identifier, by its name in the path. */
const malformed = (policy: PolicyShape, name: string) => {
  if (name === "operationId") return missing.operation()
  if (policy.malformedIdentifier === 400) return new InvalidIdentifier({ details: `${name} is malformed.` })
  if (name === "modelId") return ModelNotFound.unknown()
  return name === "projectId" ? missing.project() : missing.resource()
}

/** Returns a decoder of path parameters. Fails with the error that the policy defines for the first malformed one. */
export const decodePath = <A, I>(schema: Schema.Schema<A, I>, policy: PolicyShape) => {
  const decode = Schema.decodeUnknownEither(schema)
  return (parameters: Readonly<Record<string, string>>): Effect.Effect<A, WireError> =>
    Either.match(decode(parameters), {
      onLeft: (error) => {
        const [issue] = ParseResult.ArrayFormatter.formatErrorSync(error)
        return Effect.fail(malformed(policy, String(issue?.path[0])))
      },
      onRight: Effect.succeed
    })
}

/**
 * Checks the caller's access to the project and model of a path, in the order of contract section 3: 404 if it is
 * unknown or hidden from the caller, 404 if the model is not Ready, 403 if the role is not sufficient. A request on a
 * Ready model that the caller may see renews the session that it carries, even if it is refused afterwards.
 */
export const make = Effect.gen(function* () {
  const repository = yield* AccessRepository
  const sessions = yield* SessionRepository
  const operators = yield* Operators

  /**
   * Renews the session that a request carries. Errors are ignored, so that reads work even if the storage cannot be
   * written; handlers that need an active session check it themselves.
   */
  const renew = (principal: Principal, modelId: ModelId, headers: Headers) => {
    const id = carriedId(headers)
    if (id === null) return Effect.void
    const { userId } = principal
    // Writes of different users are scheduled in turn, so the write needs its `Caller`.
    return Effect.provideService(Effect.ignore(sessions.renew(userId, modelId, id)), Caller, {
      userId,
      requestId: null
    })
  }

  type Checked = Effect.Effect<Admitted, WireError>

  const inProject = (policy: PolicyShape, { project }: Access, admitted: Admitted): Checked =>
    policy.project === null || projectRoleReaches(project.role, policy.project)
      ? Effect.succeed(admitted)
      : forbidden(policy.project, "in the project", project.role)

  const onModel = (policy: PolicyShape, principal: Principal, modelId: ModelId, access: Access, headers: Headers) => {
    const model = Option.getOrNull(access.model)
    if (model === null || model.role === "NoAccess") return ModelNotFound.unknown(model !== null)
    if (model.state !== "Ready" && !policy.servesUnready) return new ModelNotFound({ details: unreadyDetails(model) })
    return andThen(policy.session === "ignored" ? Effect.void : renew(principal, modelId, headers), (): Checked =>
      policy.model === null || modelRoleReaches(model.role, policy.model)
        ? inProject(policy, access, { project: access.project, model })
        : forbidden(policy.model, "on the model", model.role)
    )
  }

  return (
    policy: PolicyShape,
    principal: Principal,
    { modelId, projectId }: { readonly projectId?: ProjectId; readonly modelId?: ModelId },
    headers: Headers
  ): Checked => {
    if (policy.scope === "admin") return Effect.as(operators.demand(principal), { project: null, model: null })
    if (policy.project === null || projectId === undefined) return nothing
    return Effect.flatMap(repository.find(principal.userId, projectId, modelId ?? null), (found): Checked => {
      if (Option.isNone(found)) return missing.project()
      const access = found.value
      return modelId === undefined
        ? inProject(policy, access, { project: access.project, model: Option.getOrNull(access.model) })
        : onModel(policy, principal, modelId, access, headers)
    })
  }
})
