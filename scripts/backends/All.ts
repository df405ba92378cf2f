import type { Backend } from "./Backend.ts"
import { gcs } from "./Gcs.ts"
import { kafka } from "./Kafka.ts"
import { keycloak } from "./Keycloak.ts"
import { oidc } from "./Oidc.ts"
import { postgres } from "./Postgres.ts"

/** The real servers by name. If the service's variables name a server, the name is the same. */
export const backends: Readonly<Record<string, Backend>> = { gcs, kafka, keycloak, oidc, postgres }
