import { existsSync } from "node:fs"
import { join } from "node:path"

const folder = join(import.meta.dir, "peers")

/**
 * Loads the module of a package that benchmarks compare with, and installs it from `peers/package-lock.json` if it is
 * missing. These packages are not dependencies of the product.
 */
export const load = async (path: string): Promise<unknown> => {
  const file = join(folder, "node_modules", path)
  if (!existsSync(file)) {
    const npm = Bun.spawn(["npm", "ci", "--loglevel=error"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] })
    if ((await npm.exited) !== 0) throw new Error("The packages of bench/peers could not be installed")
  }
  return await import(file)
}
