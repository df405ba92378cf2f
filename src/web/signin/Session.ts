import { signal } from "@preact/signals"

/** Who is signed in, in this window. */
export interface Session {
  readonly access: string
  /** Null where there is none: a token that was pasted. */
  readonly refresh: string | null
}

const key = "plinth.session"

const read = (): Session | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as Session | null
  } catch {
    return null
  }
}

/** The session of this window; null: nobody is signed in. */
export const session = signal(read())

/** Keeps it for as long as the window is open; null ends it. */
export const keep = (next: Session | null): void => {
  if (next === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(next))
  session.value = next
}

/** The subject that a token names, by which others add its user to projects; null where the token is opaque. */
export const subjectOf = (token: string): string | null => {
  const payload = token.split(".")[1]
  if (payload === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0)
    )
    const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { readonly sub?: unknown }
    return typeof sub === "string" ? sub : null
  } catch {
    return null
  }
}
