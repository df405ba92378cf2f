import { afterAll, beforeAll, expect, test } from "bun:test"
import process from "node:process"
import { Random } from "../testing/Random.ts"
import * as Seed from "../http/testing/Seed.ts"
import { volume } from "../testing/Volume.ts"
import * as EditCommands from "./testing/EditCommands.ts"
import * as EditedFile from "./testing/EditedFile.ts"
import * as EditedProject from "./testing/EditedProject.ts"
import * as EditingHost from "./testing/EditingHost.ts"
import * as ProjectCopy from "./testing/ProjectCopy.ts"

const seed = Number(process.env["SEED"] ?? 20261128)
/** Edits of all projects, and of one: products that are removed stay so, and nothing would be left of more. */
const [wanted, perProject] = [Number(process.env["COPY_EDITS"] ?? volume(50, 500)), 50]

let host: EditingHost.EditingHost
beforeAll(async () => {
  host = await (EditingHost.overPostgres ?? EditingHost.alone)()
})
afterAll(() => host.stop())

const callBy = (user: string) => (method: string, path: string, body?: unknown) =>
  host.service.call(method, path, {
    token: host.service.token(user),
    headers: { "x-client-session-id": user },
    ...(body === undefined ? {} : { body })
  })

const { reader } = EditedProject

/** The edited file with another value and one more product, as a new file of the model. */
const newText = EditedFile.text
  .replace("IFCLABEL('F30')", () => "IFCLABEL('F120')")
  .replace("ENDSEC;\nEND-ISO", () => "#90=IFCWALL('0wall00000000000000009',$,'Late',$,$,$,$,$,$);\nENDSEC;\nEND-ISO")

const takeNewFile = async (path: string): Promise<void> => {
  const [owner = ""] = EditedProject.users
  const token = host.service.token(owner)
  const ticket = await Seed.json<{ uploadKey: string; uploadUrl: string }>(
    await host.service.call("GET", "/v1/files/upload-url", { token })
  )
  await host.service.call("PUT", ticket.uploadUrl, { body: newText })
  const body = { uploadKey: ticket.uploadKey, uploadFileName: "b.ifc", title: "New file" }
  const started = await callBy(owner)("POST", `${path}/imports`, body)
  await Seed.ready(host.service, token, (await Seed.json<{ id: string }>(started, 202)).id)
}

/** Does something at random as a user, who has a session at both models. */
const act = async (user: string, random: Random, project: EditedProject.EditedProject): Promise<void> => {
  const call = callBy(user)
  const below = `/v1/projects/${project.projectId}`
  const path = `${below}/models/${random.pick(project.modelIds)}`
  const chance = random.next()
  const answer =
    chance < 0.55
      ? await call("POST", `${path}/products`, EditCommands.bodyOf(EditCommands.modifications(random, project)))
      : chance < 0.59
        ? await call("DELETE", `${path}/products/${random.pick(EditedFile.guids)}`)
        : chance < 0.87
          ? await call("POST", `${path}/publish`, { title: "Published" })
          : chance < 0.93
            ? await call("POST", `${path}/discard`)
            : await call("DELETE", `${below}${random.pick(project.deletables).path}`)
  expect([200, 201, 204, 404], `${user}: ${await answer.clone().text()}`).toContain(answer.status)
}

const play = async (seed: number): Promise<void> => {
  const random = new Random(seed)
  const projectId = await EditedProject.template(host.service)
  const project = await host.service.run(EditedProject.of(projectId))
  const [owner = ""] = EditedProject.users
  const path = `/v1/projects/${projectId}`
  await callBy(reader)("GET", "/v1/projects")
  expect((await callBy(owner)("PUT", `${path}/members/${reader}`, { role: "User" })).status).toBeLessThan(300)
  for (const user of EditedProject.users) {
    for (const model of project.modelIds) await callBy(user)("POST", `${path}/models/${model}/start-session`)
  }
  const copy = ProjectCopy.make(callBy(reader), projectId)
  const compare = async (models: ReadonlyArray<string>) => {
    while (await copy.follow(1 + random.below(20)));
    for (const model of models) expect(copy.rows(model), `SEED=${seed}`).toEqual(await copy.now(model))
  }
  await compare(project.modelIds)
  for (let done = 0; done < perProject;) {
    const count = 1 + random.below(12)
    done += count
    let isOver = false
    const following = (async () => {
      while (!isOver) {
        await copy.follow(3)
        await Bun.sleep(0)
      }
    })()
    const users = EditedProject.users.map(async (user, i) => {
      const own = new Random(seed * 1000 + done * 10 + i)
      for (let n = i; n < count; n += EditedProject.users.length) await act(user, own, project)
    })
    if (random.chance(0.2)) users.push(takeNewFile(`${path}/models/${random.pick(project.modelIds)}`))
    await Promise.all(users).finally(() => (isOver = true))
    await following
    await compare(project.modelIds)
  }
  expect(copy.heard("version.published")).toBeGreaterThan(0)
  const [removed = "", kept = ""] = project.modelIds
  expect((await callBy(owner)("DELETE", `${path}/models/${removed}`)).status).toBe(204)
  await compare([kept])
  expect(copy.rows(removed)).toBeUndefined()
}

for (let first = 0; first < wanted; first += perProject) {
  test(`edits ${first + 1} to ${first + perProject} of four users reach a copy that follows the events alone, seed ${seed}`, () =>
    play(seed + first))
}
