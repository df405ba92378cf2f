import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const four = rules("contract 4")
const ten = rules("contract 10")

const scopes = ["libraries:read", "libraries:write", "models:read", "models:write", "projects:read", "projects:write"]

/** A refusal of the auth endpoints: ProblemDetails that also carry OAuth's two members. */
const refused = (answer: Answer): void => {
  problem(answer, answer.status)
  holds("a 4xx", answer.status === 400 || answer.status === 401, answer.status)
  matches("error", answer.at("error"), /^[a-z_]+$/)
  holds("error_description", answer.string("error_description").length > 0)
}

export const signIn = [
  four("4-auth-scopes", "GET /auth/scopes lists the six scopes, without authentication", async ({ anonymous }) => {
    const answer = status(await anonymous.get("/v1/auth/scopes"), 200)
    same("scopes", answer.list("scopes").map(String).toSorted(), scopes)
  }),
  ten(
    "10-auth-token",
    "POST /auth/token refuses a bad grant with OAuth's error in ProblemDetails",
    async ({ anonymous }) => {
      const bad = [
        { grant_type: "password" },
        { grant_type: "authorization_code", code: "x", code_verifier: "y".repeat(43) },
        {}
      ]
      await each(
        bad,
        (body) => JSON.stringify(body),
        async (body) => {
          refused(await anonymous.post("/v1/auth/token", body))
          const form = new URLSearchParams(body as Record<string, string>).toString()
          refused(await anonymous.raw("POST", "/v1/auth/token", form, "application/x-www-form-urlencoded"))
        }
      )
    }
  ),
  ten(
    "10-auth-authorize",
    "GET /auth/authorize refuses a request without its parameters with 400",
    async ({ anonymous }) => {
      problem(await anonymous.get("/v1/auth/authorize"), 400)
    }
  )
]
