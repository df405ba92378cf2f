import { run } from "./CommandLine.ts"
import { client } from "./commands/Client.ts"

run("client", client)
