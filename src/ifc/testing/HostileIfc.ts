import { encoding } from "./HostileEncoding.ts"
import type { HostileFile } from "./HostileLines.ts"
import { properties } from "./HostileProperties.ts"
import { relations } from "./HostileRelations.ts"
import { units } from "./HostileUnits.ts"

/** Files that keep their reader busy, by name. */
export const hostile: Readonly<Record<string, HostileFile>> = { ...encoding, ...properties, ...units, ...relations }
