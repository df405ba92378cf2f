import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ModelId, type OperationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { aloneAfter, Claim, Lane } from "../../../src/domain/operations/Operation.ts"
import { UserId } from "../../../src/domain/Principal.ts"
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

/** Who asks for work, and for which. */
export interface Claimant {
  readonly owner: string
  readonly lanes: ReadonlyArray<Lane>
  readonly leaseMillis: number
  readonly longOfUser: number
  /** Which of those whose turn it is goes first. */
  readonly named: OperationId | null
}

/** Takes operations. Each is to be run within a transaction. */
export const operationClaims = (sql: SqlClient) => {
  // SQLite has one writer, so nothing needs to be locked there.
  const skipLocked = sql.onDialectOrElse({ pg: () => sql`FOR UPDATE SKIP LOCKED`, orElse: () => sql`` })
  // Made anew each time: the clock of a test moves.
  const isHeld = () => sql`status = 'InProgress' AND lease_until >= ${now(sql)}`
  const isLeft = () => sql`status = 'InProgress' AND lease_until < ${now(sql)}`
  // Files of a model become its versions in the order in which they were started: one waits for those before it.
  const isNext = sql`(kind <> 'ImportIfc' OR NOT EXISTS (SELECT 1 FROM operations e WHERE e.model_id = operations.model_id
    AND e.kind = 'ImportIfc' AND e.status IN ('Queued', 'InProgress') AND e.sequence < operations.sequence))`
  const isDue = () => sql`status = 'Queued' AND run_after <= ${now(sql)} AND ${isNext}`

  /** What goes alone, or is to. To take over what was left is an interruption more. */
  const isAlone = () => sql`status IN ('Queued', 'InProgress') AND interruptions >= 1
    AND interruptions + CASE WHEN ${isLeft()} THEN 1 ELSE 0 END >= ${aloneAfter} AND run_after <= ${now(sql)}`
  const isAny = () =>
    Effect.map(sql`SELECT sequence FROM operations WHERE ${isAlone()} LIMIT 1`, (rows) => rows.length > 0)
  const nextAlone = () =>
    readFirst(
      Next,
      sql`SELECT sequence, lane FROM operations WHERE ${isAlone()} AND NOT (${isHeld()}) ORDER BY status, sequence LIMIT 1`
    )
  /** How often what is in hand was interrupted at most, of the owner's and of anybody's; null where that is nothing. */
  const inHand = (owner: string) =>
    readOne(
      InHand,
      sql`SELECT max(CASE WHEN owner = ${owner} THEN interruptions END) AS own, max(interruptions) AS most
        FROM operations WHERE ${isHeld()}`
    )
  /** They are judged between one look at what goes alone and the next: what became so meanwhile is not theirs. */
  const notAlone = (taking: 0 | 1) => sql`interruptions < ${aloneAfter - taking}`

  const bySequence = (sequence: number) =>
    readFirst(
      Candidate,
      sql`SELECT sequence, started_by AS "startedBy", turn FROM operations
        WHERE sequence = ${sequence} AND (${isDue()} OR ${isLeft()}) ${skipLocked}`
    )

  /**
   * What its lease has left counts no more: it is to be taken again, by this owner as well. Who works on what is short
   * alone takes it from whom it likes.
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

  /** The operation that was named, where it has the turn that is the next and is the first of its user's projects. */
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

  /** Of the user whose turn it is the first of the project whose turn it is; it takes the turn of the user's first. */
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
   * Which of them goes alone and is the claimant's to take; else what there is for it: `All`, only what others have
   * `Left`, for one of them is due or in another's hand, or `Nothing`, for it has one itself.
   */
  const single = fn("operationClaims.single")(function* ({ lanes, owner }: Claimant) {
    if (!(yield* isAny())) return "All"
    const { most, own } = yield* inHand(owner)
    if (own !== null && own >= aloneAfter) return "Nothing"
    if (most !== null && most >= aloneAfter) return "Left"
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
    // Others claim at the same time: what goes alone waits for them, they for it, and then it is looked at again.
    yield* lockName(sql, "operations.claim", typeof seen === "number" ? "alone" : "together")
    const found = yield* single(claimant)
    if (found === "Nothing" || (typeof found === "number" && typeof seen !== "number")) return Option.none()
    // Once each: who is left again goes alone as well.
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
