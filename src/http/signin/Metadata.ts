import { type Scope, scopes } from "../../domain/Principal.ts"

/** The scopes that the tools of /mcp need; a program that acts for a person is to ask for no more. */
const mcpScopes: ReadonlyArray<Scope> = ["projects:read", "models:read", "models:write", "libraries:read"]

/** Returns the metadata of the service as an authorization server (RFC 8414, section 2; RFC 9207, section 3). */
export const authorizationServer = (publicUrl: string, isRegistrationOpen: boolean) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/v1/auth/authorize`,
  token_endpoint: `${publicUrl}/v1/auth/token`,
  ...(isRegistrationOpen ? { registration_endpoint: `${publicUrl}/v1/auth/register` } : {}),
  scopes_supported: scopes,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_post", "client_secret_basic"],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${publicUrl}/docs`
})

/** Returns the metadata of the API, or of /mcp, as a protected resource (RFC 9728, section 2). */
export const protectedResource = (publicUrl: string, path: "" | "/mcp") => ({
  resource: `${publicUrl}${path}`,
  resource_name: "Plinth",
  resource_documentation: `${publicUrl}/docs`,
  authorization_servers: [publicUrl],
  scopes_supported: path === "" ? scopes : mcpScopes,
  bearer_methods_supported: ["header"]
})
