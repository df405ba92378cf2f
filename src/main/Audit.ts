import { run } from "./CommandLine.ts"
import { audit } from "./commands/Audit.ts"

run("audit", audit)
