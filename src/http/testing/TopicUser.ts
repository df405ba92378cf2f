import * as Seed from "./Seed.ts"
import type * as TestService from "./TestService.ts"

export interface Named {
  readonly guid: string
  readonly title: string
  readonly server_assigned_id: string
  readonly modified_date: string
}

export const bodyOf = async <A>(response: Response): Promise<A> => (await response.json()) as A

/** A project of a new user, and calls below its BCF API by any member. */
export const newUser = async (service: TestService.TestService) => {
  const owner = crypto.randomUUID()
  const token = service.token(owner)
  const projectId = await Seed.project(service, token)
  const call = (method: string, path = "", options: TestService.CallOptions = {}) =>
    service.call(method, `/bcf/3.0/projects/${projectId}${path}`, { token, ...options })
  const post = async <A = Named>(path: string, body: unknown) => Seed.json<A>(await call("POST", path, { body }), 201)
  const titles = async (query: string) =>
    (await bodyOf<ReadonlyArray<Named>>(await call("GET", `/topics${query}`))).map(({ title }) => title)
  const join = async (role: string) => {
    const member = crypto.randomUUID()
    await service.call("PUT", `/v1/projects/${projectId}/members/${member}`, { token, body: { role } })
    return service.token(member)
  }
  return { call, post, titles, join, owner, projectId, token }
}
