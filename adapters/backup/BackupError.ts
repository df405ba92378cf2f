import * as Data from "effect/Data"

/** A backup could not be made or used; the message is one line for the operator. */
export class BackupError extends Data.TaggedError("BackupError")<{ readonly message: string }> {}

export const damaged = () => new BackupError({ message: "the backup is damaged or cut short" })

/** What the system says of a file, as one line. */
export const explained = (doing: string, cause: unknown): BackupError =>
  cause instanceof BackupError
    ? cause
    : new BackupError({
        message: `${doing}: ${cause instanceof Error ? cause.message.split("\n", 1)[0]! : String(cause)}`
      })
