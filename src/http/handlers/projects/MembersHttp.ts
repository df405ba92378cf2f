import * as Effect from "effect/Effect"
import { Members } from "../../../application/projects/Members.ts"
import type { Member } from "../../../ports/projects/MemberRepository.ts"
import type { Listed } from "../../../ports/Stored.ts"
import * as Pull from "../../../runtime/Pull.ts"
import { MembersApi } from "../../api/projects/MembersApi.ts"
import { bind } from "../../call/Call.ts"
import { listAnswer } from "../../answer/StreamedJson.ts"

const shown = <Role>({ name, ...member }: Member<Role>) => ({ ...member, ...(name === null ? {} : { name }) })

const list = <Role>(members: Listed<Member<Role>>) => listAnswer("members", Pull.map(members, shown))

export const bindings = Effect.map(Members, (members) =>
  bind(MembersApi, {
    listMembers: ({ project }) => list(members.list(project)),
    putMember: ({ body, path, project }) => Effect.map(members.put(project, path.userId, body.role), shown),
    removeMember: ({ path, principal, project }) => members.remove(project, principal.userId, path.userId),
    listModelMembers: ({ model }) => list(members.listOnModel(model)),
    putModelMember: ({ body, model, path }) => Effect.map(members.putOnModel(model, path.userId, body.role), shown),
    removeModelMember: ({ model, path }) => members.removeFromModel(model, path.userId)
  })
)
