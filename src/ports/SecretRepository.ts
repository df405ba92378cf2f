import * as Context from "effect/Context"
import type { Written } from "./Stored.ts"

/** Secrets that all processes of a deployment share. */
export class SecretRepository extends Context.Tag("ports/SecretRepository")<
  SecretRepository,
  {
    /** The 32 random bytes of a name; made at the first call, the same ever after, whoever calls first. */
    readonly secret: (name: string) => Written<Uint8Array>
    /** Those of a name that still hold: the one in use, which is made as `secret` says, then those before it. */
    readonly holding: (name: string) => Written<ReadonlyArray<Uint8Array>>
    /** Puts another in the place of the one in use, which holds `forMillis` longer; with 0 none before it holds. */
    readonly rotate: (name: string, forMillis: number) => Written<void>
    /** What all agreed on under a name that nothing else has: what who came first gave. */
    readonly agreed: (name: string, value: Uint8Array) => Written<Uint8Array>
    /** Has all agree on another. */
    readonly agree: (name: string, value: Uint8Array) => Written<void>
  }
>() {}
