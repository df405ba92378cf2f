import type { Area } from "./Policy.ts"

/** How an error body is written: which of the two layouts, under which media type. */
export type ErrorForm = "ErrorView" | "ProblemDetails" | "ProblemDetailsAsJson"

export const mediaTypeOf: Record<ErrorForm, string> = {
  ErrorView: "application/json",
  ProblemDetails: "application/problem+json",
  ProblemDetailsAsJson: "application/json"
}

type Exceptions = Partial<Record<number, ErrorForm>>

const views: Exceptions = { 400: "ErrorView", 403: "ErrorView", 404: "ErrorView" }

/** What differs from ProblemDetails, by area and status. Source: the specification, Errors; contract section 10. */
const exceptions: Partial<Record<Area, Exceptions>> = {
  models: views,
  codifications: { 400: "ErrorView" },
  codeRead: { 404: "ProblemDetailsAsJson" },
  materialList: { 400: "ErrorView" },
  materialRead: { 404: "ProblemDetailsAsJson" }
}

/** The form of an error body of an endpoint of `area`; an unknown path has none and gets ProblemDetails. */
export const errorForm = (area: Area | null, status: number): ErrorForm =>
  (area === null ? undefined : exceptions[area]?.[status]) ?? "ProblemDetails"
