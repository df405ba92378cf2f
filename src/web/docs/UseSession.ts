import { effect, signal } from "@preact/signals"
import { publicUrl } from "../address/Address.ts"
import { nameOf, session } from "../signin/Session.ts"
import { renew } from "../signin/SignIn.ts"
import type { Library } from "./Library.ts"

/** Name of the security scheme in the OpenAPI document. */
const scheme = "bearer"

type State = "none" | "used" | "signed-out" | "away" | "elsewhere"

/** The session belongs to the origin of the public URL, which alone may renew it. */
const state = signal<State>(location.origin === new URL(publicUrl).origin ? "none" : "elsewhere")

/** Takes an access token from the sign-in of this browser, as the page under /app does. It is in memory alone. */
const use = async (): Promise<void> => {
  try {
    const isSignedIn = await renew()
    if (!isSignedIn) session.value = null
    state.value = isSignedIn ? "used" : "signed-out"
  } catch {
    state.value = "away"
  }
}

const stop = (): void => {
  session.value = null
  state.value = "none"
}

/** Shows what the page says about the token, and follows its buttons. */
export const watchSession = (): void => {
  const panel = document.getElementById("session")!
  panel.addEventListener("click", ({ target }) => {
    if (!(target instanceof HTMLButtonElement)) return
    if (state.value === "used") stop()
    else void use()
  })
  effect(() => {
    // Another window of this browser may sign the user out.
    const isLost = state.value === "used" && session.value === null
    const current = isLost ? "signed-out" : state.value
    const hadFocus = panel.contains(document.activeElement)
    for (const part of panel.querySelectorAll<HTMLElement>("[data-state]")) {
      part.hidden = part.dataset["state"] !== current
    }
    // The button that was pressed is hidden now.
    if (hadFocus) panel.querySelector<HTMLElement>("[data-state]:not([hidden]) button")?.focus()
    panel.querySelector(".user")!.textContent = nameOf(session.value?.access ?? "") ?? "you"
  })
}

/** Authorizes the requests of the library by the token of the session as long as that is used. */
export const watchReference = (library: Library): void => {
  let isAuthorized = false
  effect(() => {
    const access = session.value?.access
    if (access !== undefined) library.preauthorizeApiKey(scheme, access)
    else if (isAuthorized) library.authActions.logout([scheme])
    isAuthorized = access !== undefined
  })
}

/** Sends a request of the library. If the token of the session is refused, it is renewed once, as on the page. */
export const authorizedFetch: typeof fetch = async (input, init) => {
  const first = await fetch(input, init)
  const headers = new Headers(init?.headers)
  const used = session.value?.access
  if (first.status !== 401 || used === undefined || headers.get("authorization") !== `Bearer ${used}`) return first
  await use()
  if (session.value === null || state.value !== "used") return first
  headers.set("authorization", `Bearer ${session.value.access}`)
  return fetch(input, { ...init, headers })
}
