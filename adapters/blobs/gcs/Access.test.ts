import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"

const root = mkdtempSync(join(tmpdir(), "plinth-access-"))
afterAll(() => rmSync(root, { recursive: true }))

/** The Authorization header of a request to Google's bucket by a process with this environment. */
const authorizationIn = async (environment: Readonly<Record<string, string>>): Promise<unknown> => {
  const script = `
    const { Effect } = await import("effect")
    const Access = await import(${JSON.stringify(join(import.meta.dir, "Access.ts"))})
    const { authorization } = await Effect.runPromise(Access.make(Access.googleEndpoint))
    console.log(JSON.stringify(await Effect.runPromise(Effect.either(authorization))))
    process.exit()`
  const child = Bun.spawn([process.execPath, "--no-install", "-e", script], {
    cwd: join(import.meta.dir, "../../.."),
    env: { PATH: process.env["PATH"]!, HOME: root, ...environment },
    stdio: ["ignore", "pipe", "inherit"]
  })
  return JSON.parse(await new Response(child.stdout).text())
}

const token = { access_token: "of-the-service-account", expires_in: 3600, token_type: "Bearer" }
const authorized = { _tag: "Right", right: { authorization: "Bearer of-the-service-account" } }

test("on Google Cloud, requests carry the token of the metadata server", async () => {
  const asked: Array<string> = []
  const metadata = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url)
      asked.push(`${pathname} ${request.headers.get("metadata-flavor")}`)
      const answer = pathname.endsWith("/token")
        ? Response.json(token)
        : new Response(pathname.endsWith("/universe-domain") ? "googleapis.com" : "")
      answer.headers.set("metadata-flavor", "Google")
      return answer
    }
  })
  const told = await authorizationIn({ GCE_METADATA_HOST: `127.0.0.1:${metadata.port}` })
  await metadata.stop(true)
  expect(told).toMatchObject(authorized)
  expect(asked).toContain("/computeMetadata/v1/instance/service-accounts/default/token Google")
})

test("elsewhere, requests carry the token for which that of the platform is exchanged (workload identity federation)", async () => {
  let exchanged = ""
  const sts = Bun.serve({
    port: 0,
    fetch: async (request) => {
      exchanged = await request.text()
      return Response.json({ ...token, issued_token_type: "urn:ietf:params:oauth:token-type:access_token" })
    }
  })
  await Bun.write(join(root, "platform-token"), "of-the-platform")
  await Bun.write(
    join(root, "credentials.json"),
    JSON.stringify({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/provider",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `http://127.0.0.1:${sts.port}/v1/token`,
      credential_source: { file: join(root, "platform-token") }
    })
  )
  const told = await authorizationIn({ GOOGLE_APPLICATION_CREDENTIALS: join(root, "credentials.json") })
  await sts.stop(true)
  expect(told).toMatchObject(authorized)
  expect(Object.fromEntries(new URLSearchParams(exchanged))).toMatchObject({
    grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token: "of-the-platform"
  })
})

test("without an identity the failure says so", async () => {
  const told = await authorizationIn({ METADATA_SERVER_DETECTION: "none" })
  expect(told).toMatchObject({
    _tag: "Left",
    left: { _tag: "GcsFailure", reason: expect.stringMatching(/no credentials/) }
  })
})
