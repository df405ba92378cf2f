import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../testing/FreePort.ts"
import { volume } from "../testing/Volume.ts"
import * as Commands from "./testing/Commands.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const root = mkdtempSync(join(tmpdir(), "plinth-first-user-"))
const started: Array<ServiceProcess.ServiceProcess> = []
afterAll(async () => {
  for (const { stop } of started) await stop()
  rmSync(root, { recursive: true, force: true })
})

let count = 0
const place = () => join(root, String((count += 1)))

type Environment = Readonly<Record<string, string>>

const run = async (environment: Environment, ...words: ReadonlyArray<string>) => {
  const [program, ...args] = words
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, program!), ...args], {
    cwd: root,
    env: environment,
    stdout: "pipe",
    stderr: "pipe"
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

const invite = (environment: Environment, ...args: ReadonlyArray<string>) =>
  Commands.run("user", ["invite", ...args], environment)

const linkIn = (text: string, origin: string) =>
  new RegExp(`${origin}/v1/auth/first-user\\?secret=[\\w-]{43}`).exec(text)?.[0] ?? "no link"

/** Opens a link of the service, wherever it says that it is reached. */
const statusOf = async ({ url }: ServiceProcess.ServiceProcess, link: string) =>
  (await fetch(`${url}/v1/auth/first-user${new URL(link).search}`)).status

const makeUser = async ({ url }: ServiceProcess.ServiceProcess, link: string) => {
  const secret = new URL(link).searchParams.get("secret")!
  const body = new URLSearchParams({ secret, user: "ada", password: "correct horse battery" })
  return (await fetch(`${url}/v1/auth/first-user`, { method: "POST", redirect: "manual", body })).status
}

test.each(volume(["json"], ["json", "pretty"]))(
  "the log of a first start ends with the link (LOG_FORMAT=%s)",
  async (format) => {
    const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, "Serve.ts")], {
      cwd: root,
      env: { DATA_DIR: place(), HOST: "127.0.0.1", PORT: "0", METRICS_PORT: "0", LOG_FORMAT: format },
      stdout: "pipe",
      stderr: "inherit"
    })
    let log = ""
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      log += chunk
      // A start that printed more would print it at once.
      if (log.includes("first-user")) setTimeout(() => child.kill(), 500)
    }
    expect(await child.exited).toBe(0)
    const [origin] = /http:\/\/localhost:\d+/.exec(log)!
    const lines = log.trimEnd().split("\n")
    const told = format === "json" ? (JSON.parse(lines.at(-1)!) as { readonly message: string }).message : lines.at(-1)!
    expect(told).toEndWith(` ${linkIn(log, origin)}`)
    expect(lines.findIndex((line) => line.includes(`Plinth serves on ${origin}`))).toBeLessThan(lines.length - 1)
  }
)

test("the invite command prints a link that replaces earlier ones, until there is a user", async () => {
  const directory = place()
  const publicUrl = "https://plinth.example/base"
  const environment = { DATA_DIR: directory, PUBLIC_URL: `${publicUrl}/` }
  const early = await invite(environment)
  expect(early).toEqual({ code: 0, out: `${linkIn(early.out, publicUrl)}\n`, err: "" })

  const port = String(await freePort())
  const service = await ServiceProcess.start({ directory, environment: { PUBLIC_URL: publicUrl, PORT: port } })
  started.push(service)
  // The service answers shortly before it prints the link.
  while (!service.log().includes("first-user")) await Bun.sleep(10)
  const logged = linkIn(service.log(), publicUrl)
  expect([await statusOf(service, early.out), await statusOf(service, logged)]).toEqual([403, 200])

  const unknown = await invite({ DATA_DIR: directory, PORT: "0" })
  expect(unknown).toMatchObject({ code: 2, out: "" })
  expect(unknown.err).toMatch(/^user: PUBLIC_URL: must be set, [^\n]+\n$/)
  expect(await statusOf(service, logged)).toBe(200)

  const again = await invite(environment)
  expect([again.code, again.err]).toEqual([0, ""])
  const link = linkIn(again.out, publicUrl)
  expect([await statusOf(service, logged), await statusOf(service, link)]).toEqual([403, 200])

  expect(await makeUser(service, link)).toBe(302)
  const late = await invite(environment)
  expect(late).toEqual({ code: 1, out: "", err: "user: there is a user already; `add NAME` makes another\n" })
})

test("without PUBLIC_URL the link uses PORT, also in the executable; with AUTH=oidc there is none", async () => {
  const environment = { DATA_DIR: place() }
  const plain = await invite(environment)
  expect(plain).toEqual({ code: 0, out: `${linkIn(plain.out, "http://localhost:8080")}\n`, err: "" })
  const other = await run({ ...environment, PORT: "9123" }, "Executable.ts", "user", "invite")
  expect(other).toEqual({ code: 0, out: `${linkIn(other.out, "http://localhost:9123")}\n`, err: "" })
  const provided = await invite({ ...environment, AUTH: "oidc" })
  expect(provided).toMatchObject({ code: 1, out: "" })
  expect(provided.err).toContain("AUTH=oidc")
  expect(await invite(environment, "ada")).toMatchObject({ code: 2, out: "" })
})
