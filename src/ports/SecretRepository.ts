import * as Context from "effect/Context"
import type { Written } from "./Stored.ts"

/** Secrets that all processes of a deployment share. */
export class SecretRepository extends Context.Tag("ports/SecretRepository")<
  SecretRepository,
  {
    /**
     * Returns the 32 random bytes stored under a name. The first call creates them; all later calls, by any process,
     * return the same bytes.
     */
    readonly secret: (name: string) => Written<Uint8Array>
    /**
     * Returns the valid secrets of a name: the current one, which is created if there is none, then its predecessors.
     */
    readonly holding: (name: string) => Written<ReadonlyArray<Uint8Array>>
    /** Replaces the current secret, which stays valid for `forMillis`. With 0, no earlier secret stays valid. */
    readonly rotate: (name: string, forMillis: number) => Written<void>
    /**
     * Stores `value` under `name` if nothing is stored yet and returns the stored value. The first writer wins, across
     * processes.
     */
    readonly agreed: (name: string, value: Uint8Array) => Written<Uint8Array>
    /** Replaces the value stored under `name`, for all processes. */
    readonly agree: (name: string, value: Uint8Array) => Written<void>
  }
>() {}
