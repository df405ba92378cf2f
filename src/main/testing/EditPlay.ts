import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { Sessions } from "../../application/models/Sessions.ts"
import type { Random } from "../../testing/Random.ts"
import type { ModelId, ProjectId } from "../../domain/Identifier.ts"
import type { ModelVersion } from "../../domain/edits/ModelVersion.ts"
import type { UserId } from "../../domain/Principal.ts"
import * as Seed from "../../http/testing/Seed.ts"
import { bodyOf, type Command } from "./EditCommands.ts"
import { type EditedProject, users } from "./EditedProject.ts"
import type { EditingHost } from "./EditingHost.ts"
import { EditingModel, type Place } from "./EditingModel.ts"
import * as EditingViews from "./EditingViews.ts"

/** Whether other users see the change. */
const isPublic = (command: Command): command is Extract<Command, { readonly kind: "Publish" | "Delete" | "Restart" }> =>
  !("user" in command) || command.kind === "Publish"

/** Runs commands on a service and on its reference model, and compares the results. */
export const make = (host: EditingHost, project: EditedProject, random: Random) => {
  const model = new EditingModel(project.models)
  const path = `/v1/projects/${project.projectId}`
  const deleted = new Set<string>()
  let look = EditingViews.make()
  let titles = 0
  /** The expected views of users, cached until an action changes them. */
  const known = new Map<string, EditingViews.View>()
  const expected = (place: Place): EditingViews.View =>
    known.getOrInsertComputed(`${place.user} ${place.model}`, () => EditingViews.expected(model, place))

  const pathOf = (place: Place): string => `${path}/models/${project.modelIds[place.model]}`
  const call = (method: string, path: string, user: number, id: string, body?: unknown) =>
    host.service.call(method, path, {
      token: host.service.token(users[user]!),
      headers: { "x-client-session-id": id },
      body
    })
  /** The error of an answer, null for success. */
  const outcome = async (...request: Parameters<typeof call>): Promise<string | null> => {
    const answer = await call(...request)
    const text = await answer.text()
    return answer.ok ? null : (JSON.parse(text) as { readonly error: string }).error
  }

  const modify = async (command: Extract<Command, { readonly kind: "Modify" }>): Promise<void> => {
    const { id, modifications, user } = command
    const answer = await call("POST", `${pathOf(command)}/products`, user, id, bodyOf(modifications))
    if (model.session(command) !== id) return expect(answer.status).toBe(400)
    const { errors } = await Seed.json<{ errors: ReadonlyArray<{ guid: string; error: string }> }>(answer)
    const wanted = model.modify(command, modifications)
    const wrong = modifications
      .map(({ guid }, i) => ({ guid, words: wanted[i] ?? [] }))
      .filter(({ words }) => words.length > 0)
    const cells = (list: ReadonlyArray<{ readonly guid: string }>) => list.map(({ guid }) => guid).sort()
    expect(cells(errors)).toEqual(cells(wrong))
    for (const { error, guid } of errors) {
      expect(wrong.filter((one) => one.guid === guid).flatMap(({ words }) => words)).toContain(error)
    }
  }

  const remove = async (deletable: number): Promise<void> => {
    const { fields, guids, path: below } = project.deletables[deletable]!
    const error = await outcome("DELETE", `${path}${below}`, 0, "a")
    const isGone = [...guids, ...fields].every((one) => deleted.has(one))
    if (!isGone) expect(error).toBeNull()
    if (error !== null) return
    model.forget(guids)
    for (const field of fields) if (!deleted.has(field)) model.undefine(field)
    for (const one of [...guids, ...fields]) deleted.add(one)
  }

  const run = async (command: Command): Promise<void> => {
    if (isPublic(command)) known.clear()
    else known.delete(`${command.user} ${command.model}`)
    switch (command.kind) {
      case "Restart":
        look = EditingViews.make()
        return host.restart?.()
      case "Delete":
        return remove(command.deletable)
      case "Modify":
        return modify(command)
    }
    const { id, user } = command
    const at = pathOf(command)
    switch (command.kind) {
      case "Start":
        return expect(await outcome("POST", `${at}/start-session`, user, id)).toBe(model.start(command, id))
      case "End":
        return expect(await outcome("POST", `${at}/end-session`, user, id)).toBe(model.end(command, id))
      case "Remove": {
        const { guid } = command
        return expect(await outcome("DELETE", `${at}/products/${guid}`, user, id)).toBe(model.remove(command, id, guid))
      }
      case "Publish": {
        const title = `Version ${++titles}`
        return expect(await outcome("POST", `${at}/publish`, user, id, { title })).toBe(
          model.publish(command, id, title)
        )
      }
      case "Discard":
        return expect(await outcome("POST", `${at}/discard`, user, id)).toBe(model.discard(command))
    }
  }

  const compareView = Effect.fnUntraced(function* (place: Place) {
    const [userId, modelId] = [users[place.user] as UserId, project.modelIds[place.model] as ModelId]
    const shown = yield* look(userId, project.projectId as ProjectId, modelId)
    const wanted = expected(place)
    if (!Bun.deepEquals(shown, wanted)) expect({ place, ...shown }).toEqual({ place, ...wanted })
    const session = yield* Effect.flatMap(Sessions, (sessions) => sessions.read(userId, modelId))
    expect(session?.clientSessionId ?? null).toBe(model.session(place))
  })

  const read = async <A>(m: number, below: string): Promise<A> =>
    Seed.json<A>(await call("GET", `${pathOf({ user: 0, model: m })}/versions${below}?pageSize=1000`, 0, "a"))

  const compareVersions = Effect.fnUntraced(function* (m: number) {
    const wanted = model.listed(m)
    const { versions } = yield* Effect.promise(() => read<{ versions: ReadonlyArray<ModelVersion> }>(m, ""))
    expect(versions.map(({ cells, deletedProducts, title }) => ({ title, cells, deletedProducts }))).toEqual(
      wanted.map(({ changes, deleted, title }) => ({ title, cells: changes.length, deletedProducts: deleted.length }))
    )
    const at = random.below(versions.length)
    const { modelVersionId } = versions[at]!
    const shown = yield* Effect.promise(() => read<unknown>(m, `/${modelVersionId}/changes`))
    expect(shown).toEqual(EditingViews.shownChanges(wanted[at]!))
    if (random.chance(0.5)) return
    const rows = yield* Effect.promise(() => ask({ user: 0, model: m }, `?version=${modelVersionId}`))
    expect(rows).toEqual(EditingViews.shownRows(model.seeVersion(m, versions.length - 1 - at)))
  })

  const ask = async (place: Place, query = "") => {
    const body = { fields: EditingViews.fields }
    const answer = await call("POST", `${pathOf(place)}/products/properties/query${query}`, place.user, "a", body)
    return EditingViews.rowsOf(await Seed.json<Parameters<typeof EditingViews.rowsOf>[0]>(answer))
  }

  const places = users.flatMap((_, user) => project.modelIds.map((_, model): Place => ({ user, model })))

  /** Compares every view after a command, and the versions that may have changed. */
  const compare = (after: Command): Promise<void> =>
    host.service.run(
      Effect.gen(function* () {
        for (const place of places) yield* compareView(place)
        // Each of several services has its own caches.
        for (let i = 0; host.services > 1 && i < host.services; i++) {
          const place = places[random.below(places.length)]!
          expect(yield* Effect.promise(() => ask(place))).toEqual(expected(place).rows)
        }
        if (!isPublic(after)) return
        for (const m of project.modelIds.keys()) {
          if (!("model" in after) || after.model === m) yield* compareVersions(m)
        }
      })
    )

  /** Returns the result of a user's calculation. */
  const calculated = async <A>(place: Place, kind: string, body: object): Promise<A> => {
    const { user } = place
    const at = `${pathOf(place)}/products/${kind}`
    const { id } = await Seed.json<{ id: string }>(await call("POST", `${at}/query`, user, "a", body), 202)
    await Seed.ready(host.service, host.service.token(users[user]!), id)
    const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(await call("GET", `${at}/${id}/result`, user, "a"))
    return Seed.json<A>(await host.service.call("GET", downloadUrl))
  }

  /** Compares the answers of one user over HTTP, including calculated values if they are requested. */
  const compareAnswers = async (place: Place, calculates: boolean): Promise<void> => {
    const { user } = place
    const at = pathOf(place)
    const { changes, counts, quantities, rows } = expected(place)
    expect(await ask(place)).toEqual(rows)
    const unpublished: unknown = await Seed.json(await call("GET", `${at}/changes`, user, "a"))
    expect(unpublished).toEqual(changes)
    expect(await Seed.json(await call("GET", `${at}/session`, user, "a"))).toMatchObject(
      counts as Record<string, unknown>
    )
    if (!calculates) return
    const body = { calculators: EditingViews.calculators.map(({ name }) => name) }
    const told = await calculated<Parameters<typeof EditingViews.quantitiesOf>[0]>(place, "quantities", body)
    const quantitiesNow: unknown = EditingViews.quantitiesOf(told)
    expect(quantitiesNow).toEqual(quantities)
    const fields = { fields: ["Computed.Volume"] }
    const dynamic = await calculated<Parameters<typeof EditingViews.dynamicOf>[0]>(place, "dynamic-properties", fields)
    expect(EditingViews.dynamicOf(dynamic)).toEqual(EditingViews.expectedDynamic(model, place))
  }

  return { run, compare, compareAnswers }
}
