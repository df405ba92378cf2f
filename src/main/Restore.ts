import { run } from "./CommandLine.ts"
import { restore } from "./commands/Restore.ts"

run("restore", restore)
