import type { Backend } from "./Backend.ts"
import { postgres } from "./Postgres.ts"

/** The real servers by the names that the service's variables have for them. */
export const backends: Readonly<Record<string, Backend>> = { postgres }
