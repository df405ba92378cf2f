/* The pages where users agree to programs that registered themselves. `npm run test:page` runs it: it needs Debian's chromium. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Registered from "../http/testing/Registered.ts"
import * as SignedIn from "../http/testing/SignedIn.ts"
import * as StubProvider from "../http/testing/StubProvider.ts"
import * as TestService from "../http/testing/TestService.ts"
import * as PageBrowser from "./testing/PageBrowser.ts"

/** A service that a browser reaches, in this process. */
interface Served {
  readonly origin: string
  readonly service: TestService.TestService
}

const scope = Effect.runSync(Scope.make())
const provider = StubProvider.make()
/** The program on the user's computer, to which the browser comes back. */
const program = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response("Back in the program") })
const redirectUri = `http://127.0.0.1:${program.port}/back`
const servers: Array<Bun.Server<undefined>> = []
let local: Served
let oidc: Served

const served = async (ports?: TestService.TestOptions["ports"]): Promise<Served> => {
  let service: TestService.TestService | undefined
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request) => service!.fetch(request) })
  servers.push(server)
  const origin = `http://127.0.0.1:${server.port}`
  const settings = { isRegistrationOpen: true, publicUrl: origin }
  service = await Effect.runPromise(
    Scope.extend(TestService.make({ settings, ...(ports === undefined ? {} : { ports }) }), scope)
  )
  return { origin, service }
}

beforeAll(async () => {
  local = await served()
  oidc = await served(provider.layer)
  await SignedIn.user(local.service)
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  for (const server of [...servers, program]) await server.stop(true)
})

const urlOf = async ({ origin, service }: Served, more?: Readonly<Record<string, unknown>>): Promise<string> => {
  const id = await Registered.client(service, more)
  return `${origin}/v1/auth/authorize?${Registered.request(id, { redirect_uri: redirectUri }).toString()}`
}

const opened = async (at: Served, options: Partial<Parameters<typeof PageBrowser.open>[0]> = {}) =>
  PageBrowser.open({ origin: at.origin, ...options })

const told = (url: string): URLSearchParams => new URL(url).searchParams

test.each([
  ["light", 1440],
  ["dark", 1440],
  ["light", 360],
  ["dark", 360]
] as const)(
  "both pages are readable, in %s and %d wide",
  async (colorScheme, width) => {
    const browser = await opened(local, { colorScheme, width, height: 900 })
    const { page } = browser
    for (const [name, at] of [
      ["consent-local", local],
      ["consent-provider", oidc]
    ] as const) {
      await page.goto(await urlOf(at, { client_name: "Claude", scope: "models:read models:write libraries:read" }))
      await page.getByRole("button", { name: "Deny" }).waitFor()
      await browser.picture(`${name}-${colorScheme}-${width}`)
      expect(await browser.violations()).toEqual([])
      await page.goto(await urlOf(at, { client_name: "W".repeat(255) }))
      expect(await browser.isTooWide()).toBe(false)
    }
    await browser.close()
  },
  600_000
)

test("who denies goes back to the program without a password", async () => {
  for (const at of [local, oidc]) {
    const { close, page } = await opened(at)
    await page.goto(await urlOf(at))
    await page.getByRole("button", { name: "Deny" }).click()
    await page.waitForURL(`${redirectUri}?**`)
    expect(Object.fromEntries(told(page.url()))).toMatchObject({ error: "access_denied", state: "the state" })
    await close()
  }
}, 600_000)

test("who signs in goes back to the program with a code, and is asked again the next time", async () => {
  const { close, page } = await opened(local)
  const url = await urlOf(local)
  await page.goto(url)
  await page.locator("input[name=user]").fill("ada")
  await page.locator("input[name=password]").fill(SignedIn.password)
  await page.locator("input[name=password]").press("Enter")
  await page.waitForURL(`${redirectUri}?**`)
  expect(told(page.url()).get("code")).toMatch(/^[\w-]{43}$/)
  await page.goto(url)
  await page.getByText("A program that calls itself Claude").waitFor()
  await close()
}, 600_000)

test("who allows it is led on to the provider and by it to others, whatever the policy for forms", async () => {
  const { close, page } = await opened(oidc)
  await page.route("https://login.test/**", (route) =>
    route.fulfill({ status: 302, headers: { location: "https://upstream.test/login" } })
  )
  await page.route("https://upstream.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>The page of the company</h1>" })
  )
  await page.goto(await urlOf(oidc))
  await page.getByRole("button", { name: "Allow" }).click()
  await page.getByText("The page of the company").waitFor()
  await close()
}, 600_000)

test("no other site can frame the page", async () => {
  const { close, page } = await opened(oidc)
  const url = await urlOf(oidc)
  await page.route("http://evil.test/**", (route) =>
    route.fulfill({ contentType: "text/html", body: `<h1>Evil</h1><iframe src="${url}"></iframe>` })
  )
  await page.goto("http://evil.test/")
  const frame = page.frames().find((one) => one !== page.mainFrame())!
  await frame.waitForLoadState()
  expect(await frame.locator("form").count()).toBe(0)
  await close()
}, 600_000)
