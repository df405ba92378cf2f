import type { Area } from "./Policy.ts"

/**
 * The form of an error body: one of the two layouts with its media type, or that of the Iceberg REST catalog.
 */
export type ErrorForm = "ErrorView" | "ProblemDetails" | "ProblemDetailsAsJson" | "IcebergError"

export const mediaTypeOf: Record<ErrorForm, string> = {
  ErrorView: "application/json",
  ProblemDetails: "application/problem+json",
  ProblemDetailsAsJson: "application/json",
  IcebergError: "application/json"
}

type Exceptions = Partial<Record<number, ErrorForm>>

const views: Exceptions = { 400: "ErrorView", 403: "ErrorView", 404: "ErrorView" }

/** The forms other than ProblemDetails, by area and status. Source: the specification, Errors; contract section 10. */
const exceptions: Partial<Record<Area, Exceptions>> = {
  models: views,
  codifications: { 400: "ErrorView" },
  codeRead: { 404: "ProblemDetailsAsJson" },
  materialList: { 400: "ErrorView" },
  materialRead: { 404: "ProblemDetailsAsJson" }
}

/**
 * Returns the form of an error body by area and status. `area` is null for an unknown path, which gets ProblemDetails.
 */
export const errorForm = (area: Area | null, status: number): ErrorForm =>
  area === "iceberg" ? "IcebergError" : ((area === null ? undefined : exceptions[area]?.[status]) ?? "ProblemDetails")

/** Returns the area of a path whose endpoint is not known: null outside the Iceberg catalogs. */
export const areaOf = (path: string): Area | null => (/^\/iceberg(?:-http)?\/v1(?:\/|$)/i.test(path) ? "iceberg" : null)
