import process from "node:process"

/** Ends the program with how it is called. */
export const refuse = (usage: string): never => {
  console.error(usage)
  return process.exit(2)
}

/** Returns a whole number from 1 on, as given on the command line. */
export const whole = (text: string, usage: string): number =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse(usage)
