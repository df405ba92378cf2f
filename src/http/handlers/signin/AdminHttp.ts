import * as Effect from "effect/Effect"
import manifest from "../../../../package.json" with { type: "json" }
import { Administration } from "../../../application/signin/Administration.ts"
import type { UserId } from "../../../domain/Principal.ts"
import { Computation } from "../../../ports/Computation.ts"
import { OperationStatistics } from "../../../ports/operations/OperationStatistics.ts"
import { AdminApi } from "../../api/signin/AdminApi.ts"
import { bind, type Gate } from "../../call/Call.ts"
import { describe, type WireError } from "../../errors/ErrorTable.ts"
import { callerOf } from "../../dispatch/RequestContext.ts"
import * as Readiness from "../../dispatch/Readiness.ts"

const waitingStates = ["Queued", "InProgress"] as const

export const bindings = Effect.gen(function* () {
  const admin = yield* Administration
  const readiness = yield* Readiness.make
  const statistics = yield* OperationStatistics
  const computation = yield* Computation

  /** Records a call in the audit, with its object and the user whom it concerns. */
  const audited =
    ({ principal: { client, userId }, request, requestId, via }: Gate<unknown>) =>
    <A, E extends WireError, R>(action: string, object: string, effect: Effect.Effect<A, E, R>, concerned?: UserId) =>
      admin.audited(
        callerOf({ client, requestId, via }, userId),
        { action: `admin.${action}`, object, concerned, isChange: request.method !== "GET" },
        effect,
        (error) => describe(error).code
      )

  const health = Effect.gen(function* () {
    const counts = yield* statistics.counts
    const waiting = waitingStates.flatMap((status) =>
      counts.flatMap((one) => (one.status === status ? [{ kind: one.kind, status, count: one.count }] : []))
    )
    return { ...(yield* readiness), version: manifest.version, waiting, workers: yield* computation.state }
  })

  return bind(AdminApi, {
    listUsers: (call) =>
      audited(call)(
        "users.list",
        "users",
        Effect.map(admin.users(call.query), ({ items, totalCount }) => ({ users: items, totalCount, ...call.query }))
      ),
    createUser: (call) => {
      const { operator = false, userId } = call.body
      return audited(call)("user.create", userId, admin.addUser(userId, operator), userId)
    },
    deleteUser: (call) =>
      audited(call)("user.remove", call.path.userId, admin.removeUser(call.path.userId), call.path.userId),
    revokeUser: (call) =>
      audited(call)("user.revoke", call.path.userId, admin.revoke(call.path.userId), call.path.userId),
    linkPassword: (call) =>
      audited(call)("user.linkPassword", call.path.userId, admin.linkPassword(call.path.userId), call.path.userId),
    listClients: (call) =>
      audited(call)(
        "clients.list",
        "clients",
        Effect.map(admin.clients(call.query), (found) => ({ ...found, ...call.query }))
      ),
    createClient: (call) => audited(call)("client.create", call.body.id, admin.addClient(call.body)),
    deleteClient: (call) => audited(call)("client.remove", call.path.clientId, admin.removeClient(call.path.clientId)),
    readStorage: (call) =>
      audited(call)(
        "storage.read",
        "storage",
        Effect.map(admin.storage(call.query), (found) => ({ ...found, ...call.query }))
      ),
    listAllAudits: (call) =>
      audited(call)(
        "audit.read",
        "audit",
        Effect.map(admin.audit(call.query), ({ items, totalCount }) => ({ entries: items, totalCount, ...call.query }))
      ),
    listAllOperations: (call) =>
      audited(call)(
        "operations.list",
        "operations",
        Effect.map(admin.operations(call.query), ({ items, totalCount }) => ({
          operations: items,
          totalCount,
          ...call.query
        }))
      ),
    readHealth: (call) => audited(call)("health.read", "health", health)
  })
})
