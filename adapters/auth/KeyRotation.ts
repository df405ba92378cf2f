import * as Clock from "effect/Clock"
import { accessTokenSeconds } from "../../src/domain/signin/SignIn.ts"
import { fn } from "../../src/runtime/Span.ts"
import { toleranceSeconds } from "./AccessToken.ts"
import { contentOf, freshKey, keyIdOf, pathIn, publicPart, put, unlessUnusable } from "./KeyFile.ts"
import * as SigningNotes from "./SigningNotes.ts"

/** The longest that a token is made for: a year, leap day included, in seconds. */
export const longestTokenSeconds = 31_622_400

/** How long another process that has read the file may still sign with the old key, in seconds. */
const graceSeconds = 60

/**
 * Makes a new key pair for the tokens of a data directory and gives until when the one before holds, in seconds since
 * 1970: until the last token that it signed has ended; `null` with `atOnce`, when no key from before holds any more.
 * Names stay as they are. Fails as `issuerOf`.
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
