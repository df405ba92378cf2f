import { randomInt } from "node:crypto"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Unauthorized } from "../../domain/Errors.ts"
import { type ProjectId, TokenId } from "../../domain/Identifier.ts"
import type { Principal, UserId } from "../../domain/Principal.ts"
import {
  alphabet,
  checkDraft,
  isWellFormed,
  type ProgramTokenDraft,
  randomLength,
  tokenOf
} from "../../domain/signin/ProgramToken.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { Caller } from "../../ports/Caller.ts"
import { InvalidToken } from "../../ports/signin/Authenticator.ts"
import { type HeldProgramToken, ProgramTokenRepository } from "../../ports/signin/ProgramTokenRepository.ts"
import * as SingleFlight from "../../runtime/SingleFlight.ts"
import { fn } from "../../runtime/Span.ts"
import { lookSeconds } from "../common/HeldSecret.ts"
import { digestOf } from "../common/Opaque.ts"

/** Most tokens that are remembered. Beyond that all are looked up again. */
const mostRemembered = 10_000

/** A token that was looked up at a time, in milliseconds. */
interface Remembered {
  readonly principal: Principal
  readonly id: TokenId
  readonly expiresAt: number
  readonly at: number
}

const random = (): string => Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(62))).join("")

const principalOf = ({ expiresAt, id, reach, scopes, userId }: HeldProgramToken): Principal => ({
  userId,
  name: null,
  scopes: new Set(scopes),
  expiresAt: Math.floor(expiresAt / 1000),
  client: id,
  program: { tokenId: id, reach }
})

const refused = new InvalidToken({ reason: "the token is not known or has ended" })

/**
 * Tokens with which programs act for a user. One that is removed, shut out or revoked by another process is refused
 * after 15 seconds at the latest, like everything that is revoked; by this process it is refused at once.
 */
export class ProgramTokens extends Effect.Service<ProgramTokens>()("application/ProgramTokens", {
  scoped: Effect.gen(function* () {
    const tokens = yield* ProgramTokenRepository
    const scope = yield* Effect.scope
    const remembered = new Map<string, Remembered>()
    const lookUps = SingleFlight.make<Principal, InvalidToken | StorageUnavailable>()

    /** Forgets a token of which something has changed. */
    const forget = (id: TokenId): void => {
      for (const [hash, one] of remembered) if (one.id === id) remembered.delete(hash)
    }

    const recall = (hash: string, nowMillis: number): Principal | undefined => {
      const found = remembered.get(hash)
      if (found === undefined || found.expiresAt <= nowMillis) return undefined
      const age = nowMillis - found.at
      // A negative age means that the clock was set back, so the real age is unknown.
      return age >= 0 && age < lookSeconds * 1000 ? found.principal : undefined
    }

    /** Stores the day of use. No request waits for this write, and it is lost if the storage cannot be written. */
    const noteUse = ({ id, userId }: HeldProgramToken) =>
      Effect.provideService(Effect.ignore(tokens.used(id)), Caller, { userId, requestId: null }).pipe(
        Effect.forkIn(scope)
      )

    const lookUp = fn("ProgramTokens.lookUp")(function* (hash: string, nowMillis: number) {
      const held = Option.getOrNull(yield* tokens.held(hash))
      if (held === null || held.expiresAt <= nowMillis) {
        remembered.delete(hash)
        return yield* refused
      }
      const principal = principalOf(held)
      if (remembered.size >= mostRemembered) remembered.clear()
      remembered.set(hash, { principal, id: held.id, expiresAt: held.expiresAt, at: nowMillis })
      if (!held.isUsedToday) yield* noteUse(held)
      return principal
    })

    /** Returns the principal of a token if it was looked up within 15 seconds; undefined if it has to be looked up. */
    const known = (token: string, nowMillis: number): Principal | undefined => recall(digestOf(token), nowMillis)

    /** Returns the principal of a token. Fails with `InvalidToken` if it does not exist, has ended or is malformed. */
    const verify = (token: string): Effect.Effect<Principal, InvalidToken | StorageUnavailable> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (!isWellFormed(token)) return refused
        const hash = digestOf(token)
        const principal = recall(hash, now)
        return principal === undefined ? lookUps.join(hash, lookUp(hash, now)) : Effect.succeed(principal)
      })

    /**
     * Creates a token of the caller and returns it with its secret. Fails like `checkDraft` and
     * `ProgramTokenRepository.create`, and with `Unauthorized` if the caller's own token has been revoked.
     */
    const create = fn("ProgramTokens.create")(function* (caller: Principal, draft: ProgramTokenDraft) {
      yield* checkDraft(draft, caller.scopes, yield* Clock.currentTimeMillis)
      const token = tokenOf(random())
      const made = yield* tokens.create(caller, {
        id: TokenId.make(crypto.randomUUID()),
        name: draft.name,
        scopes: [...new Set(draft.scopes)],
        projects: draft.projects === undefined ? null : [...new Set(draft.projects)],
        expiresAt: draft.expiresAt,
        hash: digestOf(token)
      })
      if (made === null) return yield* new Unauthorized({ details: "The token is not good.", tokenGiven: true })
      return { ...made, token }
    })

    const remove = (userId: UserId, id: TokenId) =>
      Effect.map(tokens.remove(userId, id), () => {
        forget(id)
      })

    const shutOut = (projectId: ProjectId, id: TokenId) =>
      Effect.map(tokens.shutOut(projectId, id), () => {
        forget(id)
      })

    return { known, verify, create, list: tokens.list, remove, inProject: tokens.inProject, shutOut }
  })
}) {}
