import process from "node:process"

/** Ends the program with how it is called. */
export const refuse = (usage: string): never => {
  console.error(usage)
  return process.exit(2)
}

/** A whole number from 1 on, as somebody wrote it. */
export const whole = (text: string, usage: string): number =>
  /^[1-9]\d{0,14}$/.test(text) ? Number(text) : refuse(usage)
