import * as Effect from "effect/Effect"
import { Settings } from "../../../ports/Settings.ts"
import { MetadataApi } from "../../api/signin/MetadataApi.ts"
import { bind } from "../../call/Call.ts"
import { authorizationServer, protectedResource } from "../../signin/Metadata.ts"

export const bindings = Effect.map(Settings, ({ isRegistrationOpen, publicUrl }) =>
  bind(MetadataApi, {
    authorizationServer: () => Effect.succeed(authorizationServer(publicUrl, isRegistrationOpen)),
    protectedResource: () => Effect.succeed(protectedResource(publicUrl, "")),
    protectedMcp: () => Effect.succeed(protectedResource(publicUrl, "/mcp"))
  })
)
