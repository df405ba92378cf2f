import * as Context from "effect/Context"
import { forUsersWithLittle, limits } from "../../domain/Limits.ts"
import type { Limits } from "../../runtime/Reservations.ts"
import type { Pace } from "./Arrival.ts"

/** Limits on the time and memory that request bodies may take (contract section 12). */
interface Shape {
  /** Pace of JSON bodies: 30 seconds, plus one second for every 64 KB received. */
  readonly jsonPace: Pace
  /** Pace of uploads: 4 KB a second over 30 seconds, however much has been received before. */
  readonly uploadPace: Pace
  /**
   * Memory for JSON bodies, reserved from the first byte to the end of the request. A user's bodies over 64 KB and the
   * smaller ones are counted separately. The last `forFew` bytes are for users who reserve little, so that their body is
   * read however many others have begun.
   */
  readonly memory: Limits
}

export class BodyLimits extends Context.Reference<BodyLimits>()("http/BodyLimits", {
  defaultValue: (): Shape => ({
    jsonPace: {
      timeoutMs: limits.bodySeconds.most * 1000,
      bytesPerSecond: limits.bodyBytesInSecond.most,
      mostMs: Number.POSITIVE_INFINITY
    },
    uploadPace: {
      timeoutMs: limits.uploadSeconds.most * 1000,
      bytesPerSecond: limits.uploadBytesInSecond.most,
      mostMs: limits.uploadSeconds.most * 1000
    },
    memory: { ofUser: limits.bodyMemoryOfUser.most, inAll: limits.bodyMemory.most, ...forUsersWithLittle }
  })
}) {}
