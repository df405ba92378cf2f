import { expect, test } from "bun:test"
import { redirectionTo } from "./AuthorizationRequest.ts"

test.each([
  ["https://a.test", "https://a.test?code=x+y&state=%26"],
  ["https://a.test/", "https://a.test/?code=x+y&state=%26"],
  ["https://a.test/b?c=%20d", "https://a.test/b?c=%20d&code=x+y&state=%26"],
  ["app.test:/b", "app.test:/b?code=x+y&state=%26"]
])("what is told at %s is added to it as it stands", (uri, wanted) => {
  expect(redirectionTo(uri, { code: "x y", state: "&", iss: null })).toBe(wanted)
})
