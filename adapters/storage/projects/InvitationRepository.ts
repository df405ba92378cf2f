import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { DuplicateName } from "../../../src/domain/Errors.ts"
import { memberChanged } from "../../../src/domain/events/NewEvents.ts"
import { InvitationId, ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import type { UserId } from "../../../src/domain/Principal.ts"
import { ProjectRole } from "../../../src/domain/projects/Role.ts"
import { timeOf } from "../../../src/domain/Time.ts"
import { InvitationRepository } from "../../../src/ports/projects/InvitationRepository.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { now } from "../sql/Clock.ts"
import { withinLimit } from "../sql/Limit.ts"
import { locked, lockUser } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { integer, key, readAll, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { insertMember } from "./NewMembers.ts"

const Row = Schema.Struct({
  id: InvitationId,
  projectId: key(ProjectId),
  role: ProjectRole,
  createdBy: Schema.String,
  createdAt: integer,
  expiresAt: integer
})

const shown = ({ createdAt, createdBy, expiresAt, id, role }: Omit<typeof Row.Type, "projectId">) => ({
  id,
  role,
  createdBy,
  createdAt: timeOf(createdAt),
  expiresAt: timeOf(expiresAt)
})

const Inserted = Schema.Struct({ at: integer })

export const layer = repository(InvitationRepository, (sql) => {
  const inTransaction = transaction(sql)
  const columns = sql`i.invitation_id AS id, i.project_id AS "projectId", i.role, i.created_by AS "createdBy",
    i.created_at AS "createdAt", i.ends_at AS "expiresAt"`
  /** Selects the open ones of the invitations `i`. A removed project has no members. */
  const open = () => sql`project_invitations i JOIN project_members m
    ON m.project_id = i.project_id AND m.user_id = i.created_by AND m.role = 'Owner' AND i.ends_at > ${now(sql)}`
  const openWith = (hash: string) =>
    readFirst(Row, sql`SELECT ${columns} FROM ${open()} WHERE i.secret_hash = ${hash}`).pipe(
      Effect.flatMap(Effect.mapError(missing.invitation))
    )
  const lockProject = (projectId: ProjectId) =>
    sql`SELECT id FROM projects WHERE id = ${Number(projectId)} AND removed = 0 ${locked(sql)}`

  /** Returns the open invitation with a secret. Its project is locked, so that nobody else can use or withdraw it. */
  const lockedWith = fn("InvitationRepository.lockedWith")(function* (hash: string) {
    yield* lockProject((yield* openWith(hash)).projectId)
    return yield* openWith(hash)
  })

  const use = fn("InvitationRepository.use")(function* ({ id, projectId, role }: typeof Row.Type, userId: UserId) {
    yield* insertMember(sql, projectId, userId, role)
    yield* sql`DELETE FROM project_invitations WHERE invitation_id = ${id}`
    yield* audit(sql, { projectId, action: "invitation.accept", object: id, outcome: role }, [
      memberChanged(userId, "Created")
    ])
  })

  /** Returns whether a name is or was that of a user or a member. Authors and owners have called, so they are users. */
  const isTaken = (userId: UserId) =>
    Effect.map(
      sql`SELECT user_id FROM accounts WHERE user_id = ${userId}
        UNION ALL SELECT user_id FROM former_accounts WHERE user_id = ${userId}
        UNION ALL SELECT user_id FROM users WHERE user_id = ${userId}
        UNION ALL SELECT user_id FROM project_members WHERE user_id = ${userId}
        UNION ALL SELECT subject FROM revocations WHERE kind = 'User' AND subject = ${userId}
        LIMIT 1`,
      (rows) => rows.length > 0
    )

  return {
    create: fn("InvitationRepository.create")(function* (projectId, { createdBy, expiresAt, id, role, secretHash }) {
      if ((yield* lockProject(projectId)).length === 0) return yield* missing.deletedProject()
      const project = Number(projectId)
      yield* withinLimit(sql, limits.invitationsOfProject, sql`${open()} WHERE i.project_id = ${project}`)
      const { at } = yield* readOne(
        Inserted,
        sql`INSERT INTO project_invitations
            (invitation_id, project_id, role, secret_hash, created_by, created_at, ends_at)
          VALUES (${id}, ${project}, ${role}, ${secretHash}, ${createdBy}, ${now(sql)}, ${expiresAt})
          RETURNING created_at AS at`
      )
      yield* audit(sql, { projectId, action: "invitation.create", object: id, outcome: role })
      return shown({ id, role, createdBy, createdAt: at, expiresAt })
    }, inTransaction),
    list: (projectId) =>
      readAll(Row, sql`SELECT ${columns} FROM ${open()} WHERE i.project_id = ${Number(projectId)} ORDER BY i.id`).pipe(
        Effect.map((rows) => rows.map(shown)),
        storageErrors
      ),
    remove: fn("InvitationRepository.remove")(function* (projectId, id) {
      yield* lockProject(projectId)
      const found = yield* readFirst(
        Row,
        sql`SELECT ${columns} FROM ${open()} WHERE i.project_id = ${Number(projectId)} AND i.invitation_id = ${id}`
      )
      if (Option.isNone(found)) return yield* missing.invitation()
      yield* sql`DELETE FROM project_invitations WHERE invitation_id = ${id}`
      yield* audit(sql, { projectId, action: "invitation.remove", object: id, outcome: "Done" })
    }, inTransaction),
    isOpen: (hash) =>
      sql`SELECT i.id FROM ${open()} WHERE i.secret_hash = ${hash}`.pipe(
        Effect.map((rows) => rows.length > 0),
        storageErrors
      ),
    accept: fn("InvitationRepository.accept")(function* (hash, userId) {
      const invitation = yield* lockedWith(hash)
      const { projectId } = invitation
      const member = yield* sql`SELECT id FROM project_members
        WHERE project_id = ${Number(projectId)} AND user_id = ${userId}`
      if (member.length === 0) yield* use(invitation, userId)
      return projectId
    }, inTransaction),
    acceptAsNew: fn("InvitationRepository.acceptAsNew")(function* (hash, { passwordHash, userId }) {
      const invitation = yield* lockedWith(hash)
      yield* lockUser(sql, userId)
      const taken = () => new DuplicateName({ details: "Somebody has, or had, this name. Choose another." })
      if (yield* isTaken(userId)) return yield* taken()
      // An operator may give the name an account at the same time.
      const made = yield* sql`INSERT INTO accounts (user_id, password_hash, created_at)
        VALUES (${userId}, ${passwordHash}, ${now(sql)}) ON CONFLICT (user_id) DO NOTHING RETURNING user_id`
      if (made.length === 0) return yield* taken()
      yield* use(invitation, userId)
      return invitation.projectId
    }, inTransaction)
  }
})
