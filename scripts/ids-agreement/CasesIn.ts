import { existsSync } from "node:fs"
import { join } from "node:path"
import type { explanations } from "./Differences.ts"

/**
 * Looks in a folder for the standard's cases that explanations name. Returns those that the folder lacks, or all as
 * skipped if there is no such folder. Each is followed by the name of the explanation.
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
