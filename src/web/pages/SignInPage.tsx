import { useState } from "preact/hooks"
import { publicUrl } from "../address/Address.ts"
import { keep } from "../signin/Session.ts"
import { refusal, signIn } from "../signin/SignIn.ts"
import { texts } from "../Texts.ts"

/** Where somebody is who signed out, or was refused. */
export const SignInPage = () => {
  const [isRefused, setRefused] = useState(false)
  const [token, setToken] = useState("")
  const use = async () => {
    const access = token.trim()
    const response = await fetch(`${publicUrl}/v1/projects`, { headers: { authorization: `Bearer ${access}` } })
    if (response.status === 401) setRefused(true)
    else keep({ access, refresh: null })
  }
  return (
    <div class="narrow">
      <h1>{texts.signIn.title}</h1>
      <p>{texts.signIn.about}</p>
      {refusal.value !== null && (
        <p class="fault" role="alert">
          {texts.signIn.refused} {refusal.value}
        </p>
      )}
      <button type="button" class="primary" onClick={() => signIn()}>
        {texts.signIn.button}
      </button>
      <details>
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
          {isRefused && (
            <p class="fault" role="alert">
              {texts.signIn.tokenRefused}
            </p>
          )}
          <button>{texts.signIn.button}</button>
        </form>
      </details>
    </div>
  )
}
