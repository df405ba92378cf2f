import type { Client } from "./Client.ts"

/** What a request came over. */
export interface Connection extends Client {
  /**
   * The answer is about to go out. Afterwards the connection may rest, as long as clients like to keep one, where
   * `isTrusted`: else as long as one that has asked nothing yet.
   */
  readonly answered: (isTrusted: boolean) => void
}

/** Of requests that come from within the process. */
export const none: Connection = { address: null, scheme: null, answered: () => undefined }
