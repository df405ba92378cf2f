import { signal } from "@preact/signals"
import { publicUrl } from "../address/Address.ts"
import { texts } from "../Texts.ts"
import { keep, type Session, session } from "./Session.ts"
import { sha256 } from "./Sha256.ts"
import { alone, handed, handOn } from "./Windows.ts"

const client = "app"
const redirectUri = `${publicUrl}/app/`
const attemptKey = "plinth.attempt"

/** State that this window remembers while the user is at the sign-in page. */
interface Attempt {
  readonly state: string
  readonly verifier: string
  /** URL to come back to. */
  readonly from: string
}

/** Response to a code or a refresh token (RFC 6749, section 5.1). */
interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
}

/** Whether there was no user yet when the service sent the page. */
export const hasNoUser = document.querySelector('meta[name="plinth-no-user"]') !== null

/** Reason, for the user, why sign-in failed; null if there was no attempt or it succeeded. */
export const refusal = signal<string | null>(null)

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")

/** Returns 256 random bits in base64url. */
export const random = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)))

/** Leaves for the sign-in page, which comes back to `from` (RFC 6749, section 4.1; RFC 7636). */
export const signIn = (from = location.href): void => {
  const attempt: Attempt = { state: random(), verifier: random(), from }
  sessionStorage.setItem(attemptKey, JSON.stringify(attempt))
  const asked = new URLSearchParams({
    response_type: "code",
    client_id: client,
    redirect_uri: redirectUri,
    state: attempt.state,
    code_challenge: base64url(sha256(new TextEncoder().encode(attempt.verifier))),
    code_challenge_method: "S256"
  })
  location.assign(`${publicUrl}/v1/auth/authorize?${asked.toString()}`)
}

/** The last token received, and when. */
let fresh = { access: "", at: 0 }
/** Milliseconds for which a token counts as new: signing in again would bring another one like it. */
const justNow = 10_000

/**
 * Signs in again after a token was refused. If the token was new, an error is shown instead, to avoid a redirect loop.
 */
export const signInAgain = (): void => {
  // Another request has just reported the refusal.
  if (session.value === null && refusal.value !== null) return
  if (session.value?.access !== fresh.access || performance.now() - fresh.at > justNow) return signIn()
  refusal.value = texts.signIn.refusedAgain
  keep(null)
}

const exchange = (body: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(`${publicUrl}/v1/auth/token`, { method: "POST", body: new URLSearchParams({ client_id: client, ...body }) })

/**
 * Returns the tokens, or null if they are refused. Throws if nothing was decided: the service is too busy, or only a
 * proxy answers.
 */
const tokensOf = async (response: Response): Promise<Session | null> => {
  if (response.status === 429 || response.status >= 500) throw new Error(texts.problem.answered(response.status))
  if (!response.ok) return null
  const { access_token: access, refresh_token: refresh = null } = (await response.json()) as Tokens
  fresh = { access, at: performance.now() }
  return { access, refresh }
}

const attempted = (): Attempt | null => {
  try {
    return JSON.parse(sessionStorage.getItem(attemptKey) ?? "null") as Attempt | null
  } catch {
    return null
  }
}

/**
 * Exchanges the code in the URL, if there is one, and restores the URL that the user left. A code that this window did
 * not request is ignored. Errors are stored in `refusal`.
 */
export const returned = async (): Promise<void> => {
  const query = new URLSearchParams(location.search)
  const [code, error] = [query.get("code"), query.get("error")]
  if (query.get("state") === null || (code === null && error === null)) return
  const attempt = attempted()
  sessionStorage.removeItem(attemptKey)
  const isOurs = attempt !== null && attempt.state === query.get("state")
  history.replaceState(null, "", isOurs ? attempt.from : redirectUri)
  if (!isOurs) return
  if (code === null) {
    refusal.value = query.get("error_description") ?? error
    return
  }
  const body = { grant_type: "authorization_code", code, redirect_uri: redirectUri, code_verifier: attempt.verifier }
  const found = await exchange(body)
    .then(tokensOf)
    .catch(() => null)
  if (found === null) refusal.value = texts.signIn.broken
  else keep(found)
}

let renewing: Promise<boolean> | null = null

const renewed = async (): Promise<boolean> => {
  const refresh = session.value?.refresh ?? null
  if (refresh === null) return false
  return alone(async () => {
    if (session.value?.refresh !== refresh || (await handed(refresh))) return session.value !== null
    const found = await tokensOf(await exchange({ grant_type: "refresh_token", refresh_token: refresh }))
    if (found !== null) handOn(refresh, found)
    return found !== null
  })
}

/**
 * Replaces a refused token. Returns false if the user must sign in again. Rejects while the service does not answer.
 */
export const renew = (): Promise<boolean> => (renewing ??= renewed().finally(() => (renewing = null)))

/** Signs the user out of this window. */
export const signOut = (): void => {
  refusal.value = null
  keep(null)
}
