import { counted } from "../../../Texts.ts"
import { inLanguage } from "../../../words/Words.ts"
import { texts as shared } from "../ProjectTexts.ts"

/** Reasons of failures in words, by their code, where the service gives no sentence. */
const reasons: Readonly<Record<string, string>> = {
  ArchiveTooLarge: "The archive holds more than the service unpacks.",
  Cancelled: "Somebody cancelled it.",
  ConverterFailed: "The converter could not read the file.",
  Internal: "The service made a mistake; its log says which.",
  InvalidModelFile: "The file cannot be read as a model.",
  ModelNotFound: "The model was removed meanwhile.",
  ResourceLimit: "It took more time or memory than the service gives it.",
  UnsupportedFileType: "The service does not read files of this type.",
  UploadNotFound: "The uploaded file is no longer kept."
}

/** English texts about operations. */
export const words = {
  operations: {
    title: "Operations",
    list: "Operations of the project, newest first",
    none: "Nothing was imported, exported or calculated yet",
    noneHint: "Imports, exports and calculations of this project appear here, with their progress.",
    notRead: "The operations could not be read:",
    notReadHint: "What is shown below may be old.",
    at: "Started",
    took: "Duration",
    by: "Person",
    model: "Model",
    file: "File",
    kind: "What",
    status: "State",
    why: "Reason",
    noModel: "removed",
    waits: "waits",
    cancel: (what: string): string => `Cancel ${what}`,
    retry: "Try again",
    retryOf: (what: string): string => `Try again: ${what}`,
    retried: "It runs again as a new operation, at the top of this list.",
    fileGone: "The file of this import is no longer kept. Upload it again.",
    runsAlready: "Another import of this model is still running. Wait until it has ended.",
    anyStatus: "All states",
    anyKind: "All kinds",
    anyone: "Everybody",
    noMatch: "None of these operations is like that.",
    shown: (shown: number, loaded: number, all: number): string =>
      shown === loaded
        ? `${counted(loaded)} of ${counted(all)}`
        : `${counted(shown)} among the newest ${counted(loaded)} of ${counted(all)}`,
    more: "Show older ones",
    kinds: {
      ImportIfc: "Import",
      ExportIfc: "IFC export",
      CalculateQuantities: "Quantities",
      CalculateDerivedProperties: "Computed properties",
      CheckRequirements: "Check",
      MeasureModel: "Measuring of shapes",
      DeriveFiles: "Files of a version"
    } as Readonly<Record<string, string>>,
    statuses: { Queued: "Waiting", InProgress: "Running", Ready: "Done", Failed: "Failed", Cancelled: "Cancelled" },
    reason: (code: string): string => reasons[code] ?? "It failed."
  }
} as const

/** All texts about operations, with those of a project's page. */
export const texts = { ...shared, ...inLanguage(words, (german) => german.operations) }
