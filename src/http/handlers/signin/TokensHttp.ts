import * as Effect from "effect/Effect"
import { ProgramTokens } from "../../../application/signin/ProgramTokens.ts"
import { TokensApi } from "../../api/signin/TokensApi.ts"
import { listAnswer } from "../../answer/StreamedJson.ts"
import { bind } from "../../call/Call.ts"

export const bindings = Effect.map(ProgramTokens, (tokens) =>
  bind(TokensApi, {
    listTokens: ({ principal }) => Effect.map(tokens.list(principal.userId), (all) => ({ tokens: all })),
    createToken: ({ body, principal }) => tokens.create(principal, body),
    deleteToken: ({ path, principal }) => tokens.remove(principal.userId, path.tokenId),
    listProjectTokens: ({ path }) => listAnswer("tokens", tokens.inProject(path.projectId)),
    shutOutToken: ({ path }) => tokens.shutOut(path.projectId, path.tokenId)
  })
)
