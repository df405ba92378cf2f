import * as SignedIn from "./SignedIn.ts"
import type { TestService } from "./TestService.ts"

/** The redirect URL of a program on the user's computer, with the port of this run. */
export const redirectUri = "http://127.0.0.1:53412/back"

/** Registers a program as it does itself, with another port than that of this run; returns its client id. */
export const client = async (
  service: TestService,
  more: Readonly<Record<string, unknown>> = { client_name: "Claude", scope: "models:read libraries:read" }
): Promise<string> => {
  const body = { redirect_uris: ["http://127.0.0.1:1/back"], ...more }
  const response = await service.call("POST", "/v1/auth/register", { body })
  return ((await response.json()) as { readonly client_id: string }).client_id
}

/** The parameters of a good request of such a client. */
export const request = (clientId: string, other: Readonly<Record<string, string>> = {}): URLSearchParams =>
  SignedIn.request({ client_id: clientId, redirect_uri: redirectUri, scope: "", ...other })

/** Presses a button of the page of consent. */
export const decide = (
  service: TestService,
  { cookie, ticket }: Pick<SignedIn.OpenPage, "cookie" | "ticket">,
  decision: string,
  path = "/v1/auth/consent"
): Promise<Response> =>
  service.call("POST", path, {
    body: new URLSearchParams({ request: ticket, decision }).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html", cookie }
  })
