import * as Effect from "effect/Effect"
import { Accounts } from "../../application/signin/Accounts.ts"
import { Clients } from "../../application/signin/Clients.ts"
import { digestOf } from "../../application/common/Opaque.ts"
import { ClientId } from "../../domain/signin/Client.ts"
import { type Scope, scopes, UserId } from "../../domain/Principal.ts"
import { publicUrl, type TestService } from "./TestService.ts"

/** The challenge of a 401 to a request without a token. */
export const challenge = `Bearer realm="plinth", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`

export const redirectUri = "https://addin.test/back"
const verifier = "verifier-of-these-tests-which-is-long-enough"
export const password = "correct horse battery"

/** Registers a client of that id and returns its secret if it is to have one. */
export const client = async (
  service: TestService,
  id = "excel",
  options: { readonly secret?: boolean; readonly scopes?: ReadonlyArray<Scope>; readonly redirectUri?: string } = {}
): Promise<string | null> => {
  const made = {
    id: ClientId.make(id),
    redirectUris: [options.redirectUri ?? redirectUri],
    scopes: options.scopes ?? scopes
  }
  const added = await service.run(Effect.flatMap(Clients, (clients) => clients.add(made, options.secret ?? false)))
  return added?.secret ?? null
}

/** Removes a client. */
export const removed = (service: TestService, id: string) =>
  service.run(Effect.flatMap(Clients, ({ remove }) => remove(ClientId.make(id))))

/** Adds a user who signs in with the password, and who may be an operator. */
export const user = (service: TestService, name = "ada", isOperator = false) =>
  service.run(Effect.flatMap(Accounts, (accounts) => accounts.add(UserId.make(name), password, isOperator)))

/** The parameters of a good request, with others in their place; an empty one is left out. */
export const request = (other: Readonly<Record<string, string>> = {}): URLSearchParams => {
  const all = {
    client_id: "excel",
    redirect_uri: redirectUri,
    scope: "models:read",
    state: "the state",
    code_challenge: digestOf(verifier),
    code_challenge_method: "S256",
    ...other
  }
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""))
}

/** The state of a browser that has opened the page: the form's ticket, and its cookie. */
export interface OpenPage {
  readonly response: Response
  readonly html: string
  readonly ticket: string
  readonly cookie: string
}

/** Goes to the page as a browser does. */
export const page = async (service: TestService, asked = request()): Promise<OpenPage> => {
  const sent = await service.call("GET", `/v1/auth/authorize?${asked.toString()}`)
  const { pathname, search } = new URL(sent.headers.get("location")!)
  const response = await service.call("GET", `${pathname}${search}`, { headers: { accept: "text/html" } })
  const html = await response.text()
  const ticket = /name="request" value="([^"]+)"/.exec(html)?.[1] ?? ""
  return { response, html, ticket, cookie: response.headers.get("set-cookie")?.split(";", 1)[0] ?? "" }
}

/** Sends the form. */
export const submit = (
  service: TestService,
  { cookie, ticket }: Pick<OpenPage, "cookie" | "ticket">,
  typed: { readonly user?: string; readonly password?: string } = {},
  headers: Readonly<Record<string, string>> = {}
): Promise<Response> =>
  service.call("POST", "/v1/auth/sign-in", {
    body: new URLSearchParams({ request: ticket, user: "ada", password, ...typed }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", cookie, ...headers }
  })

/** The parameters that the client gets at its redirect URL. */
export const told = (response: Response): URLSearchParams => new URL(response.headers.get("location")!).searchParams

/** A body that the code among what a client was told can be exchanged with. */
export const grantOf = (answer: URLSearchParams, asked = request()): Record<string, string> => ({
  grant_type: "authorization_code",
  client_id: asked.get("client_id")!,
  redirect_uri: asked.get("redirect_uri")!,
  code: answer.get("code")!,
  code_verifier: verifier
})

/** Does the same for a user who signed in. */
export const codeGrant = async (service: TestService, asked = request()): Promise<Record<string, string>> => {
  await client(service)
  await user(service)
  return grantOf(told(await submit(service, await page(service, asked))), asked)
}
