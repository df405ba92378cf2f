import * as Context from "effect/Context"
import type { Converters } from "./ModelFormats.ts"

/** The operator's settings that the use cases need. */
export class Settings extends Context.Tag("ports/Settings")<
  Settings,
  {
    /** URL at which clients reach the service, without a trailing slash. */
    readonly publicUrl: string
    /** The origin at which browsers upload and download files directly, bypassing the service; null: none. */
    readonly filesOrigin: string | null
    readonly maxUploadBytes: number
    /** Memory for cached product tables, in bytes. */
    readonly cacheBytes: number
    readonly workers: number
    /** True: a thread is started before a query needs it, and again after the last idle one was stopped. */
    readonly keepsThreadWarm: boolean
    /** Request limit per user; 0 = no limit. */
    readonly requestsPerMinute: number
    /** True: clients need neither start modification sessions nor name them. */
    readonly implicitSessions: boolean
    /** True: programs may register themselves as OAuth clients. */
    readonly isRegistrationOpen: boolean
    readonly converters: Converters
  }
>() {}
