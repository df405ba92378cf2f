import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { DuplicateName, InvalidBody, NotFound } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { scopes as allScopes, type UserId } from "../../domain/Principal.ts"
import type { ClientDraft } from "../../domain/signin/Admin.ts"
import { type Client, type ClientId, pageClientId, redirectFault } from "../../domain/signin/Client.ts"
import { timeOf } from "../../domain/Time.ts"
import { type BlobInfo, BlobStore } from "../../ports/BlobStore.ts"
import { Caller } from "../../ports/Caller.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { Settings } from "../../ports/Settings.ts"
import { AccountRepository } from "../../ports/signin/AccountRepository.ts"
import { AdminRepository } from "../../ports/signin/AdminRepository.ts"
import { SignInRepository } from "../../ports/signin/SignInRepository.ts"
import { TokenIssuer } from "../../ports/signin/TokenIssuer.ts"
import type { Page } from "../../ports/Stored.ts"
import { fn } from "../../runtime/Span.ts"
import { blobsOfProject } from "../common/BlobKeys.ts"
import { digestOf, opaque } from "../common/Opaque.ts"
import { Clients } from "./Clients.ts"
import { Passwords } from "./Passwords.ts"
import { Revocations } from "./Revocations.ts"

/** Time for which a link to set a password is good, in milliseconds. */
const linkMillis = 24 * 3_600_000

const noUser = () => new NotFound({ details: "There is no such user." })
const noClient = () => new NotFound({ details: "There is no such client." })
const elsewhere = () => new NotFound({ details: "There is no such path: users and passwords are the provider's." })

const shown = ({ id, redirectUris, registration, scopes, secretHash }: Client) => ({
  id,
  redirectUris,
  scopes,
  hasSecret: secretHash !== null,
  ...(registration === null ? {} : { selfRegistered: true }),
  ...(registration === null || registration.name === null ? {} : { name: registration.name })
})

/** A call of an operator, as it is audited, and the user whom it concerns. */
interface AdminCall {
  readonly action: string
  readonly object: string
  /** True if the call changes something. It then runs to its end even if the operator goes away. */
  readonly isChange: boolean
  readonly concerned?: UserId | undefined
}

