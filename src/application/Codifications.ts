import { Effect, Option, Stream } from "effect"
import type { Code } from "../domain/Codification.ts"
import { NotFound } from "../domain/Errors.ts"
import type { ProjectId } from "../domain/Identifier.ts"
import { CodificationRepository } from "../ports/CodificationRepository.ts"
import { type CodeKey, CodeRepository } from "../ports/CodeRepository.ts"

const orNotFound = (what: string) => Option.match<Effect.Effect<never, NotFound>, unknown, never>
void orNotFound
