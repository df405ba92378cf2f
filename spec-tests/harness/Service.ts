import { connect } from "node:net"
import { Skipped } from "./Faults.ts"
import type { Context } from "./Context.ts"

/** The service's PUBLIC_URL, as the Location of an import shows it. */
export const publicUrl = async (context: Context): Promise<string> => {
  const { started, operationId } = await context.house
  return started.header("location").slice(0, -`/v1/operations/${operationId}`.length)
}

/** A fresh upload key and its URL, and whether the service itself takes the bytes, not a bucket. */
export const uploadUrl = async (
  context: Context
): Promise<{ readonly key: string; readonly url: string; readonly isOwn: boolean }> => {
  const issued = await context.api.get("/v1/files/upload-url")
  const url = issued.string("uploadUrl")
  return { key: issued.string("uploadKey"), url, isOwn: url.startsWith(await publicUrl(context)) }
}

/**
 * Returns the upload URL as above. Skips the rule if uploads go to a bucket, whose answers are not those of the
 * service.
 */
export const ownUploadUrl = async (context: Context): Promise<{ readonly key: string; readonly url: string }> => {
  const { isOwn, ...issued } = await uploadUrl(context)
  if (!isOwn) throw new Skipped("uploads go to a bucket's own URL")
  return issued
}

/**
 * Writes bytes to the host of a URL as they are and returns the bytes that arrive until the other side closes, or until
 * `milliseconds` have passed. With `hangUp` the connection is cut right after writing. Plain http only.
 */
export const rawExchange = (
  url: string,
  bytes: string,
  options: { readonly hangUp?: boolean; readonly milliseconds?: number } = {}
): Promise<string> => {
  const { hostname, port, protocol } = new URL(url)
  if (protocol !== "http:") throw new Skipped("needs plain http")
  return new Promise((resolve) => {
    let received = ""
    const socket = connect({ host: hostname, port: port === "" ? 80 : Number(port) }, () => {
      socket.write(bytes, () => {
        if (options.hangUp === true) setTimeout(() => socket.destroy(), 100)
      })
    })
    const end = () => {
      socket.destroy()
      resolve(received)
    }
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1")
      if (received.includes("\r\n\r\n")) setTimeout(end, 100)
    })
    socket.on("close", () => resolve(received))
    socket.on("error", () => resolve(received))
    setTimeout(end, options.milliseconds ?? 3000)
  })
}
