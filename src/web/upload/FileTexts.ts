import { inPercent, texts as shared } from "../Texts.ts"

const size = new Intl.NumberFormat(undefined, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 })

/** All texts of uploads and import reports, with those of the shell; loaded with both pages that need them. */
export const texts = {
  ...shared,
  upload: {
    title: "Uploads",
    drop: "Drop files here, or",
    dropOne: "Drop a file here, or",
    oneAtATime: "One file at a time: each makes a version.",
    choose: "Choose files",
    kinds: "IFC, IFCZIP, ZIP and 3DM; RVT and SKP where the service has a converter. Each becomes a model.",
    mayNot: "You read this project: Owners and contributors upload models.",
    sent: (percent: number, bytes: number): string => `${inPercent(percent)} of ${size.format(bytes / 1e6)}`,
    broken: "The line broke before all of the file was there.",
    tooLarge: "The file is larger than the service takes.",
    refused: (status: number): string => `The service refused the file (${status}).`,
    clear: "Clear what is over",
    stage: {
      Waiting: "Waiting",
      Sending: "Uploading",
      Importing: "Importing",
      Ready: "Ready",
      Failed: "Failed",
      Cancelled: "Cancelled"
    }
  },
  report: {
    title: "Import report",
    broken: "The report did not arrive.",
    more: (count: string): string => `${count} more.`,
    parts: {
      schema: "Schema",
      entities: "Entities in the file",
      products: "Products",
      propertyRecords: "Property values",
      skipped: "Skipped",
      duplicateGlobalIds: "Doubled GlobalIds",
      duplicateProperties: "Doubled properties",
      withoutShape: "Without shape",
      fixedAttributeSets: "Sets of fixed attributes",
      warnings: "Warnings",
      error: "Code",
      errorDetails: "Reason"
    } as Readonly<Record<string, string>>
  }
} as const
