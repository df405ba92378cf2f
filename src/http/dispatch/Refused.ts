import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Refusals } from "../../application/signin/Refusals.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { callerOf, type RequestContext } from "./RequestContext.ts"
import type { Route } from "./Route.ts"
import { describe, type WireError } from "../errors/ErrorTable.ts"

/** Returns whether a request failed for lack of permission. A malformed or missing resource is not a refusal. */
const isRefusal = (error: WireError): boolean =>
  error._tag === "Forbidden" ||
  error._tag === "InsufficientScope" ||
  error._tag === "ProjectNotFound" ||
  (error._tag === "ModelNotFound" && error.isHidden === true)

/** The most characters of the audited object: the length of the longest identifier, a user name. */
const mostCharacters = 255

/** Records a failed request in the audit of its project if it was refused for lack of permission. */
export const make = Effect.map(
  Refusals,
  ({ note }) =>
    (
      error: WireError,
      route: Route,
      parameters: Readonly<Record<string, string>>,
      { userId, ...context }: Pick<RequestContext, "client" | "requestId" | "userId" | "via">
    ) =>
      userId !== null && isRefusal(error)
        ? Effect.flatMap(Effect.option(route.path(parameters)), (path) => {
            const { projectId: named, ...others } = Option.getOrElse(path, () => ({})) as Record<string, unknown>
            const projectId =
              ("projectId" in error ? error.projectId : undefined) ??
              named ??
              (route.policy.scope === "admin" ? "0" : null)
            if (typeof projectId !== "string") return Effect.void
            return note({
              projectId: projectId as ProjectId,
              ...callerOf(context, userId as UserId),
              action: route.binding.endpoint.name,
              object: (Object.values(others).join(" ") || projectId).slice(0, mostCharacters),
              outcome: describe(error).code
            })
          })
        : Effect.void
)
