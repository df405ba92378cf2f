import * as Schema from "effect/Schema"
import { Scope } from "../../../src/domain/Principal.ts"

/** Scopes in a row: separated by blanks. */
export const ScopeNames = Schema.split(" ").pipe(Schema.compose(Schema.Array(Scope), { strict: false }))
