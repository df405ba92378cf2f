import type { MakeSample } from "./Sample.ts"
import * as SignedIn from "./SignedIn.ts"

const aUser: MakeSample = async ({ service }) => {
  const userId = `user ${crypto.randomUUID()}`
  await SignedIn.user(service, userId)
  return { path: { userId } }
}

const redirectUris = [SignedIn.redirectUri]

/** Samples of requests to the endpoints for operators, which need the token of one. */
export const adminSamples: Readonly<Record<string, MakeSample>> = {
  listUsers: () => ({ query: "?pageSize=3" }),
  createUser: () => ({ body: { userId: `user ${crypto.randomUUID()}`, operator: false } }),
  deleteUser: aUser,
  revokeUser: aUser,
  linkPassword: aUser,
  listClients: async ({ service }) => {
    await SignedIn.client(service, "word", { secret: true })
    return {}
  },
  createClient: () => ({ body: { id: crypto.randomUUID(), redirectUris, scopes: ["models:read"], secret: true } }),
  deleteClient: async ({ service }) => {
    const clientId = crypto.randomUUID()
    await SignedIn.client(service, clientId)
    return { path: { clientId } }
  },
  readStorage: () => ({}),
  listAllAudits: () => ({ query: "?pageSize=10" }),
  listAllOperations: () => ({}),
  readHealth: () => ({})
}
