/** The kinds of faults of an instance. */
export type FaultKind =
  | "unreadable"
  | "unknown keyword"
  | "abstract entity"
  | "number used twice"
  | "argument count"
  | "mandatory"
  | "derived"
  | "literal"
  | "enumeration"
  | "length of text"
  | "GlobalId"
  | "GlobalId used twice"
  | "bounds"
  | "unique"
  | "missing instance"
  | "class"
  | "select"
  | "inverse"

/** Faults by `kind: #number Entity.Attribute`, each with the faulty text of the file. */
export type Faults = ReadonlyMap<string, string>

/** Returns the faults of a file that its source did not have. */
export const newFaults = (source: Faults, exported: Faults): ReadonlyArray<string> =>
  Array.from(exported)
    .filter(([fault]) => !source.has(fault))
    .map(([fault, shown]) => (shown === "" ? fault : `${fault} (${shown})`))
