import { run } from "./CommandLine.ts"
import { keys } from "./commands/Keys.ts"

run("keys", keys)
