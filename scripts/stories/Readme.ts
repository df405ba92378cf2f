import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root, run, same, type Story } from "./Story.ts"

const readme = readFileSync(join(root, "README.md"), "utf8")
/** The line that needs the data folder of the service. */
const tokenLine = "TOKEN=$(npm run --silent token -- --user ada)\n"
const exported = "house-rated.ifc"

/** Returns the fenced blocks of a language in the README's section on the first model, joined. */
const blocks = (language: string): string =>
  [
    ...readme
      .split("\n## The first model\n")[1]!
      .split("\n## ")[0]!
      .matchAll(/^```(\w*)\n(.*?)^```$/gms)
  ]
    .filter(([, fence]) => fence === language)
    .map(([, , text]) => text!)
    .join("")

/** Runs the commands of the README's first model unchanged, and checks that they print its answers. */
export const story: Story = {
  name: "readme",
  run: async ({ dataDirectory, scratch, token, url }) => {
    const commands = blocks("sh")
    const answers = blocks("json")
    const hasAll = [tokenLine, "http://localhost:8080", exported].every((text) => commands.includes(text))
    if (!hasAll || answers === "")
      throw new Error("The README has no first model with a token, a URL, an export and answers")
    const script = commands
      .replace(tokenLine, dataDirectory === undefined ? "TOKEN=$STORY_TOKEN\n" : tokenLine)
      .replaceAll("http://localhost:8080", url)
      .replaceAll(exported, join(scratch, exported))
    const env = dataDirectory === undefined ? { STORY_TOKEN: token } : { DATA_DIR: dataDirectory }
    const { out } = await run(["bash", "-euo", "pipefail", "-c", script], { env })
    same("what the commands printed", out, answers)
  }
}
