import { Effect } from "effect"
import { Members } from "../../application/Members.ts"
import type { Member } from "../../ports/MemberRepository.ts"
import { MembersApi } from "../api/MembersApi.ts"
import { bind } from "../dispatch/Call.ts"

const shown = <Role>({ name, ...member }: Member<Role>) => ({ ...member, ...(name === null ? {} : { name }) })

const list = <Role>(members: ReadonlyArray<Member<Role>>) => ({ members: members.map(shown) })

export const bindings = Effect.map(Members, (members) =>
  bind(MembersApi, {
    listMembers: ({ project }) => Effect.map(members.list(project), list),
    putMember: ({ body, path, project }) => Effect.map(members.put(project, path.userId, body.role), shown),
    removeMember: ({ path, principal, project }) => members.remove(project, principal.userId, path.userId),
    listModelMembers: ({ model }) => Effect.map(members.listOnModel(model), list),
    putModelMember: ({ body, model, path }) => Effect.map(members.putOnModel(model, path.userId, body.role), shown),
    removeModelMember: ({ model, path }) => members.removeFromModel(model, path.userId)
  })
)
