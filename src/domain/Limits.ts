import { answering, GB, KB, type Limit, MB } from "./Limit.ts"

const tooMany = answering("400 `LimitExceeded`")
const wrongFilter = answering("400 `InvalidFilter`")
const wrongParameter = answering("400 `InvalidParameter`")
const wrongBody = answering("400 `InvalidBody`")
const later = answering("429 `TooManyRequests`")
const busy = answering("503 `Overloaded`")
const away = answering("503 `StorageUnavailable`")
const late = answering("408 `RequestTimeout`, closed")
const closed = answering("the connection is closed")
const leftOut = answering("left out; in the report")
const cutList = answering("the rest is counted and not listed")
const oldestGone = answering("the oldest are removed")
const cut = answering("cut at a character; in the report")
const fails = answering("Failed with `ResourceLimit`")
const badArchive = answering("Failed with `ArchiveTooLarge`")
const badArchiveOrWorkbook = answering("Failed with `ArchiveTooLarge`; 400 for a workbook or a BCF file")
const shapeless = answering("imported without shapes; in the report")
const unmeshed = answering("the element has no shape; in the report")

const notDone = (seconds: string) => `The work was not done within ${seconds}.`
const stoodStill = (seconds: string) => `The work made no progress for ${seconds}.`
const beyondFirst = (amount: string) => `beyond the first ${amount}, which were left out`

/**
 * The last part of a shared memory is for users who hold at most 4 MB of it, so that a small request is served whatever
 * others hold.
 */
export const forUsersWithLittle = { forFew: 32 * MB, fewBytes: 4 * MB }

/** Returns the time limit of work on a file: a least time, and more for each MB. */
export const secondsOf = (least: Limit, ofMegabyte: Limit, bytes: number): number =>
  least.most + (ofMegabyte.most * bytes) / MB

/**
 * All limits that a caller can reach (contract section 12), with the reason of each. A test keeps docs/limits.md equal
 * to this table. The lengths of single members of a body are in the schemas and the OpenAPI document instead.
 */
