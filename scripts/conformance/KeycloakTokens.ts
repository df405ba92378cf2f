import { scopes } from "../../src/domain/Principal.ts"
import { audience, client, machine } from "../backends/OidcNames.ts"

/** The lifetime of the tokens in seconds, which is longer than the rules take. */
const lifespan = 3600

const tokenOf = async (realm: string, form: Readonly<Record<string, string>>): Promise<string> => {
  const answer = await fetch(`${realm}/protocol/openid-connect/token`, {
    method: "POST",
    body: new URLSearchParams(form)
  })
  if (!answer.ok) throw new Error(`Keycloak answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

/** Returns the variables of a service whose callers are those of Keycloak, given the result of starting Keycloak. */
export const settingsOf = ({ KEYCLOAK_ISSUER }: Readonly<Record<string, string>>): Record<string, string> => ({
  AUTH: "oidc",
  OIDC_ISSUER: KEYCLOAK_ISSUER!,
  OIDC_AUDIENCE: audience,
  OIDC_CLIENT_ID: client.client_id,
  OIDC_CLIENT_SECRET: client.client_secret
})

/**
 * Returns tokens of two callers with all scopes: a person and a program. They are valid for an hour instead of the five
 * minutes of the realm.
 */
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
