import type { MakeSample } from "./Sample.ts"
import * as Seed from "./Seed.ts"
import type { World } from "./World.ts"

/** A webhook whose name resolves nowhere, so that nothing leaves this machine. */
const draft = { url: "https://receiver.invalid/plinth", types: ["model.*"], description: "Warehouse" }

const create = async ({ projectId, service, token }: World): Promise<string> => {
  const made = await service.call("POST", `/v1/projects/${projectId}/webhooks`, { token, body: draft })
  return (await Seed.json<{ id: string }>(made, 201)).id
}

const aWebhook: MakeSample = async (world) => ({ path: { webhookId: await create(world) } })

const aDelivery: MakeSample = async (world) => {
  const webhookId = await create(world)
  const path = `/v1/projects/${world.projectId}/webhooks/${webhookId}/test`
  const made = await world.service.call("POST", path, { token: world.token })
  return { path: { webhookId, deliveryId: (await Seed.json<{ id: string }>(made, 202)).id } }
}

/** Samples of requests to the endpoints for webhooks. */
export const webhookSamples: Readonly<Record<string, MakeSample>> = {
  listWebhooks: async (world) => {
    await create(world)
    return {}
  },
  createWebhook: () => ({ body: draft }),
  readWebhook: aWebhook,
  changeWebhook: async (world) => ({ path: { webhookId: await create(world) }, body: { types: ["*"] } }),
  deleteWebhook: aWebhook,
  rotateWebhookSecret: aWebhook,
  testWebhook: aWebhook,
  listWebhookDeliveries: aDelivery,
  retryWebhookDelivery: aDelivery
}
