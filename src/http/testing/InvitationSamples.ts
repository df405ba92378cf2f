import type { MakeSample } from "./Sample.ts"
import { made, type World } from "./World.ts"

const anInvitation = async (world: World) => {
  const { id, url } = (await made(world, "invitations", { role: "User" })) as unknown as Record<"id" | "url", string>
  return { id, secret: new URL(url).hash.slice(1) }
}

/** Samples of requests to the endpoints for invitations. */
export const invitationSamples: Readonly<Record<string, MakeSample>> = {
  listInvitations: async (world) => {
    await anInvitation(world)
    return {}
  },
  createInvitation: () => ({ body: { role: "Contributor" } }),
  deleteInvitation: async (world) => ({ path: { invitationId: (await anInvitation(world)).id } }),
  acceptInvitation: async (world) => ({ path: { secret: (await anInvitation(world)).secret } })
}
