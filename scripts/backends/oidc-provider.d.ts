/** The part of oidc-provider that is used here. It has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, Server, ServerResponse } from "node:http"

  interface Interaction {
    readonly prompt: { readonly name: string; readonly details: Record<string, unknown> }
    readonly params: { readonly client_id: string }
    readonly grantId?: string
    readonly session?: { readonly accountId: string }
  }

  interface Grant {
    readonly addOIDCScope: (scope: string) => void
    readonly addResourceScope: (resource: string, scope: string) => void
    readonly save: () => Promise<string>
  }

  interface Context {
    readonly path: string
    readonly req: IncomingMessage
    readonly res: ServerResponse
    readonly redirect: (url: string) => void
    type: string
    body: string
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: { readonly accountId: string; readonly clientId: string }) => Grant
    use(middleware: (context: Context, next: () => Promise<void>) => Promise<void>): void
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { readonly mergeWithLastSubmission: boolean }
    ): Promise<string>
    listen(port: number, host: string): Server
  }
}
