/** Runs a program to its end. @returns its exit code and all that it printed */
export const run = async (
  command: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<{ readonly code: number; readonly text: string }> => {
  const child = Bun.spawn([...command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...Bun.env, ...env }
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  return { code, text: `${out}${errors}`.trimEnd() }
}
