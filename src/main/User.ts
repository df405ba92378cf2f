import { run } from "./CommandLine.ts"
import { user } from "./commands/User.ts"

run("user", user)
