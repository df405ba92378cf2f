import { expect, test } from "bun:test"
import { grantedScopes, isServed, redirectFault } from "./Client.ts"

const good = [
  "https://addin.test",
  "https://addin.test/",
  "https://addin.test/a/b?c=d",
  "http://localhost:3000/back",
  "http://127.0.0.1/",
  "http://[::1]:8080/",
  "com.example.app:/back",
  "ms-appx-web://Microsoft.AAD.BrokerPlugin/x"
]
const bad = [
  "",
  "/back",
  "//addin.test",
  "addin.test",
  "https://",
  "https://addin.test/#",
  "https://addin.test/#x",
  "https://ada@addin.test/",
  "https://ada:x@addin.test/",
  "https://addin.test/a b",
  "https://addin.test/\n",
  " https://addin.test/",
  "https://addin.test/ü",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://addin.test/x",
  `https://addin.test/${"x".repeat(2048)}`
]

test.each(good)("%s is accepted as a redirect URI", (uri) => expect(redirectFault(uri)).toBeNull())
test.each(bad)("%j is refused as a redirect URI", (uri) => expect(redirectFault(uri)).toBeString())

test.each([
  ["an operator registered", null, false, true],
  ["an operator registered", null, true, true],
  ["registered itself", { name: "Claude" }, true, true],
  ["registered itself", { name: "Claude" }, false, false],
  ["registered itself", { name: null }, false, false]
])("a client that %s (%j) while registration is open (%j) is served: %j", (_, registration, isOpen, served) => {
  expect(isServed({ registration }, isOpen)).toBe(served)
})

test.each([
  ["models:read models:write", "models:read"],
  ["openid profile models:read", "models:read"],
  ["models:write", "projects:read models:read"],
  ["", "projects:read models:read"],
  ["MODELS:READ", "projects:read models:read"],
  ["models:read  models:read projects:read", "projects:read models:read"]
])("asked for %j a client gets %j", (asked, granted) => {
  expect(grantedScopes(asked, { scopes: ["models:read", "projects:read"] }).join(" ")).toBe(granted)
})
