import type { Answer } from "./Answer.ts"
import { same, status } from "./Check.ts"
import { Mismatch } from "./Faults.ts"

const kebab = (code: string): string => code.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()

const present = (answer: Answer, member: string): string => {
  const value = answer.string(member)
  if (value === "") throw new Mismatch(`${answer.request}: ${member}`, "a text", answer.text)
  return value
}

/** Fails unless the answer is an ErrorView (contract section 10) with the code, if one is given. */
export const errorView = (answer: Answer, expected: number, code?: string): Answer => {
  status(answer, expected)
  same(`${answer.request}: media type of an ErrorView`, answer.type, "application/json")
  same(`${answer.request}: members of an ErrorView`, Object.keys(answer.object()).sort(), [
    "error",
    "errorDetails",
    "requestId"
  ])
  present(answer, "errorDetails")
  if (code !== undefined) same(`${answer.request}: error (${answer.string("errorDetails")})`, answer.at("error"), code)
  if (!/^[A-Z][A-Za-z]+$/.test(answer.string("error"))) {
    throw new Mismatch(`${answer.request}: error`, "a PascalCase code", answer.text)
  }
  same(`${answer.request}: requestId repeats X-Request-Id`, answer.at("requestId"), answer.header("x-request-id"))
  return answer
}

/** Fails unless the answer is a ProblemDetails (contract section 10) with the code, if one is given. */
export const problem = (
  answer: Answer,
  expected: number,
  code?: string,
  mediaType = "application/problem+json"
): Answer => {
  status(answer, expected)
  same(`${answer.request}: media type of a ProblemDetails`, answer.type, mediaType)
  const type = answer.string("type")
  if (!/^urn:plinth:error:[a-z]+(-[a-z]+)*$/.test(type)) {
    throw new Mismatch(`${answer.request}: type`, "urn:plinth:error:kebab-code", answer.text)
  }
  if (code !== undefined) same(`${answer.request}: type`, type, `urn:plinth:error:${kebab(code)}`)
  for (const member of ["title", "detail", "instance"]) present(answer, member)
  same(`${answer.request}: status member`, answer.at("status"), expected)
  same(`${answer.request}: requestId repeats X-Request-Id`, answer.at("requestId"), answer.header("x-request-id"))
  return answer
}

/** The layout of an endpoint's error of one status. */
export type ErrorForm = "view" | "problem" | "problem as json"

/** Fails unless the answer has the status and the form. */
export const inForm = (answer: Answer, form: ErrorForm, expected: number, code?: string): Answer => {
  if (form === "view") return errorView(answer, expected, code)
  return problem(answer, expected, code, form === "problem" ? "application/problem+json" : "application/json")
}
