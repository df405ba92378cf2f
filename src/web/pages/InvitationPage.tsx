import { useState } from "preact/hooks"
import { go, publicUrl } from "../address/Address.ts"
import { call } from "../api/Call.ts"
import { type Failure, failureOf } from "../api/Failure.ts"
import type { Project } from "../api/Views.ts"
import { nameOf, session } from "../signin/Session.ts"
import { hasPasswords, signIn } from "../signin/SignIn.ts"
import { Problem } from "../ui/Loaded.tsx"
import { useTitle } from "../ui/Title.ts"
import { texts } from "./InvitationTexts.ts"

const away: Failure = { status: 0, code: "Away", details: texts.problem.away, requestId: null }

const told = (failure: Failure): Failure =>
  failure.status === 404 ? { ...failure, details: texts.invitations.gone } : failure

/** Creates an account that accepts the invitation, and signs it in. Returns why that failed. */
const made = async (secret: string, user: string, password: string): Promise<Failure | null> => {
  const response = await fetch(`${publicUrl}/v1/auth/invited-user`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ secret, user, password })
  }).catch(() => null)
  if (response === null) return away
  if (!response.ok) {
    return told(failureOf(response.status, await response.text(), response.headers.get("x-request-id")))
  }
  const { projectId } = (await response.json()) as { readonly projectId: string }
  signIn(`${publicUrl}/app/projects/${projectId}`)
  return null
}

/** Keeps a request, whose success leaves the page, from being sent twice: the second is refused, and hides the success. */
const useSent = () => {
  const [failure, setFailure] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const send = async (asked: Promise<Failure | null>): Promise<void> => {
    setSending(true)
    const found = await asked
    setFailure(found)
    setSending(found === null)
  }
  return { failure, isSending, send }
}

const NewAccount = ({ secret }: { readonly secret: string }) => {
  const { failure, isSending, send } = useSent()
  const [user, setUser] = useState("")
  const [password, setPassword] = useState("")
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send(made(secret, user, password))
      }}
    >
      <p>{texts.invitations.aboutNew}</p>
      <label>
        {texts.invitations.user}
        <input
          required
          maxLength={255}
          autocomplete="username"
          autocapitalize="none"
          value={user}
          onInput={(event) => setUser(event.currentTarget.value)}
        />
      </label>
      <label>
        {texts.invitations.password}
        <input
          type="password"
          required
          minLength={8}
          autocomplete="new-password"
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </label>
      <small>{texts.invitations.passwordHint}</small>
      {failure !== null && <Problem failure={failure} />}
      <button disabled={isSending}>{texts.invitations.make}</button>
    </form>
  )
}

const Accept = ({ access, secret }: { readonly access: string; readonly secret: string }) => {
  const { failure, isSending, send } = useSent()
  const accept = async (): Promise<Failure | null> => {
    const answer = await call<Project>("POST", `/invitations/${secret}`)
    if ("failure" in answer) return told(answer.failure)
    go(`/projects/${answer.value.id}`, undefined, { replace: true })
    return null
  }
  return (
    <>
      <p>{texts.invitations.signedIn(nameOf(access) ?? texts.user.menu)}</p>
      {failure !== null && <Problem failure={failure} />}
      <button type="button" class="primary" disabled={isSending} onClick={() => void send(accept())}>
        {texts.invitations.accept}
      </button>
    </>
  )
}

/** Renders the page where an invitation is accepted. The fragment of its URL, which no request sends, is the secret. */
export const InvitationPage = () => {
  const secret = location.hash.slice(1)
  const known = session.value
  useTitle(texts.invitations.title)
  return (
    <div class="narrow">
      <h1>{texts.invitations.title}</h1>
      {!/^[\w-]+$/.test(secret) ? (
        <p class="fault" role="alert">
          {texts.invitations.none}
        </p>
      ) : known !== null ? (
        <Accept access={known.access} secret={secret} />
      ) : (
        <>
          <p>{texts.invitations.about}</p>
          <button type="button" class="primary" onClick={() => signIn()}>
            {texts.invitations.signIn}
          </button>
          {hasPasswords && <NewAccount secret={secret} />}
        </>
      )}
    </div>
  )
}
