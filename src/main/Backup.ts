import { run } from "./CommandLine.ts"
import { backup } from "./commands/Backup.ts"

run("backup", backup)
