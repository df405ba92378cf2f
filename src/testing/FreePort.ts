/** A port that nothing listens on at the moment. */
export const freePort = async (): Promise<number> => {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const port = server.port!
  await server.stop(true)
  return port
}
