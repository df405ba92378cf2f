import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Scope, scopes } from "../domain/Principal.ts"
import { quoted } from "../domain/Quoted.ts"
import { BadUsage } from "./CommandLine.ts"

/**
 * Parses the scopes of `--scope`, each once; returns all if it is not given. Fails with `BadUsage` if one is unknown.
 */
export const readScopes = (text: string | undefined): Effect.Effect<ReadonlyArray<Scope>, BadUsage> => {
  if (text === undefined) return Effect.succeed(scopes)
  return Effect.forEach(new Set(text.split(/\s+/).filter((name) => name !== "")), (name) =>
    Schema.is(Scope)(name)
      ? Effect.succeed(name)
      : new BadUsage({ message: `unknown scope ${quoted(name)}; the scopes are ${scopes.join(", ")}` })
  )
}
