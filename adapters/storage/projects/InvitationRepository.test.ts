import { expect } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import { InvitationId, type ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { UserId } from "../../../src/domain/Principal.ts"
import { AuditRepository } from "../../../src/ports/audit/AuditRepository.ts"
import { Caller } from "../../../src/ports/Caller.ts"
import { GarbageRepository } from "../../../src/ports/operations/GarbageRepository.ts"
import { InvitationRepository } from "../../../src/ports/projects/InvitationRepository.ts"
import { MemberRepository } from "../../../src/ports/projects/MemberRepository.ts"
import { ProjectRepository } from "../../../src/ports/projects/ProjectRepository.ts"
import { AccountRepository } from "../../../src/ports/signin/AccountRepository.ts"
import { overStorages } from "../testing/Storages.ts"
import { ada, bert, newProject, standingAt, whole } from "../testing/Work.ts"

const day = 24 * 3_600_000
const at = Date.UTC(2030, 0, 2, 3, 4, 5)
const cleo = UserId.make("cleo")

let made = 0
const draft = (expiresAt = at + day, createdBy = ada) => ({
  id: InvitationId.make(crypto.randomUUID()),
  role: "Contributor" as const,
  createdBy,
  expiresAt,
  secretHash: `hash ${++made}`
})

const tagOf = <A, E extends { readonly _tag: string }, R>(work: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(work), ({ _tag }) => _tag)

const idsOf = (projectId: ProjectId) =>
  Effect.flatMap(InvitationRepository, ({ list }) => Effect.map(list(projectId), (all) => all.map(({ id }) => id)))

const rolesOf = (projectId: ProjectId) =>
  Effect.flatMap(MemberRepository, ({ ofProject }) =>
    Effect.map(whole(ofProject(projectId)), (all) => all.map(({ role, userId }) => `${userId} ${role}`))
  )

overStorages((it) => {
  it("an invitation makes its user a member once; a member keeps the role and leaves it open", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const invitations = yield* InvitationRepository
      const projectId = yield* newProject()
      const open = draft()
      expect(yield* invitations.create(projectId, open)).toEqual({
        id: open.id,
        role: "Contributor",
        createdBy: ada,
        createdAt: "2030-01-02T03:04:05.000Z",
        expiresAt: "2030-01-03T03:04:05.000Z"
      })
      expect(yield* invitations.accept(open.secretHash, ada)).toBe(projectId)
      expect(yield* idsOf(projectId)).toEqual([open.id])
      expect(yield* Effect.provideService(invitations.accept(open.secretHash, bert), Caller, caller(bert))).toBe(
        projectId
      )
      expect(yield* rolesOf(projectId)).toEqual(["ada Owner", "bert Contributor"])
      expect(yield* idsOf(projectId)).toEqual([])
      expect(yield* tagOf(invitations.accept(open.secretHash, cleo))).toBe("NotFound")
      const { items } = yield* Effect.flatMap(AuditRepository, ({ list }) => list(projectId, { page: 1, pageSize: 2 }))
      expect(items.map(({ action, object, outcome, userId }) => [userId, action, object, outcome])).toEqual([
        ["bert", "invitation.accept", open.id, "Contributor"],
        ["(service)", "invitation.create", open.id, "Contributor"]
      ])
      expect(JSON.stringify(items)).not.toContain(open.secretHash)
    }))

  it("of two users who accept at once, one becomes a member", () =>
    Effect.gen(function* () {
      const { accept, create } = yield* InvitationRepository
      const projectId = yield* newProject()
      const open = draft(Date.now() + day)
      yield* create(projectId, open)
      const both = yield* Effect.all(
        [bert, cleo].map((user) => Effect.either(accept(open.secretHash, user))),
        { concurrency: "unbounded" }
      )
      expect(both.map(({ _tag }) => _tag).toSorted()).toEqual(["Left", "Right"])
      expect((yield* rolesOf(projectId)).length).toBe(2)
    }))

  it("an invitation is not open if it expired, was withdrawn, or its author is no longer an Owner", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const invitations = yield* InvitationRepository
      const { put } = yield* MemberRepository
      const projectId = yield* newProject()
      yield* put(projectId, bert, "Owner")
      const [expired, withdrawn, ofBert] = [draft(at), draft(), draft(at + day, bert)]
      for (const one of [expired, withdrawn, ofBert]) yield* invitations.create(projectId, one)
      yield* invitations.remove(projectId, withdrawn.id)
      expect(yield* tagOf(invitations.remove(projectId, withdrawn.id))).toBe("NotFound")
      expect(yield* tagOf(invitations.remove(yield* newProject(), ofBert.id))).toBe("NotFound")
      expect(yield* idsOf(projectId)).toEqual([ofBert.id])
      yield* put(projectId, bert, "Contributor")
      expect(yield* idsOf(projectId)).toEqual([])
      for (const { secretHash } of [expired, withdrawn, ofBert]) {
        expect(yield* tagOf(invitations.accept(secretHash, cleo))).toBe("NotFound")
        expect(yield* invitations.isOpen(secretHash)).toBe(false)
      }
    }))

  it("a removed project has no open invitations", () =>
    Effect.gen(function* () {
      const invitations = yield* InvitationRepository
      const projectId = yield* newProject()
      const open = draft(Date.now() + day)
      yield* invitations.create(projectId, open)
      yield* Effect.flatMap(ProjectRepository, ({ remove }) => remove(projectId))
      expect(yield* tagOf(invitations.accept(open.secretHash, bert))).toBe("NotFound")
      expect(yield* tagOf(invitations.create(projectId, draft()))).toBe("ProjectNotFound")
      yield* Effect.flatMap(GarbageRepository, ({ purgeRemoved }) => purgeRemoved)
    }))

  it("a project has at most 100 open invitations", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const { create, remove } = yield* InvitationRepository
      const projectId = yield* newProject()
      const all = Array.from({ length: limits.invitationsOfProject.most }, () => draft())
      for (const one of all) yield* create(projectId, one)
      expect(yield* tagOf(create(projectId, draft()))).toBe("LimitExceeded")
      yield* remove(projectId, all[0]!.id)
      yield* create(projectId, draft())
    }))

  it("an account is made with the membership, or neither is", () =>
    Effect.gen(function* () {
      yield* standingAt(at)
      const invitations = yield* InvitationRepository
      const accounts = yield* AccountRepository
      const projectId = yield* newProject()
      const open = draft()
      yield* invitations.create(projectId, open)
      const accept = (name: string, secretHash = open.secretHash) =>
        invitations.acceptAsNew(secretHash, { userId: UserId.make(name), passwordHash: "hash" })
      yield* accounts.add(UserId.make("account"), "hash")
      yield* accounts.add(UserId.make("former"), "hash")
      yield* accounts.remove(UserId.make("former"))
      yield* Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`INSERT INTO users (user_id, created_at) VALUES ('known', ${at})`
      )
      yield* Effect.flatMap(MemberRepository, ({ put }) => put(projectId, UserId.make("added"), "User"))
      for (const name of ["account", "former", "known", "added", "ada"]) {
        expect(yield* tagOf(accept(name)), name).toBe("DuplicateName")
      }
      expect(yield* tagOf(accept("new", "another"))).toBe("NotFound")
      expect(yield* accounts.list).toEqual([UserId.make("account")])
      expect(yield* accept("new")).toBe(projectId)
      expect(yield* accounts.list).toEqual([UserId.make("account"), UserId.make("new")])
      expect(yield* rolesOf(projectId)).toContain("new Contributor")
      expect(yield* tagOf(accept("newer"))).toBe("NotFound")
    }))
})

const caller = (userId: UserId) => ({ userId, requestId: null })
