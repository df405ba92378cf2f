import { join } from "node:path"
import { type Lock, thirdParty } from "./licences/ThirdParty.ts"

/** Writes THIRD-PARTY.md: the third-party parts of the service, with their licences. */
const root = join(import.meta.dir, "..")
const lock = (await Bun.file(join(root, "package-lock.json")).json()) as Lock
await Bun.write(join(root, "THIRD-PARTY.md"), thirdParty(lock))
