import { Context } from "effect"
import type { Written } from "./Stored.ts"

/** Secrets that all processes of a deployment share. */
export class SecretRepository extends Context.Tag("ports/SecretRepository")<
  SecretRepository,
  {
    /** The 32 random bytes of a name; made at the first call, the same ever after, whoever calls first. */
    readonly secret: (name: string) => Written<Uint8Array>
  }
>() {}