export const limits = {
  // Default of MAX_UPLOAD_BYTES. Larger files take workers more memory than they usually have.
  uploadBytes: answering("413 `UploadTooLarge`; 400 from a bucket")(
    "upload",
    "bytes (`MAX_UPLOAD_BYTES`)",
    GB,
    "bytes",
    (bytes) => {
      return `An upload has at most ${bytes}.`
    }
  ),
  // Default of RATE_LIMIT_PER_MINUTE: 100 a second, which no person and hardly a program needs.
  requests: later("user", "requests in a minute (`RATE_LIMIT_PER_MINUTE`)", 6000, "", (count) => {
    return `More than ${count} requests in a minute.`
  }),

  // Texts that people write have about a hundredth of this length.
  textOfFile: cut("text value of a file", "bytes", 64 * KB, "bytes", (bytes) => `Texts that were cut at ${bytes}`),
  // Lists and indexes contain names.
  nameOfFile: cut("name in a file", "characters", 1024, "characters", (length) => `Names that were cut at ${length}`),
  // All properties are read and shown together with the element.
  propertiesOfElement: leftOut("spatial element", "properties", 1000, "", (count) => {
    return `Spatial elements with more than ${count} properties, which were left out`
  }),
  // All of them are shown together with the object. Objects of real models have a few.
  associationsOfObject: leftOut("object", "materials, codes or groups, each", 1000, "", (count) => {
    return `Objects with more than ${count} materials, codes or groups, which were left out`
  }),
  // Everyone who works in the project reads lists of them.
  itemsOfImport: leftOut("import", "locations, materials, codes and groups, each", 100_000, "", beyondFirst),
  // Texts of locations, materials, codes and groups, those that shared sets give to spatial elements included.
  textsOfImport: leftOut("import", "texts for the project", 64 * MB, "bytes", (bytes) => {
    return `that were left out, because a file adds at most ${bytes} of texts to its project`
  }),
  // All of them are shown together with the material. Materials of real models have about ten.
  propertiesOfMaterial: leftOut("material of a file", "properties", 1000, "", (count) => {
    return `Properties of materials that have more than ${count}, which were left out`
  }),
  lettersOfMaterial: leftOut("material of a file", "characters of properties", 64 * KB, "characters", (length) => {
    return `Properties of materials whose properties have more than ${length}, which were left out`
  }),
  // Complex properties may refer to each other in circles.
  partsOfComplex: leftOut("complex property", "parts", 10_000, "", (count) => {
    return `Complex properties of more than ${count} parts`
  }),
  // A value that refers to a list of materials is shown as their names.
  namesOfReference: leftOut("value that refers to materials", "names", 100, "", (count) => {
    return `Values that refer to more than ${count} materials, the others of which were left out`
  }),
  unitsOfFile: leftOut("file", "instances of units", 100_000, "", beyondFirst),
  // The table holds their index in 16 bits.
  differentUnits: leftOut("file", "different units", 32_767, "", beyondFirst),
  // The slowest files take a tenth of these times.
  importSeconds: fails("import", "processor time, besides that for the size", 60, "seconds", notDone),
  importSecondsOfMegabyte: fails("MB of an unpacked file", "processor time of its import", 30, "seconds", notDone),
  exportSeconds: fails("export", "processor time, besides that for the size", 60, "seconds", notDone),
  exportSecondsOfMegabyte: fails("MB of a file", "processor time of its export", 10, "seconds", notDone),
  // Several times what 1,000 specifications take.
  checkSeconds: fails("check of requirements", "processor time, besides that for the size", 120, "seconds", notDone),
  checkSecondsOfMegabyte: fails("MB of a file", "processor time of its check", 60, "seconds", notDone),
  // All of them are in memory while the result is written.
  failuresOfCheck: cutList("check of requirements", "failures in its JSON result", 200_000),
  // People sort and filter the file in a spreadsheet, which takes a fifth of this.
  rowsOfCheck: cutList("check of requirements", "failures in its CSV result", 5_000_000),
  // An archive of BCF has at most 10,000 entries, of which a topic takes two.
  topicsOfCheck: cutList("check of requirements", "topics in its BCF result", 4000),
  componentsOfTopic: cutList("topic of a check", "components", 1000),
  shapesSeconds: shapeless("import", "processor time of its shapes", 60, "seconds", notDone),
  shapesSecondsOfMegabyte: shapeless("MB of an unpacked file", "processor time of its shapes", 30, "seconds", notDone),
  // Steps of real models take a second at most. The file is then measured again without the element.
  shapesStall: answering("the element has no shape; in the report; half of it for the next one, then a quarter")(
    "import",
    "processor time without progress of shapes",
    3,
    "seconds",
    stoodStill
  ),
  shapesStallOfMegabyte: unmeshed(
    "MB of an unpacked file",
    "processor time without progress of its shapes",
    0.2,
    "seconds",
    stoodStill
  ),
  // For each of them, a new process measures the file again.
  endlessElements: answering("those after the last one have no shapes; in the report")(
    "import",
    "elements whose shapes take too long",
    4
  ),
  // New instances are held in memory. Copies of a set with thousands of members for thousands of products exceed this.
  bytesOfExport: fails(
    "export",
    "new instances",
    256 * MB,
    "bytes",
    (bytes) => `The edits add more than ${bytes} to the file.`
  ),

  entriesOfArchive: badArchiveOrWorkbook("archive", "files and folders", 10_000, "", (count) => {
    return `The archive has more than ${count} entries.`
  }),
  bytesOfArchive: badArchive("archive", "unpacked bytes", 20e9, "bytes", (bytes) => {
    return `The archive unpacks to more than ${bytes}.`
  }),
  // Text of IFC files packs to a tenth.
  ratioOfArchive: badArchiveOrWorkbook("archive", "unpacked bytes for each packed one", 200, "", (times) => {
    return `The archive unpacks to more than ${times} times its size.`
  }),
  // Text of workbooks packs to a tenth, as that of IFC files. It is read piece by piece.
  bytesOfWorkbook: answering("400 `ArchiveTooLarge`")("workbook", "unpacked bytes", 512 * MB, "bytes", (bytes) => {
    return `The workbook unpacks to more than ${bytes}.`
  }),
  // Cells refer to them by number, so that they are held in memory.
  charactersOfWorkbook: tooMany("workbook", "characters of shared texts", 128_000_000),
  textsOfWorkbook: tooMany("workbook", "shared texts", 5_000_000),
  // A cell of Excel has 32,767 characters. The parser keeps a text or tag in memory until its end.
  textOfWorkbook: tooMany("text or tag of a workbook", "characters", 4 * MB, "characters"),
  // Excel allows 65,490 of each.
  stylesOfWorkbook: tooMany("workbook", "cell and number formats", 200_000),
  levelsOfWorkbook: tooMany("workbook", "levels of nested elements", 64),
  // The names and values of the sheet `About` are held in memory.
  rowsOfAbout: tooMany("sheet `About`", "rows", 100_000),
  // These two are the size of a sheet in Excel.
  rowsOfTable: tooMany("table", "rows", 1_048_576),
  columnsOfTable: tooMany("table", "columns", 16_384),
  // A text, its value and its comparison are in memory at once. That of a workbook may be as long.
  textOfCell: tooMany("cell of a CSV table", "bytes", 4 * MB, "bytes"),
  // Twice a set and a property with the longest names. Answers repeat headers.
  headerOfTable: tooMany("header of a table", "characters", 4096, "characters"),
  // Tables that the service writes have no more cells.
  cellsOfTable: tooMany("table", "cells, empty ones included", 20_000_000),
  // People merge a few cells of a table.
  mergedCellsOfTable: tooMany("table", "merged ranges of cells", 100_000),
  // IDS itself needs eight.
  levelsOfRequirements: wrongBody("IDS document", "levels of nested elements", 64),
  wordsOfTopicFilter: wrongParameter("filter of topics", "words and signs", 1000),
  levelsOfTopicFilter: wrongParameter("filter of topics", "levels", 32),
  ordersOfTopics: wrongParameter("order of topics", "members", 5),
  // Each is read when a list is filtered.
  topicsOfProject: tooMany("project", "topics", 100_000),
  commentsOfTopic: tooMany("topic", "comments", 10_000),
  viewpointsOfTopic: tooMany("topic", "viewpoints", 10_000),
  // People change a topic some ten times.
  changesOfTopic: oldestGone("topic", "kept changes of it and its comments", 10_000),
  // They are stored together with the topic and read with it.
  referencesOfTopic: tooMany("topic", "references to documents", 1000),
  // Snapshots of a large project take about a hundredth of this.
  topicBytesOfProject: tooMany("project", "pictures and documents of topics", 10 * GB, "bytes"),
  topicDocumentBytes: answering("413 `BodyTooLarge`")("document of topics", "bytes", 64 * MB, "bytes"),
  // It is held in memory while it is read.
  bcfBytes: answering("413 `BodyTooLarge`")("BCF file", "bytes", 64 * MB, "bytes"),
  // One transaction stores them. An exported file has fewer.
  partsOfBcf: tooMany("BCF file", "comments, viewpoints and documents", 100_000),
  // Several times what reading the largest file takes.
  bcfSeconds: busy("BCF file", "time on a thread", 60, "seconds", (seconds) => {
    return `The file takes more than ${seconds} to read. Send a smaller one, or try again later.`
  }),
  // These two are what a ZIP archive without ZIP64 records holds, with room for the files beside the topics.
  entriesOfBcf: answering("400 `AnswerTooLarge`")("exported BCF file", "topics, comments and files", 65_000),
  bytesOfBcf: answering("400 `AnswerTooLarge`")("exported BCF file", "bytes", 3 * GB, "bytes"),
  // A picture of a large screen has a few megabytes.
  viewpointBytes: answering("413 `BodyTooLarge`")("viewpoint", "bytes", 16 * MB, "bytes"),
  levelsOfBcf: tooMany("file in a BCF file", "levels of nested elements", 64),
  // The next two limit the memory of a pattern, and its time for each character of a text.
  patternLength: wrongBody("pattern of an IDS document", "characters", 1000, "characters"),
  patternInstructions: wrongBody("pattern of an IDS document", "instructions of the compiled pattern", 10_000),
  // All patterns are held in memory, and each may be tried on every element.
  patternInstructionsOfDocument: wrongBody("IDS document", "instructions of all compiled patterns", 200_000),
  // Nested blocks turn a small Rhino file into a large model.
  objectsOfRhino: fails("Rhino file", "objects, those of blocks once per instance", 1_000_000),
  trianglesDrawnOfRhino: fails("Rhino file", "triangles, those of blocks once per instance", 200_000_000),
  trianglesOfRhino: fails("Rhino file", "triangles, those of a block once", 20_000_000),
  blockLevelsOfRhino: fails("Rhino file", "levels of nested blocks", 64),

  // The worker died: a crash of the machine is no fault of the file, and a fault of the file repeats itself.
  attempts: fails("operation", "attempts, if the worker died", 3),
  interruptions: fails("operation", "interruptions by the end of the service or of the lease", 10, "", (count) => {
    return `The work was interrupted ${count} times.`
  }),
  // If the operation itself ends the service, it interrupts no other operation then.
  interruptionsInCompany: answering("runs alone from then on")("operation", "interruptions while others run", 2),
  postponements: fails("operation", "times that the storage or the disk was unavailable", 10, "", (count) => {
    return `The storage or the disk was unavailable ${count} times.`
  }),

  // Enough for an office, too few to fill a disk with their rows.
  projectsOfOwner: tooMany("owner", "projects", 1000),
  // Users are added without being asked, so the list of their projects has to stay bounded.
  membershipsOfUser: tooMany("user", "memberships of projects", 10_000),
  // One for each program of a user, and some to spare.
  programTokensOfUser: tooMany("user", "tokens for programs", 100),
  // A link for each person of a large team.
  invitationsOfProject: tooMany("project", "open invitations", 100),
  // Enough for everybody in a large company, including its contractors.
  membersOfProject: tooMany("project", "members", 10_000),
  // Nobody looks through a longer list.
  modelsOfProject: tooMany("project", "models", 10_000),
  // Ten for each model; every list of models shows all of them.
  tagsOfProject: tooMany("project", "tags of models", 100_000),
  // One version every five minutes for a year.
  versionsOfModel: tooMany("model", "versions", 100_000),
  // Nobody looks through more sets to find a property.
  setsOfProject: tooMany("project", "property sets", 5000),
  // Every query of the project's models reads them, and they are held in memory as one text.
  textsOfSets: tooMany("project", "words and entity types of property sets", 16 * MB, "bytes"),
  // Each is a field of every model of the project.
  definitionsOfProject: tooMany("project", "property definitions", 50_000),
  // Twice the definitions of a project: their current and their earlier names.
  renamedProperties: tooMany("project", "names of properties that renames have given other guids", 100_000),
  // These libraries are created by users. Those of files are not counted.
  materialLibraries: tooMany("project", "material libraries made by users", 5000),
  codificationLibraries: tooMany("project", "codification libraries made by users", 5000),
  // The same number as one file may contain.
  materialsOfLibrary: tooMany("material library", "materials", 100_000),
  // Several times the largest classification in use.
  codesOfLibrary: tooMany("codification library", "codes", 100_000),
  locationsOfProject: tooMany("project", "locations made by users", 100_000),
  parametersOfCode: tooMany("code", "parameters in its measureDefinitions", 1000),
  // Enough for every system that follows a project. Each event is looked at for each of them.
  webhooksOfProject: tooMany("project", "webhooks", 50),
  // Enough for a person who tries; each is a request to somebody else.
  askedDeliveries: later("webhook", "tests and retries that wait", 20),
  triesOfDelivery: answering("the oldest are left out")("delivery of a webhook", "tries that are listed", 20),
  // Enough for a message of the receiver about what is wrong.
  receiverBytes: answering("the rest is left out")("answer of a webhook's receiver", "bytes", KB, "bytes"),
  // Receivers should take a message first and work on it later.
  receiverSeconds: answering("the try has failed")("try of a webhook", "time", 10, "seconds"),
  // Receivers have no reason to send any; "100 Continue" is the usual one.
  interimAnswers: answering("the try has failed")("try of a webhook", "interim answers (1xx)", 10),
  // Everyone looks through the list of them.
  queriesOfProject: tooMany("project", "saved queries", 1000),
  // It holds a few thousand values of filters. A list of the queries of a project takes 64 MB.
  savedQueryBytes: tooMany("saved query", "bytes", 64 * KB, "bytes"),
  // Everyone looks through the list of them.
  requirementsOfProject: tooMany("project", "documents of requirements", 100),
  // The list of the documents names all of them.
  specificationsOfProject: tooMany("project", "specifications in its documents of requirements", 4000),
  // All words are decoded and stored at once.
  wordsOfBody: tooMany("body", "enumerationValues in its propertyDefinitions", 50_000),
  // Reading, comparing and writing that much at once takes a millisecond.
  jsonValue: tooMany("stored JSON value", "bytes", 256 * KB, "bytes", (bytes) => `may take at most ${bytes} as JSON.`),
  // The path of a location is read whenever it moves; sites, buildings and storeys need about six.
  locationLevels: answering("400 `InvalidHierarchy`")("location", "levels, itself included", 64),
  // The codes above are read while all other writers wait. The deepest classification in use has a twentieth of this.
  codesAbove: answering("400 `InvalidHierarchy`")("code that is moved", "codes above it", 200),

  // Twice the cells of a class of products of the largest model.
  unpublishedCells: tooMany("user", "unpublished changes of a model", 1_000_000),
  // A reader of the model holds them in memory several times. Enough for 1,000,000 cells of usual texts.
  unpublishedBytes: tooMany("user", "unpublished changes of a model", 128 * MB, "bytes"),
  // They are held in memory for all who see the model: twice the unpublished edits of one user.
  publishedCells: tooMany("model", "published changes in force", 2_000_000),
  publishedBytes: tooMany("model", "published changes in force", 256 * MB, "bytes"),
  valuesOfRequest: tooMany("request", "values of changes", 128 * MB, "bytes"),
  // Four million cells of 64 bytes each, with their old and new values.
  changesOfPublication: tooMany("publication", "old and new values", 256 * MB, "bytes"),
  // The cells are sorted again for each page, while other lists wait.
  comparedCells: tooMany("comparison of versions", "changed cells", 500_000, "", (count) => {
    return `More than ${count} cells were changed between these versions. Compare versions nearer to each other.`
  }),

  // Each is stored while it waits, and takes a turn.
  openOperations: later("user", "operations that have not ended", 200),
  // The views that they work on are stored until they end.
  inputOfOperations: later("user", "inputs of operations that have not ended", GB, "bytes"),
  // Many times more than usually wait to become models.
  uploadKeys: later("user", "upload keys that are neither used nor expired", 200),
  // Uploads of which no model was made fill the disk.
  storedUploads: later(
    "user",
    "stored uploads without a model, in bytes, times `MAX_UPLOAD_BYTES`",
    20,
    "",
    (bytes) => {
      return `A user has at most ${bytes} bytes of stored uploads of which no model was made.`
    }
  ),
  // More than one for each second of the 24 hours for which they are kept.
  keptAnswers: later("user", "answers kept under an `Idempotency-Key`", 100_000),
  // Each asks the storage whenever its project changes.
  eventStreams: later("user", "event streams in a process", 20),
  // Contract section 4. Counted by the user name and by the address.
  wrongPasswords: later("user name, or address", "wrong passwords in ten minutes", 10, "", (count) => {
    return `More than ${count} wrong passwords in ten minutes.`
  }),
  // A program that repeats a refused token does so a few times a second.
  refusedTokens: later(
    "address",
    "refused tokens and failed sign-ins in a minute",
    300,
    "",
    (count) => `More than ${count} refused tokens and failed sign-ins in a minute.`
  ),
  // Sign-ins on all devices and programs, with room for abandoned ones.
  signIns: answering("the oldest one ends")("user", "sign-ins", 1000),
  // A program registers once for each user, or each time it runs. Contract section 19.
  registrationsOfAddress: later("address", "clients that register themselves in a day", 100, "", (count) => {
    return `At most ${count} clients of one address register in a day.`
  }),
  // One that nobody used for 90 days is removed.
  registeredClients: later("service", "clients that registered themselves", 10_000),
  // Providers' own ids have some 40 characters, and those of section 19 have 47. It is written into each audit entry.
  clientOfToken: answering("cut")("id of a token's client", "characters", 255, "characters"),
  // Asking the provider takes up to 5 s, so the last one waits 20 s.
  tokensOfAddressWaiting: away("address", "tokens waiting to be checked by the provider", 64),
  tokensWaiting: away("process", "tokens waiting to be checked by the provider", 128),
  signInsOfAddressWaiting: away("address", "sign-ins waiting for the provider", 32),
  signInsWaiting: away("process", "sign-ins waiting for the provider", 256),
  // Each takes a core for some 30 ms, and 19 MB.
  passwordsWaiting: busy("process", "passwords waiting to be checked", 100, "", () => {
    return "Too many passwords are being checked. Try again later."
  }),

  bodyBytes: answering("413 `BodyTooLarge`")("JSON body", "bytes", 4 * MB, "bytes"),
  // Edits of a class of products of a large model come in one request.
  editBodyBytes: answering("413 `BodyTooLarge`")("JSON body of edits", "bytes", 32 * MB, "bytes"),
  // Several times the largest document in use.
  requirementsBytes: answering("413 `BodyTooLarge`")("document of requirements", "bytes", 4 * MB, "bytes"),
  // Several times what reading the largest document takes.
  requirementsSeconds: busy("document of requirements", "time on a thread", 20, "seconds", (seconds) => {
    return `The document takes more than ${seconds} to read. Send a smaller one, or try again later.`
  }),
  // Several times the largest sheet that people edit. It is held in memory while it is judged.
  sheetUploadBytes: answering("400 `LimitExceeded`")("uploaded sheet", "bytes", 256 * MB, "bytes"),
  // Names are looked up in the project. The names of 100,000 codes with their libraries take half of this.
  namesOfSheet: tooMany("imported sheet", "different names of references", 8_000_000, "characters"),
  // A redirect URL and a state at their limits, even percent-encoded.
  signInBodyBytes: answering("413 `BodyTooLarge`")("body of a sign-in", "bytes", 16 * KB, "bytes"),
  // Nested lists multiply. Validating an entry takes some microseconds: ten lists of filter values.
  entriesOfBody: tooMany("body", "entries of all its lists", 120_000),
  // 25,000 tokens of four bytes, which is what programs of language models take of one result.
  toolResultBytes: answering("cut, with `next`")("result of a tool", "bytes", 100_000, "bytes"),
  // Names and values that people read have fewer; the API has them whole.
  charactersOfTool: answering("cut; counted in `leftOut`")(
    "text in a result of a tool",
    "characters",
    1000,
    "characters"
  ),
  // A search reads them for the rows that it shows: 20,000 fields, or 10,000 rows.
  pagesOfTool: answering("cut, with `next`")("call of a tool", "pages read", 20),
  // Projects have a few libraries of codes.
  listsOfTool: answering("cut, with `next`")("call of a tool", "lists read", 100),
  // The CSV of a check has all of them.
  failuresOfTool: cutList("requirement in a result of a tool", "failures", 20),
  // Programs give up on a call after a minute. Contract section 19.
  waitOfTool: answering("the operation, to ask again")(
    "call of a tool",
    "time that it waits for a check",
    30,
    "seconds"
  ),
  // Results of this many rows are full in most cases.
  rowsOfTool: wrongParameter("result of a tool", "rows", 1000),
  // Twice what people read in one result; a row of more fields would not fit into one.
  fieldsOfTool: wrongParameter("query of a tool", "fields", 100),
  entriesOfList: wrongBody("list of a body", "entries", 1000),
  levelsOfBody: wrongBody("body", "levels of nested values", 64),
  fieldsOfQuery: wrongBody("query", "fields", 10_000),
  filters: wrongFilter("query", "filters", 100),
  filterValues: wrongFilter("query", "values of filters and of its condition", 10_000),
  filterText: wrongFilter("text of a filter", "bytes", 64 * KB, "bytes"),
  // People nest three or four levels, programs a few more.
  conditionLevels: wrongFilter("condition", "levels, a comparison alone being one", 16),
  conditionLeaves: wrongFilter("condition", "comparisons", 200),
  expressionLength: wrongFilter("regular expression", "characters", 1000, "characters"),
  // Each character of a text may pass through all of them, 25 ns each: a text of 64 KB then takes up to 3 s.
  expressionInstructions: wrongFilter("condition", "instructions of all its regular expressions", 2_000),
  sortKeys: answering("400 `InvalidParameter`")("query", "properties in sort", 3),
  groupKeys: answering("400 `InvalidParameter`")("query", "fields in groupBy", 4),
  groupMeasures: answering("400 `InvalidParameter`")("query", "measures of groups", 20),
  // All of them are held in memory and sorted for each page.
  groups: answering("400 `AnswerTooLarge`")("query", "groups", 1_000_000, "", (count) => {
    return `The products fall into more than ${count} groups. Filter them, or group by fewer fields.`
  }),
  // The older paths without pages answer with all products that they find.
  productsAtOnce: answering("the rest is left out")("answer without pages", "products", 100_000),
  errorsOfEdits: answering("the rest is left out; `TooManyErrors`")("request of edits", "errors", 1000),
  // Nobody reads more changes before applying them.
  changesOfDryRun: answering("the rest is left out")("answer to a dry run", "changes", 10_000),
  // A thread builds the answer as a whole and keeps it until it is sent.
  answerBytes: answering("400 `AnswerTooLarge`")(
    "JSON answer",
    "bytes, before compression",
    128 * MB,
    "bytes",
    (bytes) => {
      return `The answer is larger than ${bytes}. Ask for fewer rows or fewer fields.`
    }
  ),

  // Ten times the products of the largest model.
  rowsOfFile: answering("400 `AnswerTooLarge`")("answer as a file", "rows", 1_000_000),
  // A sheet of Excel has one more, for the header.
  rowsOfXlsx: answering("400 `AnswerTooLarge`")("answer as XLSX", "rows", 1_048_575),
  // Twenty fields of 1,000,000 products. A file of that many takes a minute or two to make.
  cellsOfFile: answering("400 `AnswerTooLarge`")("answer as a file", "cells, empty ones included", 20_000_000),

  // Memory for bodies over 64 KB, from the first byte to the end of the request.
  bodyMemoryOfUser: busy("user", "request bodies over 64 KB in memory", 64 * MB, "bytes"),
  bodyMemory: busy("process", "request bodies in memory", 256 * MB, "bytes", () => {
    return "Too many bodies are in memory. Try again later."
  }),
  // Answers are held in memory until they are read, and a reader may stop reading.
  answerMemoryOfUser: busy("user", "answers over 64 KB that are not yet read", 256 * MB, "bytes"),
  answerMemory: busy("process", "answers over 64 KB that are not yet read", 512 * MB, "bytes", () => {
    return "Too many large answers wait to be read. Read them, or try again later."
  }),
  // A list that is read slowly keeps a connection of PostgreSQL; 20 are for lists.
  listsOfUser: answering("waits 5 s, then 503 `StorageUnavailable`")("user", "long lists read at once", 10),
  // Exchange formats and pictures that users requested. They can be made again.
  derivedFiles: answering("the least recently used file is removed")("model", "derived files", 64),
  // Engines read many small ranges of a snapshot, so its metadata files with signed URLs stay in memory meanwhile.
  datasetSnapshots: answering("the least recently used is computed again")(
    "process",
    "metadata of the open dataset with signed URLs",
    64 * MB,
    "bytes"
  ),
  // Headers fit into a few packets.
  headSeconds: closed("request", "time for its headers", 10, "seconds"),
  bodySeconds: late(
    "JSON body",
    "time, besides that for the size",
    30,
    "seconds",
    () => "The body did not arrive in time."
  ),
  bodyBytesInSecond: late("second of a JSON body", "bytes, at least", 64 * KB, "bytes"),
  uploadSeconds: late("upload", "time below the minimum speed", 30, "seconds", () => {
    return "The upload was too slow. Nothing of it is kept."
  }),
  uploadBytesInSecond: late("second of an upload", "bytes, at least", 4 * KB, "bytes"),
  // The events that were written stay in memory until then.
  eventSeconds: closed("event stream", "time in which the client reads nothing", 30, "seconds"),
  readSeconds: closed("answer over 64 KB", "time below the minimum speed", 60, "seconds"),
  readBytesInSecond: closed("second of an answer over 64 KB", "bytes, at least", 64 * KB, "bytes"),
  querySeconds: busy("query", "time on a thread", 10, "seconds", (seconds) => {
    return `The query took more than ${seconds}. Try again later, or ask for less.`
  }),
  questionSeconds: busy("query over several models", "time on a thread", 30, "seconds", (seconds) => {
    return `The query took more than ${seconds}. Try again later, or query fewer models.`
  }),
  // The largest workbook that is read takes a third of it.
  sheetSeconds: busy("imported sheet", "time on a thread", 120, "seconds", (seconds) => {
    return `Reading the sheet took more than ${seconds}. Import it in parts.`
  }),
  // Two are answered at a time, and half of the cache stays for everybody else.
  tablesOfQuestion: busy(
    "query over several models",
    "parts of `CACHE_BYTES` that its tables, edits and measures take",
    0.25,
    "",
    () => "The tables of these models take too much memory together. Name fewer `models`."
  ),
  // Each keeps its tables and its selection in memory while it is read.
  filesOfUser: busy("user", "answers as files read at once", 4),
  files: busy("process", "answers as files read at once", 16, "", () => {
    return "Too many answers as files are being read. Try again later."
  }),
  // Half of the cache stays for everybody else. One file alone may take more.
  tablesOfFiles: busy("process", "parts of `CACHE_BYTES` that the tables of files being read take", 0.5, "", () => {
    return "The tables of files that are being read take too much memory. Try again later."
  }),
  // A row group of Parquet is made at once. A piece usually takes some milliseconds.
  pieceSeconds: closed("piece of an answer as a file", "time on a thread", 20, "seconds"),
  decodeSeconds: busy("body over 8 KB", "time on a thread", 20, "seconds", (seconds) => {
    return `The body was not read within ${seconds}. Try again later.`
  }),
  // Further jobs would wait longer than any caller does.
  jobsOfUserWaiting: busy("user", "queries, or bodies, waiting for a thread", 256),
  jobsWaiting: busy("process", "queries, or bodies, waiting for a thread", 1024, "", () => {
    return "Too many requests are waiting. Try again later."
  }),
  // The database, its log and results of running work must still be written.
  freeBytes: away("disk of `DATA_DIR`", "free bytes, at least", 512 * MB, "bytes")
} satisfies Readonly<Record<string, Limit>>

/** Shares of the limit of a stall, by the number of elements that were ended before. */
const sharesOfStall = [1, 1 / 2, 1 / 4]

/**
 * Returns the processor time without progress after which the shapes of a file are ended. It is shorter if elements
 * without an end were found before, because a file with one often has more.
 */
export const stallSecondsOf = (bytes: number, ended: number): number =>
  secondsOf(limits.shapesStall, limits.shapesStallOfMegabyte, bytes) *
  sharesOfStall[Math.min(ended, sharesOfStall.length - 1)]!
