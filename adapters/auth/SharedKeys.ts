import { createHash, timingSafeEqual } from "node:crypto"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { SecretRepository } from "../../src/ports/SecretRepository.ts"
import { fn } from "../../src/runtime/Span.ts"
import { contentOf } from "./KeyFile.ts"

/** Other processes on the storage use other keys. */
class OtherKeys extends Data.TaggedError("OtherKeys")<{ readonly message: string }> {}

/**
 * The name under which the storage keeps a hash of the issuer's name. It identifies the issuer and reveals nothing
 * about its keys.
 */
const name = "token issuer"

const markOf = (directory: string) =>
  Effect.map(contentOf(directory), ({ issuer }) => new Uint8Array(createHash("sha256").update(issuer).digest()))

/**
 * Makes sure that the data directory has the same keys as every other process that issues tokens on the storage, since
 * each would refuse tokens signed with other keys. The first process decides. Fails with `OtherKeys`, which names the
 * variable, if the keys differ; otherwise as `issuerOf`.
 */
export const demand = fn("SharedKeys.demand")(function* (directory: string) {
  const { agreed } = yield* SecretRepository
  const mark = yield* markOf(directory)
  if (timingSafeEqual(yield* agreed(name, mark), mark)) return
  return yield* new OtherKeys({
    message: `DATA_DIR: the processes on DATABASE_URL have other keys than ${directory}/keys: mount theirs there; where theirs are lost, "npm run keys -- rotate --now" makes these the ones that count`
  })
})

/** Makes the keys of the data directory the ones that the storage expects from now on. Fails as `issuerOf`. */
export const decide = fn("SharedKeys.decide")(function* (directory: string) {
  const { agree } = yield* SecretRepository
  yield* agree(name, yield* markOf(directory))
})
