import * as Context from "effect/Context"
import type { LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { ProjectId, TokenId } from "../../domain/Identifier.ts"
import type { Principal, Scope, UserId } from "../../domain/Principal.ts"
import type { Reach } from "../../domain/Reach.ts"
import type { ProgramToken, ProjectToken } from "../../domain/signin/ProgramToken.ts"
import type { Found, Listed, Read, Written } from "../Stored.ts"

export interface NewProgramToken {
  readonly id: TokenId
  readonly name: string
  readonly scopes: ReadonlyArray<Scope>
  /** The projects that the token reaches, all different; null if it reaches all projects of the user. */
  readonly projects: ReadonlyArray<ProjectId> | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** SHA-256 of the token in base64url. */
  readonly hash: string
}

/** A token for programs that was sent with a request. */
export interface HeldProgramToken {
  readonly id: TokenId
  readonly userId: UserId
  readonly scopes: ReadonlyArray<Scope>
  readonly reach: Reach
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** True if `used` was already called for the token today. */
  readonly isUsedToday: boolean
}

/**
 * Tokens for programs. They are stored as hashes. An expired token counts as removed. Creating or removing a token adds
 * an entry to the audits of the projects that it reaches, at most 1,000 of them.
 */
export class ProgramTokenRepository extends Context.Tag("ports/ProgramTokenRepository")<
  ProgramTokenRepository,
  {
    /**
     * Stores a token of the maker. Returns null, storing nothing, if the maker's own token was revoked after it was
     * issued. Fails with `ProjectNotFound` if the maker is not a member of all of the projects, and with
     * `LimitExceeded` if the user has 100 tokens.
     */
    readonly create: (
      maker: Pick<Principal, "userId" | "issuedAt" | "signInId">,
      token: NewProgramToken
    ) => Written<ProgramToken | null, LimitExceeded | ProjectNotFound>
    /** Returns the user's tokens in the order of their creation. */
    readonly list: (userId: UserId) => Read<ReadonlyArray<ProgramToken>>
    /** Fails with `NotFound` if the user has no such token. */
    readonly remove: (userId: UserId, id: TokenId) => Written<void, NotFound>
    /** Returns the tokens of members that reach the project, in the order of their creation. */
    readonly inProject: (projectId: ProjectId) => Listed<ProjectToken>
    /** Removes the project from those that a token reaches. Fails with `NotFound` if it does not reach the project. */
    readonly shutOut: (projectId: ProjectId, id: TokenId) => Written<void, NotFound>
    /** Returns the token with this hash. */
    readonly held: (hash: string) => Found<HeldProgramToken>
    /** Records that the token is used today, by the storage's time. */
    readonly used: (id: TokenId) => Written<void>
  }
>() {}
