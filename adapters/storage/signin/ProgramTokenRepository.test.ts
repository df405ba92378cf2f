import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ProjectId, TokenId } from "../../../src/domain/Identifier.ts"
import { type Scope, UserId } from "../../../src/domain/Principal.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { Reached } from "../../../src/ports/Reached.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { AccessRepository } from "../../../src/ports/projects/AccessRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { ProgramTokenRepository } from "../../../src/ports/signin/ProgramTokenRepository.ts"
import { SignInRepository } from "../../../src/ports/signin/SignInRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject, standingAt, whole } from "../testing/Work.ts"

const day = 24 * 3_600_000
const at = Date.UTC(2030, 0, 2, 3, 4, 5)
const scopes: ReadonlyArray<Scope> = ["models:read", "projects:read"]

let made = 0
const draft = (projects: ReadonlyArray<ProjectId> | null = null, expiresAt = at + day) => ({
  id: TokenId.make(crypto.randomUUID()),
  name: "Täst 🏗",
  scopes,
  projects,
  expiresAt,
  hash: `hash ${++made}`
})

const create = (token: ReturnType<typeof draft>, userId = ada) =>
  Effect.flatMap(ProgramTokenRepository, (tokens) => tokens.create({ userId }, token))

const tagOf = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), ({ _tag }) => _tag)

/** Returns the actions and objects in the audit of a project after its creation. */
const auditOf = (projectId: ProjectId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ entry: string }>`SELECT action || ' ' || object AS entry FROM audit
        WHERE project_id = ${Number(projectId)} AND action LIKE 'token.%' ORDER BY id`,
      (rows) => rows.map(({ entry }) => entry)
    )
  )

const reachOf = (hash: string) =>
  Effect.flatMap(ProgramTokenRepository, ({ held }) =>
    Effect.map(held(hash), (found) => {
      const { isLimited, projects } = Option.getOrThrow(found).reach
      return { isLimited, projects: [...projects] }
    })
  )

