import { scopes } from "../../src/domain/Principal.ts"
import { audience, client, machine } from "../backends/OidcNames.ts"

/** Seconds that the tokens are good for: longer than the rules take. */
const lifespan = 3600

const tokenOf = async (realm: string, form: Readonly<Record<string, string>>): Promise<string> => {
  const answer = await fetch(`${realm}/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams(form)
  })
  if (!answer.ok) throw new Error(`Keycloak answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** The variables of a service whose callers are those of Keycloak, from the result of starting it. */
export const settingsOf = ({ KEYCLOAK_ISSUER }: Readonly<Record<string, string>>): Record<string, string> => ({
  AUTH: "oidc",
  OIDC_ISSUER: KEYCLOAK_ISSUER!,
  OIDC_AUDIENCE: audience,
  OIDC_CLIENT_ID: client.client_id,
  OIDC_CLIENT_SECRET: client.client_secret
})

/** Tokens of two callers with all scopes: a person and a program. They are good for an hour, not the five minutes of the realm. */
export const make = async ({
  KEYCLOAK_ADMIN,
  KEYCLOAK_ADMIN_PASSWORD,
  KEYCLOAK_ISSUER,
  KEYCLOAK_URL
}: Readonly<Record<string, string>>): Promise<readonly [string, string]> => {
  const administrator = await tokenOf(`${KEYCLOAK_URL}/realms/master`, {
    grant_type: "password",
    client_id: "admin-cli",
    username: KEYCLOAK_ADMIN!,
    password: KEYCLOAK_ADMIN_PASSWORD!
  })
  const changed = await fetch(`${KEYCLOAK_URL}/admin/realms/plinth`, {
    method: "PUT",
    headers: { authorization: `Bearer ${administrator}`, "content-type": "application/json" },
    body: JSON.stringify({ accessTokenLifespan: lifespan })
  })
  if (!changed.ok) throw new Error(`Keycloak answered ${changed.status}: ${await changed.text()}`)
  const scope = [...scopes].join(" ")
  return [
    await tokenOf(KEYCLOAK_ISSUER!, {
      grant_type: "password",
      ...client,
      username: "ann",
      password: "ann-secret",
      scope: `openid ${scope}`
    }),
    await tokenOf(KEYCLOAK_ISSUER!, { grant_type: "client_credentials", ...machine, scope })
  ]
}
