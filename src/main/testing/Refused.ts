/** Longest part of the body of an answer that is shown, in characters. */
const mostShown = 2000

/** Parameters of addresses whose values are secret: links of first users and invitations, codes, signatures. */
const secrets = /([?&](?:access_token|code|key|secret|sig|signature|state|token)=)[^&#\s"]+/gi

/** Words that are longer than identifiers, such as tokens. */
const long = /[\w.~+=-]{48,}/g

/** Returns a text without secrets. */
const withoutSecrets = (text: string): string => text.replaceAll(secrets, "$1…").replaceAll(long, "…")

interface Refused {
  readonly method: string
  readonly status: number
  readonly url: string
}

/** Returns one line about a request that failed. */
export const lineOf = ({ method, status, url }: Refused): string =>
  `the server responded with a status of ${status}: ${method} ${withoutSecrets(url)}`

/** Returns the line with the body of the answer. */
export const withBody = (line: string, body: string): string => `${line}: ${withoutSecrets(body.slice(0, mostShown))}`
