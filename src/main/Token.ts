import { run } from "./CommandLine.ts"
import { token } from "./commands/Token.ts"

run("token", token)
