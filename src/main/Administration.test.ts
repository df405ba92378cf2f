import { afterAll, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Commands from "./testing/Commands.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-administration-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const command = (directory: string, name: Commands.CommandName, args: ReadonlyArray<string>, input = "") =>
  Commands.spawned(name, args, { cwd: root, environment: { DATA_DIR: directory }, input })

test("`user -- add --operator` makes an operator, whose calls are audited; users are listed with the time when they were last seen", async () => {
  const directory = join(root, "data")
  mkdirSync(directory)
  const service = await ServiceProcess.start({ directory })
  const addRoot = await command(directory, "user", ["add", "root", "--operator"], "correct horse battery\n")
  expect(addRoot).toEqual({ code: 0, out: "root was added\n", err: "" })
  expect((await command(directory, "user", ["add", "ada"], "correct horse battery\n")).code).toBe(0)
  expect(await command(directory, "user", ["list", "--operator"])).toMatchObject({ code: 2, out: "" })
  const clientOf = async (user: string) => {
    const { out } = await command(directory, "token", ["--user", user, "--scope", "admin projects:read"])
    return ServiceClient.make(service.url, out.trim())
  }
  const [ada, operator] = [await clientOf("ada"), await clientOf("root")]
  expect((await ada.call("GET", "/v1/projects")).status).toBe(200)
  expect((await ada.call("GET", "/v1/admin/users")).status).toBe(403)
  for (;;) {
    const { json, status } = await operator.call("GET", "/v1/admin/users")
    expect(status).toBe(200)
    const users = json["users"]! as ReadonlyArray<Record<string, string | boolean>>
    expect(users.map(({ operator, userId }) => [userId, operator])).toEqual([
      ["root", true],
      ["ada", false]
    ])
    // The time is stored after the request has been answered.
    if (users.every(({ createdAt, lastSeenAt }) => lastSeenAt !== undefined && lastSeenAt >= createdAt!)) break
    await Bun.sleep(20)
  }
  expect((await operator.call("POST", "/v1/admin/users/ada/revoke")).status).toBe(204)
  expect((await ada.call("GET", "/v1/projects")).status).toBe(401)
  await service.stop()
  const verified = await command(directory, "audit", ["verify"])
  expect(verified).toMatchObject({ code: 0, err: "" })
})
