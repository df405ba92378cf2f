import { expect, test } from "bun:test"
import { type Call, exercisedBy, note, observe, operating, type Tag, unobserved } from "./Tags.ts"

const call = (method: string, path: string, status: number, hasOwnCredentials = false): Call => ({
  method,
  path,
  status,
  hasOwnCredentials
})

test.each<readonly [Call, ReadonlyArray<Tag>]>([
  [call("GET", "/v1/projects", 200), []],
  [call("POST", "/v1/projects", 201), ["storage"]],
  [call("POST", "/v1/projects", 400), []],
  [call("GET", "/healthz", 200), []],
  [call("GET", "/v1/projects", 401), ["auth"]],
  [call("GET", "/v1/projects", 200, true), ["auth"]],
  [call("POST", "/v1/auth/token", 400), ["auth"]],
  [call("GET", "/V1/Files/Upload-URL/?a=b", 200), ["storage", "blobs"]],
  [call("PUT", "http://127.0.0.1:1/v1/uploads/x", 403), ["blobs"]],
  [call("POST", "/v1/projects/1/models", 202), operating],
  [call("POST", "/v1/projects/1/models", 404), []],
  [call("POST", "/v1/projects/1/models/2/products/properties/query?page=1", 200), ["storage"]],
  [call("GET", "/v1/projects/1/models/2/export-ifc/3/result", 302), ["storage", "blobs"]],
  [call("DELETE", "/v1/operations/3", 204), operating]
])("%j exercises %j", (call, tags) => {
  expect(exercisedBy(call)).toEqual(tags)
})

test("calls count for the rule that makes them, not for one that runs beside it or shares its objects", async () => {
  const stored = observe(async () => {
    await Bun.sleep(5)
    note(call("POST", "/v1/projects", 201))
    await unobserved(async () => {
      await Bun.sleep(1)
      note(call("POST", "/v1/projects/1/models", 202))
    })
  })
  const signedIn = observe(async () => {
    await Bun.sleep(1)
    note(call("POST", "/v1/auth/token", 400))
  })
  expect([...(await stored)]).toEqual(["storage"])
  expect([...(await signedIn)]).toEqual(["auth"])
})
