import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { UserId } from "../../../src/domain/Principal.ts"
import { AuditRepository } from "../../../src/ports/audit/AuditRepository.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { ClientId, pageClientId } from "../../../src/domain/signin/Client.ts"
import { AdminRepository } from "../../../src/ports/signin/AdminRepository.ts"
import { ClientRepository } from "../../../src/ports/signin/ClientRepository.ts"
import { SignInRepository } from "../../../src/ports/signin/SignInRepository.ts"
import { checkAudit } from "../history/AuditChain.ts"
import { planOf, recorded } from "../testing/Statements.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newImport, newProject, standingAt } from "../testing/Work.ts"

const day = 24 * 3_600_000
const at = Date.UTC(2030, 0, 2, 3, 4, 5)
const root = UserId.make("root")
const all = { page: 1, pageSize: 100 }
const first = { page: 1, pageSize: 1 }

const asRoot = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.provideService(work, Caller, { userId: root, requestId: "r" })

overStorages((it, name) => {
  it("users with an account and users who called are listed by creation, and the last operator cannot be removed", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const accounts = yield* AccountRepository
      const admin = yield* AdminRepository
      expect(yield* accounts.add(root, "hash", true)).toBe(true)
      yield* accounts.add(bert, "hash")
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`INSERT INTO users (user_id, name, created_at, last_seen_at) VALUES ('ada', 'Ada', ${at + 1}, ${at + 1})`
      )
      const [createdAt, afterwards] = ["2030-01-02T03:04:05.000Z", "2030-01-02T03:04:05.001Z"]
      expect(yield* admin.users(all)).toEqual({
        totalCount: 3,
        items: [
          { userId: "bert", name: "bert", operator: false, createdAt },
          { userId: "root", name: "root", operator: true, createdAt },
          { userId: "ada", name: "Ada", operator: false, createdAt: afterwards, lastSeenAt: afterwards }
        ]
      })
      expect((yield* admin.users({ page: 2, pageSize: 2 })).items.map(({ userId }) => userId)).toEqual(["ada"])
      expect([yield* admin.isUser(ada), yield* admin.isUser(UserId.make("nobody"))]).toEqual([true, false])
      expect([yield* accounts.isOperator(root), yield* accounts.isOperator(bert)]).toEqual([true, false])
      expect((yield* Effect.flip(accounts.remove(root, true)))._tag).toBe("LastOperator")
      expect(yield* accounts.remove(bert, true)).toBe(true)
      yield* accounts.add(bert, "hash", true)
      const both = yield* Effect.all(
        [root, bert].map((userId) => Effect.either(accounts.remove(userId, true))),
        { concurrency: "unbounded" }
      )
      expect(both.map(({ _tag }) => _tag).sort()).toEqual(["Left", "Right"])
      expect(yield* accounts.list).toHaveLength(1)
      expect(yield* accounts.remove((yield* accounts.list)[0]!)).toBe(true)
    }))

  it("somebody who has signed in but never called is a user whom an operator can revoke", () =>
    Effect.gen(function* () {
      const admin = yield* AdminRepository
      const grace = UserId.make("grace")
      expect(yield* admin.isUser(grace)).toBe(false)
      const id = ClientId.make("excel")
      const client = { id, redirectUris: ["https://b.test"], scopes: ["models:read"] as const, secretHash: null }
      yield* Effect.flatMap(ClientRepository, ({ add }) => add(client))
      yield* Effect.flatMap(SignInRepository, ({ begin }) =>
        begin({
          id: "one",
          clientId: id,
          userId: grace,
          scopes: client.scopes,
          codeHash: "code",
          redirectUri: "https://b.test",
          challenge: "challenge",
          sealed: null,
          passwordHash: null
        })
      )
      expect(yield* admin.isUser(grace)).toBe(true)
    }))

  it("a user whose account was deleted is listed again only after another call, or with another account", () =>
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const admin = yield* AdminRepository
      const sql = yield* SqlClient.SqlClient
      const seen = (userId: string) => sql`UPDATE users SET last_seen_at = 1 WHERE user_id = ${userId}`
      const listed = Effect.map(admin.users(all), ({ items, totalCount }) => {
        expect(totalCount).toBe(items.length)
        return items.map(({ userId }) => userId).sort()
      })
      yield* accounts.add(ada, "hash")
      yield* accounts.add(bert, "hash")
      yield* sql`INSERT INTO users (user_id, created_at, last_seen_at) VALUES ('ada', 0, 0), ('bert', 0, 0)`
      yield* accounts.remove(bert)
      expect(yield* listed).toEqual(["ada"])
      expect(yield* admin.isUser(bert)).toBe(true)
      yield* seen("bert")
      expect(yield* listed).toEqual(["ada", "bert"])
      yield* accounts.remove(ada)
      expect(yield* listed).toEqual(["bert"])
      yield* accounts.add(ada, "hash")
      expect(yield* listed).toEqual(["ada", "bert"])
    }))

  it("clients are listed page by page in the order of their creation, without the page and without reading the others", () =>
    Effect.gen(function* () {
      const admin = yield* AdminRepository
      const clients = yield* ClientRepository
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO clients (client_id, redirect_uris, scopes, created_at, is_registered, registered_from, used_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        SELECT 'client-' || i, '[]', 'models:read', 1000 - i, 1, 'elsewhere', 0 FROM n`
      const added = { redirectUris: ["https://b.test"], scopes: ["models:read"] as const, secretHash: null }
      yield* clients.add({ ...added, id: pageClientId })
      const excel = { ...added, id: ClientId.make("excel") }
      yield* clients.add(excel)
      const { result, texts } = yield* recorded(admin.clients({ page: 3, pageSize: 100 }))
      expect([result.totalCount, result.items.length]).toEqual([301, 100])
      expect(result.items.slice(0, 2).map(({ id }) => String(id))).toEqual(["client-100", "client-99"])
      expect(result.items[0]?.registration).toEqual({ name: null })
      expect((yield* admin.clients({ page: 4, pageSize: 100 })).items).toEqual([{ ...excel, registration: null }])
      expect((yield* admin.clients({ page: 5, pageSize: 100 })).items).toEqual([])
      if (name.startsWith("SQLite")) {
        const plan = yield* planOf(texts.find((text) => text.includes("LIMIT"))!)
        expect(plan).toEqual(["SCAN clients USING INDEX clients_by_creation"])
      }
    }))

  it("a link sets a password once, within 24 hours, and the next link replaces it", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const accounts = yield* AccountRepository
      yield* accounts.add(bert, "old")
      expect(yield* accounts.linkPassword(UserId.make("nobody"), "none", day)).toBe(false)
      expect(yield* accounts.linkPassword(bert, "first", day)).toBe(true)
      expect(yield* accounts.linkPassword(bert, "second", day)).toBe(true)
      expect(yield* accounts.linked("first")).toEqual(Option.none())
      expect(yield* accounts.linked("second")).toEqual(Option.some(bert))
      expect(yield* accounts.setLinkedPassword("first", "new")).toEqual(Option.none())
      expect(yield* accounts.setLinkedPassword("second", "new")).toEqual(Option.some(bert))
      expect(yield* accounts.setLinkedPassword("second", "newer")).toEqual(Option.none())
      expect(yield* accounts.passwordHash(bert)).toEqual(Option.some("new"))
      const { users } = yield* Effect.flatMap(SignInRepository, ({ revoked }) => revoked(0))
      expect(users.map(({ userId }) => userId)).toEqual([bert])
      yield* accounts.linkPassword(bert, "late", day)
      yield* standingAt(at + day)
      expect(yield* accounts.setLinkedPassword("late", "newer")).toEqual(Option.none())
      yield* Effect.flatMap(GarbageRepository, ({ forgetSignIns }) => forgetSignIns(90))
      const links = yield* Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT user_id FROM password_links`)
      expect(links).toEqual([])
      yield* accounts.linkPassword(bert, "removed", day)
      expect(yield* accounts.remove(bert)).toBe(true)
      expect(yield* accounts.linked("removed")).toEqual(Option.none())
    }))

  it("an action on a user is recorded in the audits of the service and of the user's projects, and in no other", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const admin = yield* AdminRepository
      const audits = yield* AuditRepository
      const projectId = yield* newProject()
      const other = yield* newProject()
      yield* Effect.flatMap(MemberRepository, ({ put }) => put(projectId, bert, "User"))
      yield* asRoot(admin.note("admin.user.revoke", "bert", bert))
      yield* asRoot(admin.note("admin.health.read", "health"))
      const entry = {
        at: "2030-01-02T03:04:05.000Z",
        userId: "root",
        outcome: "Done",
        requestId: "r",
        via: "api" as const
      }
      const revoked = { ...entry, action: "admin.user.revoke", object: "bert" }
      expect((yield* audits.list(projectId, first)).items).toEqual([revoked])
      expect((yield* audits.list(other, all)).items.map(({ action }) => action)).toEqual(["project.create"])
      const { items, totalCount } = yield* admin.audit({ page: 1, pageSize: 3 })
      expect(items).toEqual([
        { ...entry, action: "admin.health.read", object: "health" },
        { ...revoked, projectId },
        revoked
      ])
      expect(totalCount).toBeGreaterThan(3)
      yield* audits.refuse([
        {
          projectId: "0" as never,
          userId: bert,
          requestId: "s",
          action: "listUsers",
          object: "0",
          outcome: "Forbidden",
          client: "excel",
          via: "mcp"
        }
      ])
      const refused = { userId: "bert", action: "listUsers", client: "excel", via: "mcp" }
      expect((yield* admin.audit(first)).items).toMatchObject([refused])
    }))

  it("an action on a user is recorded by the same number of statements, however many projects the user has", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const admin = yield* AdminRepository
      const audits = yield* AuditRepository
      const note = asRoot(admin.note("admin.user.revoke", "bert", bert))
      const one = yield* newProject()
      yield* Effect.flatMap(MemberRepository, ({ put }) => put(one, bert, "User"))
      const { texts: few } = yield* recorded(note)
      yield* sql`INSERT INTO projects (name, created_by, created_at)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
        SELECT 'Project ' || i, 'ada', 0 FROM n`
      yield* sql`INSERT INTO project_members (project_id, user_id, role)
        SELECT id, 'bert', 'User' FROM projects WHERE id <> ${Number(one)}`
      const { texts: many } = yield* recorded(note)
      expect(many).toHaveLength(few.length)
      // A list has at most 1,000 projects, and the audit of the service is one more.
      const count = sql<{ n: number | string }>`SELECT count(*) AS n FROM audit WHERE action = 'admin.user.revoke'`
      expect(Number((yield* count)[0]!.n)).toBe(2 + 1001)
      yield* asRoot(admin.note("admin.user.linkPassword", "bert", bert))
      expect((yield* audits.list(one, all)).items.map(({ action }) => action).slice(0, 3)).toEqual([
        "admin.user.linkPassword",
        "admin.user.revoke",
        "admin.user.revoke"
      ])
      expect(yield* checkAudit(sql, null)).toMatchObject({ projects: 1001 })
    }))

  it("operations and projects of everybody are listed with ids, states and times", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const admin = yield* AdminRepository
      const projectId = yield* newProject(ada, "Tower")
      const removed = yield* newProject(bert, "Gone")
      const { modelId, operationId } = yield* newImport(projectId)
      yield* Effect.flatMap(ProjectRepository, ({ remove }) => remove(removed))
      expect(yield* admin.operations(first)).toEqual({
        totalCount: 1,
        items: [
          {
            operationId,
            kind: "ImportIfc",
            status: "Queued",
            projectId,
            modelId: String(modelId),
            userId: "ada",
            createdAt: "2030-01-02T03:04:05.000Z"
          }
        ]
      })
      expect(yield* admin.projects(all)).toEqual({ totalCount: 1, items: [{ projectId, name: "Tower" }] })
      expect(yield* admin.bytes).toBeGreaterThan(0)
    }))
})
