import { lookup } from "node:dns/promises"
import * as http from "node:http"
import * as https from "node:https"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TargetRefused } from "../../src/domain/Errors.ts"
import { limits } from "../../src/domain/Limits.ts"
import type { Outcome } from "../../src/domain/webhooks/Schedule.ts"
import { refusedAddress, type Target, targetOf } from "../../src/domain/webhooks/Target.ts"
import { mayReach } from "../../src/domain/webhooks/TargetAddress.ts"
import { Courier } from "../../src/ports/webhooks/Courier.ts"

/** Time in which a name must resolve when a webhook is saved, in milliseconds. */
const lookupMillis = 5000

const refused = new TargetRefused({ details: refusedAddress })

/** Failures in which nothing was sent, so that the next address may be tried. */
const unconnected = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL", "ConnectionRefused"])

const unanswered = (answer: string): Outcome => ({ _tag: "Unanswered", answer })

/** Returns the addresses of a target, or null if its name does not resolve in time. */
const resolved = async ({ host, literal }: Target): Promise<ReadonlyArray<string> | null> => {
  if (literal !== null) return [literal]
  // The system's resolver reads /etc/hosts too, as the connection would.
  const addresses = lookup(host, { all: true }).then(
    (found) => found.map(({ address }) => address),
    () => null
  )
  const timer = Promise.withResolvers<null>()
  const timeout = setTimeout(() => timer.resolve(null), lookupMillis)
  try {
    return await Promise.race([addresses, timer.promise])
  } finally {
    clearTimeout(timeout)
  }
}

/** Returns the milliseconds of a `Retry-After` header, which is a number of seconds or a date. */
const retryAfter = (text: string | undefined): number | null => {
  if (text === undefined) return null
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return Number.isFinite(millis) && millis > 0 ? millis : null
}

/** Returns the text of bytes that a stranger sent. */
const textOf = (bytes: Buffer): string => bytes.toString("utf8").replaceAll("\0", "\uFFFD")

type Message = Parameters<typeof Courier.Service.send>[1]

interface Posted extends Message {
  readonly target: Target
  /** Certificates of the authorities that are trusted, in place of the system's. */
  readonly authorities: string | undefined
}

/**
 * Sends a POST to one address of a target. The connection goes to the address that was checked, and the certificate must
 * be that of the name. Node's client is used because `fetch` goes through the proxy that the environment names.
 */
const post = (
  { authorities, body, headers, target: { host, literal, url } }: Posted,
  address: string,
  signal: AbortSignal
): Promise<Outcome> => {
  const { promise, reject, resolve } = Promise.withResolvers<Outcome>()
  const isSecure = url.protocol === "https:"
  /** Ends with what was read of the answer. */
  let end: ((error: unknown) => void) | null = null
  const request = (isSecure ? https : http).request(
    {
      host: address,
      port: url.port === "" ? (isSecure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: "POST",
      headers: {
        ...headers,
        host: url.host,
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "Plinth-Webhooks",
        accept: "*/*",
        "accept-encoding": "identity",
        connection: "close"
      },
      agent: false,
      signal,
      ...(isSecure && literal === null ? { servername: host } : {}),
      ...(authorities === undefined ? {} : { ca: authorities })
    },
    (response) => {
      const { most } = limits.receiverBytes
      let read = Buffer.alloc(0)
      const ended = () => {
        const answered = { _tag: "Answered", status: response.statusCode ?? 0, answer: textOf(read) } as const
        resolve({ ...answered, retryAfterMillis: retryAfter(response.headers["retry-after"]) })
        request.destroy()
      }
      response.on("data", (chunk: Buffer) => {
        read = Buffer.concat([read, chunk.subarray(0, most - read.length)])
        if (read.length >= most) ended()
      })
      response.on("end", ended)
      // The status is the answer, whatever becomes of the rest.
      response.on("error", ended)
      response.on("aborted", ended)
      end = ended
    }
  )
  let interim = 0
  request.on("information", () => {
    // Each takes time of the thread that serves everybody, and a receiver may send them without an end.
    if (++interim > limits.interimAnswers.most) request.destroy(new Error("too many interim answers"))
  })
  request.on("error", (error) => (end ?? reject)(error))
  request.end(body)
  return promise
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : ""

/** Sends to one address after the other until one can be connected to. */
const postToAny = async (posted: Posted, addresses: ReadonlyArray<string>, stop: AbortSignal): Promise<Outcome> => {
  const signal = AbortSignal.any([AbortSignal.timeout(limits.receiverSeconds.most * 1000), stop])
  for (const address of addresses) {
    try {
      return await post(posted, address, signal)
    } catch (error) {
      if (signal.aborted) return unanswered("There was no answer in time.")
      const code = codeOf(error)
      if (!unconnected.has(code)) {
        return unanswered(
          /CERT|TLS|SSL|ALTNAME/i.test(code) ? "The certificate was refused." : "The connection failed."
        )
      }
    }
  }
  return unanswered("The connection failed.")
}

interface Options {
  /** Whether http, loopback and private addresses are allowed. */
  readonly allowsPrivate: boolean
  readonly authorities?: string
}

export const layer = ({ allowsPrivate, authorities }: Options) => {
  const areReachable = (addresses: ReadonlyArray<string>) =>
    addresses.every((address) => mayReach(address, allowsPrivate))

  const send = async (text: string, { body, headers }: Message, stop: AbortSignal): Promise<Outcome> => {
    const target = targetOf(text, allowsPrivate)
    if (target instanceof TargetRefused) return { _tag: "Refused", answer: target.details }
    const addresses = await resolved(target)
    if (addresses === null || addresses.length === 0) return unanswered("The name does not resolve.")
    if (!areReachable(addresses)) return { _tag: "Refused", answer: refusedAddress }
    return await postToAny({ target, headers, body, authorities }, addresses, stop)
  }

  return Layer.succeed(Courier, {
    check: (text) => {
      const target = targetOf(text, allowsPrivate)
      if (target instanceof TargetRefused) return Effect.fail(target)
      return Effect.flatMap(
        Effect.promise(() => resolved(target)),
        (addresses) => (addresses === null || areReachable(addresses) ? Effect.void : refused)
      )
    },
    send: (url, message) => Effect.promise((stop) => send(url, message, stop))
  })
}
