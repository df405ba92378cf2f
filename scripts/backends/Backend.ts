/** A real server that the service may use, on loopback, with everything that it keeps in one folder. */
export interface Backend {
  /**
   * Starts the server in the folder, installing what is missing, unless it is already running there; returns when it
   * answers. Returns the variables with which the service uses it.
   */
  readonly up: (folder: string) => Promise<Readonly<Record<string, string>>>
  /** Stops the server if it runs. Its data stays in the folder. */
  readonly down: (folder: string) => Promise<void>
}
