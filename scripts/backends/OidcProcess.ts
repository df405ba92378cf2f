import process from "node:process"
import { Provider } from "oidc-provider"
import { scopes } from "../../src/domain/Principal.ts"
import { audience, client, machine, otherAudience, opaque, user } from "./OidcNames.ts"

/** A provider that signs in one user without asking. Arguments: its port, its keys (a JWK set with private keys). */
const [port, keys] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
const ours = scopes.join(" ")

/** What is asked for as `resource` decides whom a token is made for, and its form (RFC 8707). */
const servers: Readonly<Record<string, object>> = {
  [audience]: { audience, accessTokenFormat: "jwt" },
  [otherAudience]: { audience: otherAudience, accessTokenFormat: "jwt" },
  [opaque]: { audience, accessTokenFormat: "opaque" }
}

const provider = new Provider(issuer, {
  clients: [
    { ...machine, grant_types: ["client_credentials"], redirect_uris: [], response_types: [] },
    {
      ...client,
      application_type: "native",
      grant_types: ["authorization_code", "refresh_token"],
      // The port of a loopback address may be any (RFC 8252, section 7.3).
      redirect_uris: ["http://127.0.0.1/v1/auth/callback", "http://localhost/v1/auth/callback"]
    }
  ],
  scopes: ["openid", "offline_access", ...scopes],
  jwks: JSON.parse(keys!),
  cookies: { keys: [crypto.randomUUID()] },
  ttl: { AccessToken: 300, ClientCredentials: 300, Grant: 86_400, Session: 86_400, Interaction: 600, IdToken: 300 },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => opaque,
      useGrantedResource: () => true,
      getResourceServerInfo: (_: unknown, resource: string) => ({
        ...servers[resource],
        scope: ours,
        accessTokenTTL: 300,
        jwt: { sign: { alg: "RS256" } }
      })
    }
  },
  findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, name: user.name }) }),
  extraTokenClaims: (_: unknown, token: { readonly accountId?: string }) =>
    token.accountId === undefined ? {} : { name: user.name },
  interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` }
})

/** Who comes is signed in, and agrees to everything. */
provider.use(async (context, next) => {
  if (!context.path.startsWith("/interaction/")) return next()
  const { req, res } = context
  const { params, prompt } = await provider.interactionDetails(req, res)
  const consent = async () => {
    const grant = new provider.Grant({ accountId: user.id, clientId: params.client_id })
    grant.addOIDCScope(`openid offline_access ${ours}`)
    for (const resource of Object.keys(servers)) grant.addResourceScope(resource, ours)
    return { consent: { grantId: await grant.save() } }
  }
  const result = prompt.name === "login" ? { login: { accountId: user.id } } : await consent()
  context.redirect(await provider.interactionResult(req, res, result, { mergeWithLastSubmission: true }))
})

provider.listen(Number(port), "127.0.0.1")
