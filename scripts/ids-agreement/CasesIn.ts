import { existsSync } from "node:fs"
import { join } from "node:path"
import type { explanations } from "./Differences.ts"

/**
 * Looks in a folder for the standard's cases that explanations name. Returns the cases that are missing in the folder,
 * or all as skipped if the folder does not exist. Each is followed by the name of the explanation.
 */
export const casesIn = (
  folder: string,
  named: ReadonlyArray<Pick<(typeof explanations)[number], "name" | "standard">>
): { readonly missing: ReadonlyArray<string>; readonly skipped: ReadonlyArray<string> } => {
  const textsOf = (isWanted: (one: string) => boolean) =>
    named.flatMap(({ name, standard }) => standard.filter(isWanted).map((one) => `${one} (${name})`))
  if (!existsSync(folder)) return { missing: [], skipped: textsOf(() => true) }
  return { missing: textsOf((one) => !existsSync(join(folder, `${one}.ids`))), skipped: [] }
}
