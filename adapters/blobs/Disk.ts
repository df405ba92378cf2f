import type { FileHandle } from "node:fs/promises"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import { BlobNotFound, BlobStoreUnavailable } from "../../src/ports/BlobStore.ts"

export const codeOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "unknown"
  return "code" in cause && typeof cause.code === "string" ? cause.code : cause.name
}

/** An error as the system gives them. */
export const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code })

const attempt = <A, E>(work: () => Promise<A>, or: (cause: unknown) => Effect.Effect<A, E>) =>
  Effect.tryPromise({ try: work, catch: (cause) => ({ cause }) }).pipe(
    Effect.catchAll(({ cause }) => or(cause)),
    Effect.uninterruptible
  )

const unavailable = (cause: unknown): Effect.Effect<never, BlobStoreUnavailable> =>
  Effect.zipRight(Effect.logWarning("Blob store failed", cause), new BlobStoreUnavailable({ reason: codeOf(cause) }))

/** Work on files, waited for even when interrupted: a handle must not be closed under a running call. */
export const io = <A>(work: () => Promise<A>): Effect.Effect<A, BlobStoreUnavailable> => attempt(work, unavailable)

/** The same on the file of a blob, which may not be there. */
export const ioOf = <A>(key: string, work: () => Promise<A>): Effect.Effect<A, BlobNotFound | BlobStoreUnavailable> =>
  attempt<A, BlobNotFound | BlobStoreUnavailable>(work, (cause) =>
    codeOf(cause) === "ENOENT" ? new BlobNotFound({ key }) : unavailable(cause)
  )

/** The open file, until the scope closes. */
export const opened = <E>(file: Effect.Effect<FileHandle, E>): Effect.Effect<FileHandle, E, Scope.Scope> =>
  Effect.acquireRelease(file, (handle) => Effect.ignore(io(() => handle.close())))

export const writeAll = async (handle: FileHandle, bytes: Uint8Array): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    done += (await handle.write(bytes, done, bytes.length - done)).bytesWritten
  }
}

/** Fills `bytes` with what stands at `position`; fails where the file ends before. */
export const readAll = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let done = 0; done < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, done, bytes.length - done, position + done)
    if (bytesRead === 0) throw failure("the file is too short", "EIO")
    done += bytesRead
  }
}
