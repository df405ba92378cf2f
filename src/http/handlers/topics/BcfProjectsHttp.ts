import * as Effect from "effect/Effect"
import { Projects } from "../../../application/projects/Projects.ts"
import { Topics } from "../../../application/topics/Topics.ts"
import { Forbidden } from "../../../domain/Errors.ts"
import type { Principal } from "../../../domain/Principal.ts"
import { Settings } from "../../../ports/Settings.ts"
import * as Pull from "../../../runtime/Pull.ts"
import { BcfProjectsApi } from "../../api/topics/BcfProjectsApi.ts"
import { bind } from "../../call/Call.ts"
import { array } from "./Listing.ts"

const specification = "https://github.com/buildingSMART/BCF-API/tree/release_3_0"

const userOf = ({ name, userId }: Principal) => Effect.succeed({ id: userId, name: name ?? userId })

const refused = (what: string) => () => new Forbidden({ details: `${what} cannot be changed by the BCF API.` })

export const bindings = Effect.gen(function* () {
  const projects = yield* Projects
  const topics = yield* Topics
  const { publicUrl } = yield* Settings
  return bind(BcfProjectsApi, {
    readFoundationVersions: () =>
      Effect.succeed({
        versions: [
          { api_id: "foundation", version_id: "1.1", detailed_version: `${specification}#foundation-api` },
          { api_id: "bcf", version_id: "3.0", detailed_version: specification }
        ]
      }),
    readFoundationAuth: () =>
      Effect.succeed({
        oauth2_auth_url: `${publicUrl}/v1/auth/authorize`,
        oauth2_token_url: `${publicUrl}/v1/auth/token`,
        http_basic_supported: false,
        supported_oauth2_flows: ["authorization_code_grant"]
      }),
    readCurrentUser: ({ principal }) => userOf(principal),
    readBcfUser: ({ principal }) => userOf(principal),
    listBcfProjects: ({ principal }) => {
      const shown = Pull.map(projects.list(principal.userId), ({ id, name }) => ({ project_id: id, name }))
      return array(shown)
    },
    readBcfProject: ({ project: { name, projectId } }) => Effect.succeed({ project_id: projectId, name }),
    changeBcfProject: { resource: refused("A project") },
    readBcfExtensions: ({ principal, project }) => topics.extensions(project, principal.userId),
    changeBcfExtensions: { resource: refused("The words of a project") }
  })
})
