import { join } from "node:path"
import process from "node:process"
import { fixtures, root, run, type Story } from "./Story.ts"

/** The folder has a separate lock file for the generator and its TypeScript. */
const folder = join(root, "spec-tests/client")
const program = (name: string): string => join(folder, "node_modules/.bin", name)

/**
 * Generates a client from the service's /openapi.json with openapi-typescript, compiles it with the TypeScript that the
 * generator needs, and makes a round trip with openapi-fetch.
 */
export const story: Story = {
  name: "generated-client",
  run: async ({ scratch, token, url }) => {
    const step = (command: ReadonlyArray<string>) => run(command, { folder })
    await step(["npm", "ci", "--loglevel=error"])
    const document = join(scratch, "openapi.json")
    const answer = await fetch(`${url}/openapi.json`)
    if (!answer.ok) throw new Error(`${url}/openapi.json answers ${answer.status}`)
    await Bun.write(document, answer)
    await step([program("openapi-typescript"), document, "--output", "generated.d.ts"])
    await step([program("tsc"), "--project", "tsconfig.json"])
    const { out } = await step([process.execPath, "RoundTrip.ts", url, token, join(fixtures, "house.ifc")])
    if (!out.endsWith("\ndone\n")) throw new Error(`RoundTrip.ts ended early:\n${out}`)
  }
}