overStorages((it) => {
  it("a token is stored with its scopes and projects until it expires, and found by its hash", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      const [first, second] = [yield* newProject(), yield* newProject()]
      const limited = draft([second, first, second])
      const told = {
        name: limited.name,
        scopes,
        createdAt: "2030-01-02T03:04:05.000Z",
        expiresAt: "2030-01-03T03:04:05.000Z"
      }
      const shown = yield* create({ ...limited, projects: [first, second] })
      expect(shown).toEqual({ id: limited.id, ...told, projects: [first, second] })
      const unlimited = draft()
      expect(yield* create(unlimited)).toEqual({ id: unlimited.id, ...told })
      expect(yield* tokens.list(ada)).toEqual([shown!, { id: unlimited.id, ...told }])
      expect(yield* tokens.list(bert)).toEqual([])
      expect(yield* tokens.held(limited.hash)).toEqual(
        Option.some({
          id: limited.id,
          userId: ada,
          scopes,
          reach: { isLimited: true, projects: new Set([first, second]) },
          expiresAt: at + day,
          isUsedToday: false
        })
      )
      expect(yield* tokens.held(unlimited.id)).toEqual(Option.none())
      yield* standingAt(at + day)
      expect(yield* tokens.held(limited.hash)).toEqual(Option.none())
      expect(yield* tokens.list(ada)).toEqual([])
      expect(yield* tagOf(tokens.remove(ada, limited.id))).toBe("NotFound")
      yield* Effect.flatMap(GarbageRepository, ({ forgetSignIns }) => forgetSignIns(90))
      expect(yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM program_tokens`)).toEqual([])
    }))

  it("the last use is stored by the day", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      const token = draft(null, at + 10 * day)
      yield* create(token)
      const seen = () =>
        Effect.gen(function* () {
          const [{ lastUsedAt } = {}] = yield* tokens.list(ada)
          return [lastUsedAt, Option.getOrThrow(yield* tokens.held(token.hash)).isUsedToday]
        })
      expect(yield* seen()).toEqual([undefined, false])
      yield* tokens.used(token.id)
      yield* tokens.used(token.id)
      expect(yield* seen()).toEqual(["2030-01-02T00:00:00.000Z", true])
      yield* standingAt(at + day)
      expect(yield* seen()).toEqual(["2030-01-02T00:00:00.000Z", false])
      yield* tokens.used(token.id)
      expect(yield* seen()).toEqual(["2030-01-03T00:00:00.000Z", true])
    }))

  it("a token names only projects of its user, and others cannot remove it", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      const [own, foreign] = [yield* newProject(), yield* newProject(bert)]
      expect(yield* tagOf(create(draft([own, foreign])))).toBe("ProjectNotFound")
      expect(yield* tagOf(create(draft([own, "9007199254740991" as ProjectId])))).toBe("ProjectNotFound")
      expect(yield* tokens.list(ada)).toEqual([])
      const token = draft([own])
      yield* create(token)
      expect(yield* tagOf(tokens.remove(bert, token.id))).toBe("NotFound")
      yield* tokens.remove(ada, token.id)
      expect(yield* tokens.held(token.hash)).toEqual(Option.none())
      expect(yield* tagOf(tokens.remove(ada, token.id))).toBe("NotFound")
    }))

  it("Owners see the tokens that reach their project and can exclude them", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      const members = yield* MemberRepository
      const [project, other] = [yield* newProject(), yield* newProject()]
      yield* members.put(project, bert, "User")
      const [limited, elsewhere, unlimited] = [draft([project, other]), draft([other]), draft()]
      yield* create(limited)
      yield* create(elsewhere)
      yield* create(unlimited, bert)
      yield* create(draft(), UserId.make("stranger"))
      const idsIn = (projectId: ProjectId) =>
        Effect.map(whole(tokens.inProject(projectId)), (all) => all.map(({ id }) => id))
      expect(yield* whole(tokens.inProject(project))).toEqual([
        { id: limited.id, name: limited.name, userId: ada, scopes, expiresAt: "2030-01-03T03:04:05.000Z" },
        { id: unlimited.id, name: unlimited.name, userId: bert, scopes, expiresAt: "2030-01-03T03:04:05.000Z" }
      ])
      expect(yield* idsIn(other)).toEqual([limited.id, elsewhere.id])
      expect(yield* tagOf(tokens.shutOut(project, elsewhere.id))).toBe("NotFound")
      yield* tokens.shutOut(project, limited.id)
      yield* tokens.shutOut(project, unlimited.id)
      expect(yield* idsIn(project)).toEqual([])
      expect(yield* idsIn(other)).toEqual([limited.id, elsewhere.id])
      expect(yield* tagOf(tokens.shutOut(project, limited.id))).toBe("NotFound")
      expect(yield* tagOf(tokens.shutOut(project, unlimited.id))).toBe("NotFound")
      expect(yield* reachOf(limited.hash)).toEqual({ isLimited: true, projects: [other] })
      expect(yield* reachOf(unlimited.hash)).toEqual({ isLimited: false, projects: [project] })
      yield* members.remove(project, bert)
      yield* members.put(project, bert, "Owner")
      expect(yield* idsIn(project)).toEqual([])
    }))

  it("changes of a token are recorded in the audits of the projects that it reaches", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      const [project, other, foreign] = [yield* newProject(), yield* newProject(), yield* newProject(bert)]
      const [limited, unlimited] = [draft([project]), draft()]
      const asAda = Effect.provideService(Caller, { userId: ada, requestId: "r" })
      yield* asAda(create(limited))
      yield* asAda(create(unlimited))
      yield* asAda(tokens.shutOut(other, unlimited.id))
      yield* asAda(tokens.remove(ada, unlimited.id))
      expect(yield* auditOf(project)).toEqual([
        `token.create ${limited.id}`,
        `token.create ${unlimited.id}`,
        `token.remove ${unlimited.id}`
      ])
      expect(yield* auditOf(other)).toEqual([`token.create ${unlimited.id}`, `token.shutOut ${unlimited.id}`])
      expect(yield* auditOf(foreign)).toEqual([])
    }))

  it("revoking a user, a new password and removing the account end the tokens", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      const accounts = yield* AccountRepository
      const signIns = yield* SignInRepository
      yield* accounts.add(ada, "hash")
      const ways = [signIns.revokeUser(ada), accounts.setPassword(ada, "other"), accounts.remove(ada)]
      const others = draft()
      yield* create(others, bert)
      for (const end of ways) {
        const token = draft()
        yield* create(token)
        yield* end
        expect(yield* tokens.held(token.hash)).toEqual(Option.none())
      }
      expect(Option.isSome(yield* tokens.held(others.hash))).toBe(true)
    }))

  it("a revoked token cannot create another one; one issued later can", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const tokens = yield* ProgramTokenRepository
      yield* Effect.flatMap(SignInRepository, ({ revokeUser }) => revokeUser(ada))
      const by = (issuedAt: number) => tokens.create({ userId: ada, issuedAt }, draft())
      expect(yield* by(at / 1000 - 1)).toBeNull()
      expect(yield* tokens.list(ada)).toEqual([])
      expect(yield* by(at / 1000)).not.toBeNull()
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO revocations (kind, subject, revoked_at, ends_at) VALUES ('SignIn', 's', ${at}, ${at + day})`
      expect(yield* tokens.create({ userId: bert, issuedAt: at, signInId: "s" }, draft())).toBeNull()
      expect(yield* tokens.create({ userId: bert, issuedAt: at, signInId: "t" }, draft())).not.toBeNull()
    }))

  it("a deleted project is removed from tokens", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const [project, other] = [yield* newProject(), yield* newProject()]
      const token = draft([project, other])
      yield* create(token)
      yield* Effect.flatMap(ProjectRepository, (projects) => projects.remove(project))
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
      expect(yield* reachOf(token.hash)).toEqual({ isLimited: true, projects: [other] })
    }))

  it("projects beyond a token's reach are unknown to access checks and absent from lists", () =>
    Effect.gen(function* () {
      const projects = yield* ProjectRepository
      const access = yield* AccessRepository
      const [project, other] = [yield* newProject(ada, "A"), yield* newProject(ada, "B")]
      const seen = Effect.gen(function* () {
        const names = (yield* whole(projects.list(ada))).map(({ name }) => name)
        const found = yield* Effect.forEach([project, other], (id) => access.find(ada, id, null))
        const read = yield* Effect.forEach([project, other], (id) => projects.find(ada, id))
        return [names, found.map(Option.isSome), read.map(Option.isSome)]
      })
      const through = (isLimited: boolean) =>
        Effect.provideService(seen, Reached, { isLimited, projects: new Set([project]) })
      expect(yield* seen).toEqual([
        ["A", "B"],
        [true, true],
        [true, true]
      ])
      expect(yield* through(true)).toEqual([["A"], [true, false], [true, false]])
      expect(yield* through(false)).toEqual([["B"], [false, true], [false, true]])
    }))
})
