import process from "node:process"
import { Provider } from "oidc-provider"
import { scopes } from "../../src/domain/Principal.ts"
import { asking, askingOnce, audience, client, machine, otherAudience, opaque, user } from "./OidcNames.ts"

/**
 * A provider that signs in one user without asking, and others if the client requests it. Arguments: its port, its keys
 * (a JWK set with private keys).
 */
const [port, keys] = process.argv.slice(2)
const issuer = `http://127.0.0.1:${port}`
const ours = scopes.join(" ")

/** The parameter `resource` chooses the audience and the form of a token (RFC 8707). */
const servers: Readonly<Record<string, object>> = {
  [audience]: { audience, accessTokenFormat: "jwt" },
  [otherAudience]: { audience: otherAudience, accessTokenFormat: "jwt" },
  [opaque]: { audience, accessTokenFormat: "opaque" }
}

const ofUsers = {
  application_type: "native",
  grant_types: ["authorization_code", "refresh_token"],
  // A loopback address may have any port (RFC 8252, section 7.3).
  redirect_uris: ["http://127.0.0.1/v1/auth/callback", "http://localhost/v1/auth/callback"]
}

const provider = new Provider(issuer, {
  clients: [
    { ...machine, grant_types: ["client_credentials"], redirect_uris: [], response_types: [] },
    { ...client, ...ofUsers },
    { ...asking, ...ofUsers },
    { ...askingOnce, ...ofUsers, grant_types: ["authorization_code"] }
  ],
  rotateRefreshToken: true,
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

/** Returns the fields of a submitted form. */
const formOf = async (request: AsyncIterable<Uint8Array>): Promise<URLSearchParams> => {
  const parts: Array<Uint8Array> = []
  for await (const part of request) parts.push(part)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

const page = (field: string, button: string) =>
  `<form method="post"><input name="${field}"><button name="answer" value="${button}">${button}</button></form>`

/** If the client asks for no prompt, the user is signed in and agrees to everything. */
provider.use(async (context, next) => {
  if (!context.path.startsWith("/interaction/")) return next()
  const { req, res } = context
  const { params, prompt } = await provider.interactionDetails(req, res)
  const isLogin = prompt.name === "login"
  const isAsking = [asking, askingOnce].some((one) => one.client_id === params.client_id)
  if (isAsking && req.method !== "POST") {
    context.type = "html"
    context.body = isLogin ? page("login", "sign in") : page("answer", "agree")
    return
  }
  const typed = isAsking ? await formOf(req) : new URLSearchParams({ login: user.id, answer: "agree" })
  const consent = async () => {
    const { accountId } = (await provider.interactionDetails(req, res)).session!
    const grant = new provider.Grant({ accountId, clientId: params.client_id })
    grant.addOIDCScope(`openid offline_access ${ours}`)
    for (const resource of Object.keys(servers)) grant.addResourceScope(resource, ours)
    return { consent: { grantId: await grant.save() } }
  }
  const answer = () => {
    if (isLogin) return { login: { accountId: typed.get("login")! } }
    return typed.get("answer") === "agree" ? consent() : { error: "access_denied" }
  }
  context.redirect(await provider.interactionResult(req, res, await answer(), { mergeWithLastSubmission: true }))
})

provider.listen(Number(port), "127.0.0.1")
