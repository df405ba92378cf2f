import * as Context from "effect/Context"
import type { LimitExceeded, NotFound, ProjectNotFound } from "../../domain/Errors.ts"
import type { ProjectId, WebhookId } from "../../domain/Identifier.ts"
import type { Principal } from "../../domain/Principal.ts"
import type { HeardType, Webhook } from "../../domain/webhooks/Webhook.ts"
import type { Found, Read, Written } from "../Stored.ts"

export interface NewWebhook {
  readonly url: string
  readonly types: ReadonlyArray<HeardType>
  readonly description: string | null
  readonly enabled: boolean
  readonly secret: string
}

/** The changes of a webhook. An absent member keeps its value. */
export type ChangedWebhook = Partial<Omit<NewWebhook, "secret">>

/** The user who saves a webhook, with the scopes of the token that is used for it. */
export type Maker = Pick<Principal, "userId" | "scopes">

/**
 * Webhooks of projects. Each change is an entry of the project's audit. Secrets are stored encrypted, under a key that
 * all processes of a deployment share.
 */
export class WebhookRepository extends Context.Tag("ports/WebhookRepository")<
  WebhookRepository,
  {
    /** Returns the webhooks of a project in the order of their creation. */
    readonly list: (projectId: ProjectId) => Read<ReadonlyArray<Webhook>>
    readonly find: (projectId: ProjectId, id: WebhookId) => Found<Webhook>
    /** Fails with `LimitExceeded` if the project has 50 webhooks, and with `ProjectNotFound` if it was removed. */
    readonly create: (
      projectId: ProjectId,
      maker: Maker,
      webhook: NewWebhook
    ) => Written<Webhook, LimitExceeded | ProjectNotFound>
    /**
     * Changes a webhook and makes the user its maker. A webhook that is enabled receives only later events. Fails with
     * `NotFound`.
     */
    readonly change: (
      projectId: ProjectId,
      maker: Maker,
      id: WebhookId,
      change: ChangedWebhook
    ) => Written<Webhook, NotFound>
    /** Fails with `NotFound`. */
    readonly remove: (projectId: ProjectId, id: WebhookId) => Written<void, NotFound>
    /** Replaces the secret; the old one stays valid beside it for `forMillis`. Fails with `NotFound`. */
    readonly rotate: (
      projectId: ProjectId,
      id: WebhookId,
      secret: string,
      forMillis: number
    ) => Written<Webhook, NotFound>
    /** Makes a new key and encrypts all secrets with it. */
    readonly renewKey: Written<void>
  }
>() {}
