import * as Effect from "effect/Effect"
import { Requirements } from "../../../application/requirements/Requirements.ts"
import { listAnswer } from "../../answer/StreamedJson.ts"
import { RequirementsApi } from "../../api/requirements/RequirementsApi.ts"
import { bind, raw } from "../../call/Call.ts"

const fileHeaders = {
  "content-type": "application/xml",
  "content-disposition": 'attachment; filename="requirements.ids"',
  "content-security-policy": "sandbox",
  "cache-control": "no-store"
}

export const bindings = Effect.map(Requirements, (requirements) =>
  bind(RequirementsApi, {
    listRequirements: ({ path }) => listAnswer("requirements", requirements.list(path.projectId)),
    createRequirements: {
      prepare: ({ body, path, principal }) => requirements.create(path.projectId, principal.userId, body.bytes)
    },
    readRequirements: ({ path, query }) =>
      query.format === undefined
        ? requirements.read(path.projectId, path.requirementsId)
        : Effect.map(requirements.bytes(path.projectId, path.requirementsId), (bytes) =>
            raw(new Response(Uint8Array.from(bytes), { headers: fileHeaders }))
          ),
    changeRequirements: {
      resource: ({ path: { projectId, requirementsId }, principal: { userId } }) =>
        Effect.as(requirements.read(projectId, requirementsId), ({ body }) =>
          "kind" in body
            ? requirements.replace(projectId, userId, requirementsId, body.bytes)
            : requirements.change(projectId, userId, requirementsId, body)
        )
    },
    deleteRequirements: ({ path }) => requirements.remove(path.projectId, path.requirementsId)
  })
)
