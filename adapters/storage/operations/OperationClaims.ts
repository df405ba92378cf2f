import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ModelId, type OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { Claim, Lane } from "../../../src/domain/operations/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { now } from "../sql/Clock.ts"
import { lockName } from "../sql/Lock.ts"
import { announce } from "./Announcements.ts"
import { integer, key, readFirst, readOne } from "../sql/Rows.ts"

const ClaimRow = Schema.Struct({
  ...Claim.fields,
  projectId: key(ProjectId),
  modelId: key(ModelId),
  attempt: integer,
  interruptions: integer,
  postponements: integer,
  token: integer
})

const Next = Schema.Struct({ sequence: integer, lane: Lane })
const InHand = Schema.Struct({ own: Schema.NullOr(integer), most: Schema.NullOr(integer) })
const Candidate = Schema.Struct({ sequence: integer, startedBy: UserId, turn: integer })

/** The process that claims work, and the work that it accepts. */
export interface Claimant {
  readonly owner: string
  readonly lanes: ReadonlyArray<Lane>
  readonly leaseMillis: number
  readonly longOfUser: number
  /** The operation that is preferred among those whose turn it is. */
  readonly named: OperationId | null
}

/** Claims operations. Each call must run within a transaction. */
export const operationClaims = (sql: SqlClient) => {
  // SQLite has one writer, so nothing needs to be locked there.
  const skipLocked = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE SKIP LOCKED`, orElse: () => sql`` })
  // These are functions because a test may move the clock.
  const isHeld = () => sql`status = 'InProgress' AND lease_until >= ${now(sql)}`
  const isLeft = () => sql`status = 'InProgress' AND lease_until < ${now(sql)}`
  // New files of a model become versions in the order in which they were started, so an import waits for earlier ones.
  const isNext = sql`(kind <> 'ImportIfc' OR NOT EXISTS (SELECT 1 FROM operations e WHERE e.model_id = operations.model_id
    AND e.kind = 'ImportIfc' AND e.status IN ('Queued', 'InProgress') AND e.sequence < operations.sequence))`
  const isDue = () => sql`status = 'Queued' AND run_after <= ${now(sql)} AND ${isNext}`

  /**
   * Returns a condition: the operation runs alone, or has to. Taking over an operation whose lease expired counts as
   * one more interruption.
   */
  const isAlone = () => sql`status IN ('Queued', 'InProgress') AND interruptions >= 1
    AND interruptions + CASE WHEN ${isLeft()} THEN 1 ELSE 0 END >= ${limits.interruptionsInCompany.most} AND run_after <= ${now(sql)}`
  const isAny = () =>
    Effect.map(sql`SELECT sequence FROM operations WHERE ${isAlone()} LIMIT 1`, (rows) => rows.length > 0)
  const nextAlone = () =>
    readFirst(
      Next,
      sql`SELECT sequence, lane FROM operations WHERE ${isAlone()} AND NOT (${isHeld()}) ORDER BY status, sequence LIMIT 1`
    )
  /**
   * Returns the largest number of interruptions among running operations, of the owner and of all; null if there are
   * none.
   */
  const inHand = (owner: string) =>
    readOne(
      InHand,
      sql`SELECT max(CASE WHEN owner = ${owner} THEN interruptions END) AS own, max(interruptions) AS most
        FROM operations WHERE ${isHeld()}`
    )
  /** Returns a condition that excludes operations that became ones to run alone since the last check. */
  const notAlone = (taking: 0 | 1) => sql`interruptions < ${limits.interruptionsInCompany.most - taking}`

  const bySequence = (sequence: number) =>
    readFirst(
      Candidate,
      sql`SELECT sequence, started_by AS "startedBy", turn FROM operations
        WHERE sequence = ${sequence} AND (${isDue()} OR ${isLeft()}) ${skipLocked}`
    )

  /**
   * Returns a condition that excludes users who have `longOfUser` operations running with this owner. Operations whose
   * lease expired do not count, so the same owner may claim them again. A worker for short operations only has no such
   * limit.
   */
  const notCrowding = ({ lanes, longOfUser, owner }: Claimant, lane: Lane) =>
    !lanes.includes("long")
      ? sql``
      : sql`AND started_by NOT IN (SELECT started_by FROM operations WHERE ${isHeld()} AND owner = ${owner}
          ${lane === "long" ? sql`AND lane = 'long'` : sql``} GROUP BY started_by HAVING count(*) >= ${longOfUser})`

  const leftBehind = (claimant: Claimant, lane: Lane) =>
    readFirst(
      Candidate,
      sql`SELECT sequence, started_by AS "startedBy", turn FROM operations
        WHERE ${isLeft()} AND ${notAlone(1)} AND lane = ${lane} ${notCrowding(claimant, lane)} ORDER BY lease_until LIMIT 1 ${skipLocked}`
    )

  /** Returns the named operation if it has the next turn and its project comes first among those of its user. */
  const namedOf = fn("operationClaims.namedOf")(function* (claimant: Claimant, lane: Lane, turn: number) {
    if (claimant.named === null) return Option.none<typeof Candidate.Type>()
    return yield* readFirst(
      Candidate,
      sql`SELECT sequence, started_by AS "startedBy", turn FROM operations
        WHERE id = ${claimant.named} AND ${isDue()} AND ${notAlone(0)} AND lane = ${lane} AND turn = ${turn}
          ${notCrowding(claimant, lane)} AND NOT EXISTS (SELECT 1 FROM operations o
            WHERE o.started_by = operations.started_by AND o.lane = operations.lane AND o.status = 'Queued'
              AND o.project_turn < operations.project_turn)
        ${skipLocked}`
    )
  })

  /**
   * Returns the first operation of the project whose turn it is, of the user whose turn it is. It swaps turns with the
   * user's first.
   */
  const waiting = fn("operationClaims.waiting")(function* (claimant: Claimant, lane: Lane) {
    const first = yield* readFirst(
      Candidate,
      sql`SELECT sequence, started_by AS "startedBy", turn FROM operations
        WHERE ${isDue()} AND ${notAlone(0)} AND lane = ${lane} ${notCrowding(claimant, lane)} ORDER BY turn, sequence LIMIT 1 ${skipLocked}`
    )
    if (Option.isNone(first)) return first
    const { sequence, startedBy, turn } = first.value
    const named = yield* namedOf(claimant, lane, turn)
    if (Option.isSome(named)) return named
    const next = yield* readFirst(
      Candidate,
      sql`SELECT sequence, started_by AS "startedBy", turn FROM operations
        WHERE ${isDue()} AND ${notAlone(0)} AND lane = ${lane} AND started_by = ${startedBy}
        ORDER BY project_turn, sequence LIMIT 1 ${skipLocked}`
    )
    if (Option.isNone(next) || next.value.sequence === sequence) return first
    yield* sql`UPDATE operations SET turn = ${next.value.turn} WHERE sequence = ${sequence}`
    return Option.some({ ...next.value, turn })
  })

  /**
   * Returns the operation that has to run alone if the claimant may take it. Otherwise returns what the claimant may
   * take: `All`; only operations that others `Left`, because one is due to run alone or another owner runs it; or
   * `Nothing`, because it runs one itself.
   */
  const single = fn("operationClaims.single")(function* ({ lanes, owner }: Claimant) {
    if (!(yield* isAny())) return "All"
    const { most, own } = yield* inHand(owner)
    if (own !== null && own >= limits.interruptionsInCompany.most) return "Nothing"
    if (most !== null && most >= limits.interruptionsInCompany.most) return "Left"
    const next = yield* nextAlone()
    const isFor = Option.isSome(next) && own === null && lanes.includes(next.value.lane)
    return isFor ? next.value.sequence : "Left"
  })

  const first = fn("operationClaims.first")(function* (claimant: Claimant, find: typeof leftBehind) {
    for (const lane of claimant.lanes) {
      const found = yield* find(claimant, lane)
      if (Option.isSome(found)) return found
    }
    return Option.none()
  })

  const candidate = fn("operationClaims.candidate")(function* (claimant: Claimant) {
    const seen = yield* single(claimant)
    if (seen === "Nothing") return Option.none()
    // Claims run concurrently: an operation that runs alone and the other claims wait for each other, and then it is
    // checked again.
    yield* lockName(sql, "operations.claim", typeof seen === "number" ? "alone" : "together")
    const found = yield* single(claimant)
    if (found === "Nothing" || (typeof found === "number" && typeof seen !== "number")) return Option.none()
    // An abandoned operation is taken over once; if it is abandoned again, it runs alone.
    const left = yield* first(claimant, leftBehind)
    if (Option.isSome(left) || found === "Left") return left
    return yield* found === "All" ? first(claimant, waiting) : bySequence(found)
  })

  return {
    claim: fn("operationClaims.claim")(function* (claimant: Claimant) {
      const found = yield* candidate(claimant)
      if (Option.isNone(found)) return Option.none<Claim>()
      const { sequence, turn } = found.value
      const claim = yield* readFirst(
        ClaimRow,
        sql`UPDATE operations
          SET status = 'InProgress', owner = ${claimant.owner}, token = token + 1, turn = ${turn},
            started_at = coalesce(started_at, ${now(sql)}),
            lease_until = ${now(sql)} + ${claimant.leaseMillis},
            attempt = attempt + CASE WHEN status = 'Queued' THEN 1 ELSE 0 END,
            interruptions = interruptions + CASE WHEN status = 'Queued' THEN 0 ELSE 1 END
          WHERE sequence = ${sequence}
          RETURNING id AS "operationId", project_id AS "projectId", model_id AS "modelId", started_by AS "startedBy",
            command, attempt, interruptions, postponements, token, traceparent`
      )
      yield* announce(
        sql,
        Option.toArray(claim).map(({ operationId }) => operationId)
      )
      return claim
    })
  }
}
