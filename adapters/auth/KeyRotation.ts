import * as Clock from "effect/Clock"
import { accessTokenSeconds } from "../../src/domain/signin/SignIn.ts"
import { fn } from "../../src/runtime/Span.ts"
import { toleranceSeconds } from "./AccessToken.ts"
import { contentOf, freshKey, keyIdOf, pathIn, publicPart, put, unlessUnusable } from "./KeyFile.ts"
import * as SigningNotes from "./SigningNotes.ts"

/** The longest lifetime of a token: a year with a leap day, in seconds. */
export const longestTokenSeconds = 31_622_400

/** How long another process that read the file earlier may still sign with the old key, in seconds. */
const graceSeconds = 60

/**
 * Creates a new key pair for the tokens of a data directory. Returns until when the former pair is valid, in seconds
 * since 1970, which is when the last token that it signed has expired; `null` with `atOnce`, which invalidates all
 * former keys immediately. The issuer and audience names stay the same. Fails as `issuerOf`.
 */
export const rotate = fn("KeyRotation.rotate")(function* (directory: string, atOnce: boolean) {
  const { audience, issuer, key, notes = false, retired = [] } = yield* contentOf(directory)
  const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
  return yield* unlessUnusable(pathIn(directory), async () => {
    const noted = notes ? await SigningNotes.lastEnd(directory, await keyIdOf(key)) : now + longestTokenSeconds
    const until = Math.max(now + accessTokenSeconds, noted) + graceSeconds + toleranceSeconds
    const fresh = await freshKey()
    const holding = retired.filter((one) => one.until > now)
    await put(pathIn(directory), {
      issuer,
      audience,
      key: fresh,
      retired: atOnce ? [] : [{ key: publicPart(key), until }, ...holding],
      notes: true
    })
    await SigningNotes.forgetOthers(directory, await keyIdOf(fresh))
    return atOnce ? null : until
  })
})
