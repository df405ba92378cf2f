import type { MakeSample } from "./Sample.ts"
import * as Seed from "./Seed.ts"

const token = () => ({
  name: "Nightly export",
  scopes: ["projects:read", "models:read"],
  expiresAt: new Date(Date.now() + 24 * 3_600_000).toISOString()
})

const aToken: MakeSample = async ({ projectId, service, token: bearer }) => {
  const body = { ...token(), projects: [projectId] }
  const made = await service.call("POST", "/v1/tokens", { token: bearer, body })
  return { path: { tokenId: (await Seed.json<{ id: string }>(made, 201)).id } }
}

/** Samples of requests to the endpoints for tokens of programs. */
export const tokenSamples: Readonly<Record<string, MakeSample>> = {
  listTokens: async (world) => {
    await aToken(world)
    return {}
  },
  createToken: ({ projectId }) => ({ body: { ...token(), projects: [projectId] } }),
  deleteToken: aToken,
  listProjectTokens: async (world) => {
    await aToken(world)
    return {}
  },
  shutOutToken: aToken
}
