/// <reference types="bun-types/test" />
import { expect, test } from "bun:test"
import { failureOf } from "./Failure.ts"

test("both layouts have code, sentence and request id", () => {
  const view = { error: "ModelNotFound", errorDetails: "There is no such model.", requestId: "r" }
  expect(failureOf(404, JSON.stringify(view), null)).toEqual({
    status: 404,
    code: "ModelNotFound",
    details: "There is no such model.",
    requestId: "r"
  })
  const problem = {
    type: "urn:plinth:error:invalid-body",
    title: "Invalid body",
    detail: "The body is wrong.",
    requestId: "r",
    error: "invalid_request",
    errors: [{ pointer: "/name", detail: "is missing" }]
  }
  expect(failureOf(400, JSON.stringify(problem), null)).toEqual({
    status: 400,
    code: "InvalidBody",
    details: "The body is wrong. /name: is missing",
    requestId: "r"
  })
})

test("a body in neither layout is described by its status", () => {
  for (const text of ["", "<html>Bad gateway</html>", "null", "[]", '"x"']) {
    expect(failureOf(502, text, "h"), text).toEqual({
      status: 502,
      code: "Unknown",
      details: "The service answered 502.",
      requestId: "h"
    })
  }
})
