import type { Client } from "./Client.ts"

/** The connection over which a request arrived. */
export interface Connection extends Client {
  /**
   * Reports that the response is about to be sent. If `isTrusted`, the connection may then stay idle as long as clients
   * like to keep one; otherwise only as long as a connection that has not sent a request yet.
   */
  readonly answered: (isTrusted: boolean) => void
}

/** The connection of requests that come from within the process. */
export const none: Connection = { address: null, scheme: null, answered: () => undefined }
