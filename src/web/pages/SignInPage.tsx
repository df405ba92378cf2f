import { useState } from "preact/hooks"
import { place, publicUrl } from "../address/Address.ts"
import { type Failure, failureOf } from "../api/Failure.ts"
import { session } from "../signin/Session.ts"
import { hasNoUser, refusal, signIn } from "../signin/SignIn.ts"
import { texts } from "../Texts.ts"
import { Problem } from "../ui/Loaded.tsx"

/** Tries a token on the service. Returns why it is refused, or null if it is accepted. */
const refusedBy = async (access: string): Promise<Failure | null> => {
  try {
    const response = await fetch(`${publicUrl}/v1/projects`, { headers: { authorization: `Bearer ${access}` } })
    if (response.ok) return null
    const failure = failureOf(response.status, await response.text(), response.headers.get("x-request-id"))
    return response.status === 401 ? { ...failure, details: texts.signIn.tokenRefused } : failure
  } catch {
    return { status: 0, code: "Away", details: texts.signIn.unanswered, requestId: null }
  }
}

/** Renders the page for users who signed out or were refused. */
export const SignInPage = () => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [token, setToken] = useState("")
  const use = async () => {
    const access = token.trim()
    const refused = await refusedBy(access)
    if (refused === null) session.value = { access, isPasted: true }
    setFailure(refused)
  }
  return (
    <div class="narrow">
      <h1>{texts.signIn.title}</h1>
      <p>{texts.signIn.about}</p>
      {hasNoUser && (
        <p>
          {texts.signIn.noUser[0]}
          <code>{texts.signIn.invite}</code>
          {texts.signIn.noUser[1]}
        </p>
      )}
      {refusal.value !== null && (
        <p class="fault" role="alert">
          {texts.signIn.refused} {refusal.value}
        </p>
      )}
      <button type="button" class="primary" onClick={() => signIn()}>
        {texts.signIn.button}
      </button>
      <details open={place.value.query.has("token")}>
        <summary>{texts.signIn.token}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void use()
          }}
        >
          <label>
            {texts.signIn.tokenLabel}
            <input
              type="password"
              autocomplete="off"
              required
              value={token}
              onInput={(event) => setToken(event.currentTarget.value)}
            />
          </label>
          <small>{texts.signIn.tokenHint}</small>
          {failure !== null && <Problem failure={failure} />}
          <button>{texts.signIn.button}</button>
        </form>
      </details>
    </div>
  )
}
