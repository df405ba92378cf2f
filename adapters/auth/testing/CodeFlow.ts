import * as openid from "openid-client"
import * as CookieJar from "../../../src/testing/CookieJar.ts"

/** Follows redirects from `start` until one leads to `end`, and returns that URL. */
const follow = async (start: URL, end: string): Promise<URL> => {
  const jar = CookieJar.make()
  let url = start
  for (let steps = 0; !url.href.startsWith(end); steps++) {
    if (steps === 20) throw new Error(`nothing led to ${end}, last ${url.href}`)
    const answer = await fetch(url, { redirect: "manual", headers: { cookie: jar.header() } })
    jar.take(answer.headers)
    const next = answer.headers.get("location")
    if (next === null) throw new Error(`${url.href} answered ${answer.status}: ${await answer.text()}`)
    url = new URL(next, url)
  }
  return url
}

/** Signs in at a provider that shows its user no form, by the code flow with PKCE, and returns the tokens. */
export const signIn = async (
  configuration: openid.Configuration,
  parameters: { readonly redirect_uri: string; readonly scope: string; readonly resource: string }
) => {
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const start = openid.buildAuthorizationUrl(configuration, {
    ...parameters,
    state,
    prompt: "consent",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256"
  })
  const callback = await follow(start, parameters.redirect_uri)
  return openid.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier: verifier, expectedState: state })
}
