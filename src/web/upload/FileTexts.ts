import { texts as shared } from "../Texts.ts"
import { inLanguage } from "../words/Words.ts"

/** English texts of uploads and import reports. */
export const words = {
  upload: {
    title: "Uploads",
    drop: "Drop files here, or",
    dropOne: "Drop a file here, or",
    oneAtATime: "One file at a time: each makes a version.",
    choose: "Choose files",
    kinds: "IFC, IFCZIP, ZIP and 3DM; RVT and SKP where the service has a converter. Each becomes a model.",
    mayNot: "You read this project: Owners and contributors upload models.",
    sent: (percent: string, size: string): string => `${percent} of ${size}`,
    broken: "The connection broke before the whole file was sent.",
    tooLarge: "The file is larger than the service accepts.",
    refused: (status: number): string => `The service refused the file (${status}).`,
    clear: "Clear finished uploads",
    queued: "In the queue",
    cancelOf: (name: string): string => `Cancel ${name}`,
    retryOf: (name: string): string => `Try again: ${name}`,
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
    broken: "The report could not be loaded.",
    more: (count: string): string => `${count} more.`,
    parts: {
      incomplete: "The file ends in the middle, so parts of the model may be missing.",
      schema: "Schema",
      entities: "Entities in the file",
      products: "Products",
      propertyRecords: "Property values",
      skipped: "Skipped",
      duplicateGlobalIds: "Duplicate GlobalIds",
      duplicateProperties: "Duplicate properties",
      withoutShape: "Without geometry",
      fixedAttributeSets: "Property sets with fixed attributes",
      warnings: "Warnings",
      error: "Code",
      errorDetails: "Reason",
      geometry: "Geometry",
      meshed: "Products with geometry",
      missing: "Without a triangle",
      empty: "Cut away by openings",
      open: "With missing faces",
      failure: "Why there is none",
      kept: "Entities kept",
      changed: "Entities changed",
      added: "Entities added",
      removed: "Entities removed",
      applied: "Values written",
      notApplied: "Values not written"
    } as Readonly<Record<string, string>>
  }
} as const

/** All texts of uploads and import reports, with those of the shell; loaded with both pages that need them. */
export const texts = { ...shared, ...inLanguage(words, (german) => german.files) }
