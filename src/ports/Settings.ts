import * as Context from "effect/Context"
import type { Converters } from "./ModelFormats.ts"

/** What the operator decided that the use cases need to know. */
export class Settings extends Context.Tag("ports/Settings")<
  Settings,
  {
    /** How clients reach the service, without a slash at the end. */
    readonly publicUrl: string
    /** The origin where browsers put and get files that do not come through us; null: there is none. */
    readonly filesOrigin: string | null
    readonly maxUploadBytes: number
    /** Bytes of product tables kept in memory. */
    readonly cacheBytes: number
    readonly workers: number
    /** Of one user; 0 = no limit. */
    readonly requestsPerMinute: number
    /** Clients need not start modification sessions, nor name them. */
    readonly implicitSessions: boolean
    readonly converters: Converters
  }
>() {}
