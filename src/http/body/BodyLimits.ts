import * as Context from "effect/Context"
import type { Limits } from "../../runtime/Holdings.ts"
import type { Pace } from "./Arrival.ts"

const megabyte = 1024 * 1024

/** What bodies may take of the service (contract section 12). */
interface Shape {
  /** JSON bodies: 30 seconds, and one for each 64 KB that has come. */
  readonly jsonPace: Pace
  /** Uploads: 4 KB a second over 30 seconds, however much has come before. */
  readonly uploadPace: Pace
  /**
   * JSON bodies in memory, from their first byte to the end of their request; of a user those over 64 KB and the others
   * apart. The last of it is for who has little: one body is read however many others have begun.
   */
  readonly held: Limits
}

export class BodyLimits extends Context.Reference<BodyLimits>()("http/BodyLimits", {
  defaultValue: (): Shape => ({
    jsonPace: { patienceMs: 30_000, bytesPerSecond: 64 * 1024, mostMs: Number.POSITIVE_INFINITY },
    uploadPace: { patienceMs: 30_000, bytesPerSecond: 4 * 1024, mostMs: 30_000 },
    held: { ofUser: 64 * megabyte, inAll: 256 * megabyte, forFew: 32 * megabyte, fewBytes: 4 * megabyte }
  })
}) {}
