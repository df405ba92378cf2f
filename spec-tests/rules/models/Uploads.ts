import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { fixture, follow, upload } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"
import { ownUploadUrl, publicUrl, rawExchange, uploadUrl } from "../../harness/Service.ts"

const four = rules("contract 4", ["storage", "blobs"])
const rule = rules("contract 11", ["storage", "blobs"])
const ruleOperating = rules("contract 11", operating)

/** The URL with one character of its path or its query changed. */
const changes = (url: string): ReadonlyArray<string> => {
  const { pathname, search, origin } = new URL(url)
  const flip = (text: string, at: number) => text.slice(0, at) + (text[at] === "a" ? "b" : "a") + text.slice(at + 1)
  const places = (text: string) => [...text.matchAll(/[0-9a-zA-Z]/g)].map(({ index }) => index).slice(-2, -1)
  return [
    ...places(search).map((at) => origin + pathname + flip(search, at)),
    ...places(pathname).map((at) => origin + flip(pathname, at) + search),
    ...(search === "" ? [] : [origin + pathname])
  ]
}

export const uploads = [
  four("4-upload-key", "The upload key has a URL, accepts PUT and expires after an hour", async (context) => {
    const before = Date.now()
    const answer = status(await context.api.get("/v1/files/upload-url"), 200)
    same("members", Object.keys(answer.object()).sort(), ["expiresAt", "method", "uploadKey", "uploadUrl"])
    same("method", answer.at("method"), "PUT")
    matches("uploadUrl", answer.at("uploadUrl"), /^https?:\/\//)
    const left = (Date.parse(answer.string("expiresAt")) - before) / 60_000
    holds("one hour", left > 58 && left < 62, answer.at("expiresAt"))
    holds(
      "keys differ",
      status(await context.api.get("/v1/upload-url"), 200).at("uploadKey") !== answer.at("uploadKey")
    )
  }),
  rule("11-own-url", "Every issued URL starts with PUBLIC_URL", async (context) => {
    const { looks } = await context.house
    const base = await publicUrl(context)
    holds("reportUrl", looks.at(-1)!.string("reportUrl").startsWith(`${base}/`), looks.at(-1)!.at("reportUrl"))
  }),
  rule(
    "11-put",
    "uploadUrl accepts raw bytes without authorization and with any content type: 200 with an empty body",
    async (context) => {
      await each(["application/octet-stream", "text/plain", "application/x-step", null], String, async (type) => {
        const { url } = await ownUploadUrl(context)
        const headers: Record<string, string> = type === null ? {} : { "content-type": type }
        same(
          "body",
          status(await context.anonymous.send("PUT", url, { bytes: await fixture("bridge.ifc"), headers }), 200).text,
          ""
        )
      })
    }
  ),
  ruleOperating("11-put-twice", "Until the key is used a second PUT replaces the first", async (context) => {
    const { key, url } = await uploadUrl(context)
    status(await context.anonymous.send("PUT", url, { bytes: new TextEncoder().encode("not a model") }), 200)
    status(await context.anonymous.send("PUT", url, { bytes: await fixture("bridge.ifc") }), 200)
    const project = await context.newProject("Put twice")
    const body = { modelName: "m", uploadKey: key, uploadFileName: "m.ifc" }
    const started = status(await context.api.post(`${project.path}/models`, body), 202)
    same("status", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Ready")
  }),
  rule("11-changed-upload-url", "PUT to a changed URL: 403", async (context) => {
    const { url } = await ownUploadUrl(context)
    await each(changes(url), String, async (changed) => {
      problem(await context.anonymous.send("PUT", changed, { bytes: new Uint8Array(10) }), 403)
    })
  }),
  ruleOperating(
    "11-key-once",
    "A key is valid for one model: a later PUT is 403 and a second use 400 InvalidUploadKey",
    async (context) => {
      const { isOwn, key, url } = await uploadUrl(context)
      status(await context.anonymous.send("PUT", url, { bytes: await fixture("bridge.ifc") }), 200)
      const project = await context.newProject("Key once")
      const body = { modelName: "m", uploadKey: key, uploadFileName: "m.ifc" }
      const started = status(await context.api.post(`${project.path}/models`, body), 202)
      const later = await context.anonymous.send("PUT", url, { bytes: new Uint8Array(10) })
      // A bucket accepts the upload, but its content then changes nothing.
      if (isOwn) problem(later, 403)
      errorView(await context.api.post(`${project.path}/models`, body), 400, "InvalidUploadKey")
      same("status", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Ready")
    }
  ),
  ruleOperating("11-key-refused-stays", "A refused request for a model does not use the key up", async (context) => {
    const uploadKey = await upload(context.api, await fixture("bridge.ifc"))
    const project = await context.newProject("Key stays")
    const body = { modelName: "m", uploadKey, uploadFileName: "m.txt" }
    errorView(await context.api.post(`${project.path}/models`, body), 400, "UnsupportedFileType")
    status(await context.api.post(`${project.path}/models`, { ...body, uploadFileName: "m.ifc" }), 202)
  }),
  rule("11-foreign-key", "A key belongs to its user: another user's key is 400 InvalidUploadKey", async (context) => {
    const { second } = context
    const uploadKey = await upload(context.api, await fixture("bridge.ifc"))
    const project = await context.newProject("Foreign key", second)
    const body = { modelName: "m", uploadKey, uploadFileName: "m.ifc" }
    errorView(await second.post(`${project.path}/models`, body), 400, "InvalidUploadKey")
  }),
  rule("11-too-large", "PUT of more than the limit: 413 before all bytes arrive", async (context) => {
    const { url } = await ownUploadUrl(context)
    const { host, pathname, search } = new URL(url)
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1099511627776\r\n\r\nISO-10303-21;`
    matches("answer", (await rawExchange(url, head)).split("\r\n")[0]!, /^HTTP\/1\.1 413/)
  }),
  rule("11-cut-short", "An incomplete PUT stores nothing", async (context) => {
    const { key, url } = await ownUploadUrl(context)
    const { host, pathname, search } = new URL(url)
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5000\r\n\r\nISO-10303-21;\nHEADER;`
    await rawExchange(url, head, { hangUp: true })
    const { path } = await context.project
    const body = { modelName: "m", uploadKey: key, uploadFileName: "m.ifc" }
    errorView(await context.api.post(`${path}/models`, body), 400, "UploadNotFound")
  })
]

export { changes }
