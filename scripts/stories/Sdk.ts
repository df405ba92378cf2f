import { join } from "node:path"
import process from "node:process"
import { fixtures, run, same, type Story, type Target } from "./Story.ts"

const program = join(import.meta.dir, "SdkRoundTrip.ts")

const roundTrip = async (command: ReadonlyArray<string>, { token, url }: Target): Promise<void> => {
  const { errors, out } = await run([...command, url, token, fixtures])
  same("what it printed", `${out}${errors}`, "done\n")
}

/** The client sdk/plinth.ts in Bun. */
export const bun: Story = {
  name: "sdk-bun",
  run: (target) => roundTrip([process.execPath, "--no-install", program], target)
}

/** The client sdk/plinth.ts in Node, which gets it as JavaScript. */
export const node: Story = {
  name: "sdk-node",
  run: async (target) => {
    const { outputs } = await Bun.build({ entrypoints: [program], target: "node" })
    const file = join(target.scratch, "SdkRoundTrip.mjs")
    await Bun.write(file, outputs[0]!)
    await roundTrip(["node", file], target)
  }
}
