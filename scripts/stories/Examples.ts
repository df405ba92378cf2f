import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fixtures, root, run, same, type Story } from "./Story.ts"

const requirement = "requests==2.32.5"
const lines = "3 walls\n13 products measured\npublished\nexported\n"
const table = readFileSync(join(import.meta.dir, "takeoff.csv"), "utf8")

/** Returns a Python with the package requests in a separate folder, which is created by python3's venv or by uv. */
const python = async (scratch: string): Promise<string> => {
  const folder = join(scratch, "venv")
  const program = join(folder, "bin/python")
  const recipes = [
    [
      ["python3", "-m", "venv", folder],
      [program, "-m", "pip", "install", "--quiet", requirement]
    ],
    [
      ["uv", "venv", "--quiet", "--clear", folder],
      ["uv", "pip", "install", "--quiet", "--python", program, requirement]
    ]
  ]
  const reasons: Array<unknown> = []
  for (const recipe of recipes) {
    try {
      for (const command of recipe) await run(command)
      return program
    } catch (error) {
      reasons.push(error)
    }
  }
  throw new Error(`There is no Python with ${requirement}: ${reasons.join("\n")}`)
}

/**
 * Returns a story that runs a program in examples/. It must print the same lines, write the same table, and write a
 * file with the published changes.
 */
const example = (name: string, commandOf: (scratch: string) => Promise<ReadonlyArray<string>>): Story => ({
  name: `example-${name}`,
  run: async ({ scratch, token, url }) => {
    const folder = join(scratch, "takeoff")
    const command = [...(await commandOf(scratch)), join(fixtures, "house.ifc"), folder]
    const { errors, out } = await run(command, { env: { PLINTH_URL: url, PLINTH_TOKEN: token } })
    same("what it printed", `${out}${errors}`, lines)
    const fileOf = (file: string) => (existsSync(join(folder, file)) ? readFileSync(join(folder, file), "utf8") : "")
    same("quantities.csv", fileOf("quantities.csv"), table)
    if (!fileOf("exported.ifc").includes("'REI 90'")) throw new Error("exported.ifc has no 'REI 90'")
  }
})

/** The take-off of a project needs only Python itself. */
const ofProject: Story = {
  name: "example-project",
  run: async ({ scratch, token, url }) => {
    const folder = join(scratch, "project")
    const command = ["python3", join(root, "examples/project.py"), join(fixtures, "house.ifc"), folder]
    const { errors, out } = await run(command, { env: { PLINTH_URL: url, PLINTH_TOKEN: token } })
    const expected = readFileSync(join(import.meta.dir, "project.csv"), "utf8")
    same("project.csv", readFileSync(join(folder, "project.csv"), "utf8"), expected)
    const groups = expected.trimEnd().split("\n").length - 1
    same("what it printed", `${out}${errors}`, `26 products in ${groups} groups\n`)
  }
}

export const stories: ReadonlyArray<Story> = [
  ofProject,
  example("typescript", async () => ["sh", join(root, "scripts/run.sh"), "examples/takeoff.ts"]),
  example("python", async (scratch) => [await python(scratch), join(root, "examples/takeoff.py")]),
  example("curl", async () => ["bash", join(root, "examples/takeoff.sh")])
]
