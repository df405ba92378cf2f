import { signal } from "@preact/signals"
import { publicUrl } from "../address/Address.ts"
import { texts } from "../Texts.ts"
import { ofWindow } from "../ui/BrowserStorage.ts"
import { type Session, session, subjectOf } from "./Session.ts"
import { sha256 } from "./Sha256.ts"

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

/** Messages between the windows of a browser: one of them has signed the user out. */
const windows = new BroadcastChannel("plinth.signed-out")
windows.addEventListener("message", () => (session.value = null))

const kind = document.querySelector<HTMLMetaElement>('meta[name="plinth-sign-in"]')?.content
/** Whether there was no user yet when the service sent the page. */
export const hasNoUser = kind === "none"
/** Whether users sign in with a password of the service. */
export const hasPasswords = kind !== "provider"

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
  ofWindow.keepJson(attemptKey, attempt)
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
  session.value = null
}

/** The browser's sign-in, whose refresh token is in a cookie that scripts cannot read. */
const ownSession = (method: string, query = "", body: object | null = null): Promise<Response> =>
  fetch(`${publicUrl}/app/session${query}`, {
    method,
    ...(body === null ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  })

/**
 * Returns the session that a response begins, or null if the sign-in is refused or there is none. Throws if nothing was
 * decided: the service is too busy, or only a proxy answers.
 */
const sessionIn = async (response: Response): Promise<Session | null> => {
  if (response.status === 429 || response.status >= 500) throw new Error(texts.problem.answered(response.status))
  if (response.status !== 200) return null
  const { access_token: access, scope = "" } = (await response.json()) as {
    readonly access_token: string
    readonly scope?: string
  }
  fresh = { access, at: performance.now() }
  return { access, isPasted: false, scope }
}

/**
 * Exchanges the code in the URL, if there is one, and restores the URL that the user left. A code that this window did
 * not request is ignored. Errors are stored in `refusal`.
 */
export const returned = async (): Promise<void> => {
  const query = new URLSearchParams(location.search)
  const [code, error] = [query.get("code"), query.get("error")]
  if (query.get("state") === null || (code === null && error === null)) return
  const attempt = ofWindow.json(attemptKey) as Attempt | null
  ofWindow.forget(attemptKey)
  const isOurs = attempt !== null && attempt.state === query.get("state")
  history.replaceState(null, "", isOurs ? attempt.from : redirectUri)
  if (!isOurs) return
  if (code === null) {
    refusal.value = query.get("error_description") ?? error
    return
  }
  const begun = await ownSession("POST", "", { code, code_verifier: attempt.verifier })
    .then(sessionIn)
    .catch(() => null)
  if (begun === null) refusal.value = texts.signIn.broken
  else session.value = begun
}

/** Runs `work` in one window at a time, or at once if the browser has no locks (no secure context). */
const alone = <A>(work: () => Promise<A>): Promise<A> =>
  "locks" in navigator ? navigator.locks.request("plinth.renew", work) : work()

const renewed = async (): Promise<boolean> => {
  if (session.value?.isPasted === true) return false
  const before = subjectOf(session.value?.access ?? "")
  const next = await alone(async () => sessionIn(await ownSession("POST", "?silent")))
  if (next === null) return false
  if (before !== null && before !== subjectOf(next.access)) {
    // Somebody else has meanwhile signed in to this browser. Nothing of this window belongs to them.
    location.reload()
    return new Promise(() => {})
  }
  session.value = next
  return true
}

let renewing: Promise<boolean> | null = null

/**
 * Gets an access token from the browser's sign-in: for a new window, or in place of a refused token. Returns false if
 * the user must sign in. Rejects while the service does not answer.
 */
export const renew = (): Promise<boolean> => (renewing ??= renewed().finally(() => (renewing = null)))

/** Signs the user out of all windows of this browser. Returns false if the service did not answer. */
export const signOut = async (): Promise<boolean> => {
  const response = await ownSession("DELETE").catch(() => null)
  if (response?.ok !== true) return false
  refusal.value = null
  session.value = null
  windows.postMessage(null)
  return true
}
