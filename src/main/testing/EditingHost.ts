import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as FileSystemBlobStore from "../../../adapters/blobs/FileSystem.ts"
import * as MemoryBlobStore from "../../../adapters/blobs/testing/Memory.ts"
import { postgresAt } from "../../../adapters/storage/testing/Storages.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { BlobStore } from "../../ports/BlobStore.ts"
import { reader, users } from "./EditedProject.ts"
import * as ServiceProcess from "./ServiceProcess.ts"

/** Services that share the work of users who edit. */
export interface EditingHost {
  /** Returns the next of the services in turn. */
  readonly service: TestService.TestService
  /** How many share it. */
  readonly services: number
  /** Stops the service and starts it again over the same storage and blobs; null if nothing would be left. */
  readonly restart: (() => Promise<void>) | null
  readonly stop: () => Promise<void>
}

type Storage = NonNullable<TestService.TestOptions["storage"]>

const start = async (options: TestService.TestOptions) => {
  const scope = Effect.runSync(Scope.make())
  const service = await Effect.runPromise(Scope.extend(TestService.make(options), scope))
  return { service, stop: () => Effect.runPromise(Scope.close(scope, Exit.void)) }
}

/**
 * One service in this process.
 *
 * @param storage created again at each start; absent: in memory
 */
export const alone = async (storage?: Storage): Promise<EditingHost> => {
  const blobs = await Effect.runPromise(Effect.provide(BlobStore, MemoryBlobStore.layer))
  // Tables that are not shared are queried on this thread, which takes half the time.
  const read: typeof blobs.read = (key) => blobs.read(key)
  const ports = Layer.succeed(BlobStore, storage === undefined ? { ...blobs, read } : blobs)
  const options = storage === undefined ? { ports } : { ports, storage }
  let running = await start(options)
  return {
    get service() {
      return running.service
    },
    services: 1,
    restart:
      storage === undefined
        ? null
        : async () => {
            await running.stop()
            running = await start(options)
          },
    stop: () => running.stop()
  }
}

/**
 * Two processes that serve over one PostgreSQL and one folder. A third service, in this process, runs operations and
 * inspects the stored data.
 */
const processes = async (at: NonNullable<typeof postgresAt>): Promise<EditingHost> => {
  const scope = Effect.runSync(Scope.make())
  const { storage, url } = await Effect.runPromise(Scope.extend(at, scope))
  const root = mkdtempSync(join(tmpdir(), "plinth-editing-"))
  const directory = join(root, "data")
  const serve = (i: number) =>
    ServiceProcess.start({
      directory,
      logFile: join(root, `${i}.log`),
      environment: { STORAGE: "postgres", DATABASE_URL: url, ROLE: "api" }
    })
  // The processes start one after the other: the first creates the tables and the keys.
  const first = await serve(0)
  const serving = [first, await serve(1)]
  const blobs = FileSystemBlobStore.layer({ directory: join(directory, "blobs") }) as unknown as Layer.Layer<never>
  const here = await start({ storage, ports: blobs })
  const tokens = new Map(
    await Promise.all([...users, reader].map(async (user) => [user, await first.token(user)] as const))
  )
  let turn = 0
  const service: TestService.TestService = {
    ...here.service,
    token: (user) => tokens.get(user)!,
    fetch: (request) => fetch(request),
    call: (method, path, { body, headers, token } = {}) =>
      fetch(new URL(path, serving[turn++ % serving.length]!.url), {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) })
      })
  }
  return {
    service,
    services: serving.length,
    restart: null,
    stop: async () => {
      await Promise.all(serving.map(({ stop }) => stop()))
      await here.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      rmSync(root, { recursive: true })
    }
  }
}

const at = postgresAt

/** The same with PostgreSQL; null if `TEST_DATABASE_URL` is not set. */
export const overPostgres = at === null ? null : () => processes(at)
