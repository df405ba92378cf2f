import * as Schema from "effect/Schema"
import { Scope } from "../../../src/domain/Principal.ts"

/** Scopes as text, separated by spaces. */
export const ScopeNames = Schema.split(" ").pipe(Schema.compose(Schema.Array(Scope), { strict: false }))