/** Lets operators administer users and clients and see the whole service. Callers must have checked that they are operators. */
export class Administration extends Effect.Service<Administration>()("application/Administration", {
  effect: Effect.gen(function* () {
    const admin = yield* AdminRepository
    const accounts = yield* AccountRepository
    const signIns = yield* SignInRepository
    const blobs = yield* BlobStore
    const space = yield* FreeSpace
    const clients = yield* Clients
    const { hash } = yield* Passwords
    const revocations = yield* Revocations
    const { publicUrl } = yield* Settings
    const ownUsers = (yield* TokenIssuer)._tag === "Own" ? Effect.void : elsewhere()

    /** Creates the link by which a user sets a password. Fails with `NotFound` if there is no such user. */
    const linkFor = fn("Administration.linkFor")(function* (userId: UserId) {
      const secret = opaque()
      if (!(yield* accounts.linkPassword(userId, digestOf(secret), linkMillis))) return yield* noUser()
      const expiresAt = timeOf((yield* Clock.currentTimeMillis) + linkMillis)
      return { userId, url: `${publicUrl}/v1/auth/password?secret=${secret}`, expiresAt }
    })

    /** Returns the bytes of all files, and of each of these projects. All files are listed once, whatever the projects. */
    const fileSizes = (projects: ReadonlyArray<ProjectId>) =>
      Effect.suspend(() => {
        const bytesOf = new Map(projects.map((projectId) => [blobsOfProject(projectId), 0]))
        const add = (all: number, { key, size }: BlobInfo): number => {
          const [prefix = ""] = /^[^/]+\/[^/]+\//.exec(key) ?? []
          const bytes = bytesOf.get(prefix)
          if (bytes !== undefined) bytesOf.set(prefix, bytes + size)
          return all + size
        }
        return Effect.map(Stream.runFold(blobs.list(""), 0, add), (all) => ({
          all,
          ofProject: (projectId: ProjectId) => bytesOf.get(blobsOfProject(projectId)) ?? 0
        }))
      })

    return {
      users: admin.users,
      operations: admin.operations,
      audit: admin.audit,
      /** Creates a user without a password, and the link to set one. Fails with `DuplicateName`, or `NotFound`. */
      addUser: fn("Administration.addUser")(function* (userId: UserId, isOperator: boolean) {
        yield* ownUsers
        // The account gets a random password, which is not disclosed.
        if (!(yield* accounts.add(userId, yield* hash(opaque()), isOperator))) {
          return yield* new DuplicateName({ details: "There is a user of this name already." })
        }
        return yield* linkFor(userId)
      }),
      linkPassword: (userId: UserId) => Effect.zipRight(ownUsers, linkFor(userId)),
      /** Removes a user. Fails with `NotFound`, and with `LastOperator` for the last operator. */
      removeUser: fn("Administration.removeUser")(function* (userId: UserId) {
        yield* ownUsers
        if (!(yield* accounts.remove(userId, true))) return yield* noUser()
        yield* revocations.refresh
      }),
      /** Revokes everything issued to a user before. Fails with `NotFound` if no user of that name was ever known. */
      revoke: fn("Administration.revoke")(function* (userId: UserId) {
        if (!(yield* admin.isUser(userId))) return yield* noUser()
        yield* signIns.revokeUser(userId)
        yield* revocations.refresh
      }),
      /** Returns the registered clients, without the page under /app. */
      clients: (page: Page) =>
        Effect.map(admin.clients(page), ({ items, totalCount }) => ({ totalCount, clients: items.map(shown) })),
      /** Registers a client and returns it with its secret. Fails with `InvalidBody` or `DuplicateName`. */
      addClient: fn("Administration.addClient")(function* (draft: ClientDraft) {
        const faults = draft.redirectUris.flatMap((uri, i) => {
          const fault = redirectFault(uri)
          return fault === null ? [] : [{ pointer: `/redirectUris/${i}`, detail: fault }]
        })
        const [first] = faults
        if (first !== undefined) {
          return yield* new InvalidBody({ details: `${first.pointer.slice(1)}: ${first.detail}`, faults })
        }
        const { id, redirectUris, secret = false } = draft
        const scopes = [...new Set(draft.scopes ?? allScopes)]
        const added = id === pageClientId ? null : yield* clients.add({ id, redirectUris, scopes }, secret)
        if (added === null) return yield* new DuplicateName({ details: "There is a client with this id already." })
        return {
          id,
          redirectUris,
          scopes,
          hasSecret: secret,
          ...(added.secret === null ? {} : { secret: added.secret })
        }
      }),
      /** Removes a client and ends its sign-ins. Fails with `NotFound` if there is no such client. */
      removeClient: fn("Administration.removeClient")(function* (id: ClientId) {
        if (id === pageClientId || !(yield* clients.remove(id))) return yield* noClient()
        yield* revocations.refresh
      }),
      /** Returns the bytes of the database, of all files, and, for a page of projects, of theirs. */
      storage: fn("Administration.storage")(function* (page: Page) {
        const free = yield* space.bytes ?? Effect.succeed(Infinity)
        const { items, totalCount } = yield* admin.projects(page)
        const files = yield* fileSizes(items.map(({ projectId }) => projectId))
        return {
          databaseBytes: yield* admin.bytes,
          fileBytes: files.all,
          ...(Number.isFinite(free) ? { freeBytes: free } : {}),
          projects: items.map((project) => ({ ...project, fileBytes: files.ofProject(project.projectId) })),
          totalCount
        }
      }),
      /**
       * Runs an effect and records it in the audit, with the code of its failure if it fails. That failure is returned
       * even if it cannot be recorded.
       */
      audited: <A, E, R>(
        caller: Caller["Type"],
        { action, concerned, isChange, object }: AdminCall,
        effect: Effect.Effect<A, E, R>,
        codeOf: (error: E) => string
      ) => {
        const noted = effect.pipe(
          Effect.tapError((error) => Effect.ignore(admin.note(action, object, concerned, codeOf(error)))),
          Effect.tap(() => admin.note(action, object, concerned)),
          Effect.provideService(Caller, caller)
        )
        return isChange ? Effect.uninterruptible(noted) : noted
      }
    }
  })
}) {}
