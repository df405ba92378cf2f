import process from "node:process"

/** Prints the usage and ends the program. */
export const refuse = (usage: string): never => {
  console.error(usage)
  return process.exit(2)
}

/** Returns a whole number of at least 1 from the command line. */
export const whole = (text: string, usage: string): number =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse(usage)
