import { signal } from "@preact/signals"

/** The user who is signed in in this window. */
export interface Session {
  readonly access: string
  /** True if the user pasted the token. It cannot be renewed. */
  readonly isPasted: boolean
  /** Scopes of the token, as the service told them with it; absent for a pasted one. */
  readonly scope?: string
}

/** The session of this window; null if nobody is signed in. It is in memory alone: no storage of the browser has it. */
export const session = signal<Session | null>(null)

/** Returns the claims of a token, unverified, or none if the token is opaque. */
const claimsOf = (token: string): Readonly<Record<string, unknown>> => {
  const payload = token.split(".")[1]
  if (payload === undefined) return {}
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0)
    )
    return JSON.parse(new TextDecoder().decode(bytes)) as Readonly<Record<string, unknown>>
  } catch {
    return {}
  }
}

const firstText = (...values: ReadonlyArray<unknown>): string | null =>
  values.find((value): value is string => typeof value === "string" && value !== "") ?? null

/** Returns the subject of a token, by which others add the user to projects, or null if the token is opaque. */
export const subjectOf = (token: string): string | null => firstText(claimsOf(token)["sub"])

/** Returns the user's name in a token, else the subject. Source: OpenID Connect Core 1.0, 5.1. */
export const nameOf = (token: string): string | null => {
  const { email, name, preferred_username, sub } = claimsOf(token)
  return firstText(name, preferred_username, email, sub)
}

/**
 * Returns whether the user's token has the scope of operators. The service looks up at each request whether the user
 * still is one.
 */
export const isOperator = (): boolean => {
  const { access = "", scope = claimsOf(access)["scope"] } = session.value ?? {}
  return typeof scope === "string" && scope.split(" ").includes("admin")
}
