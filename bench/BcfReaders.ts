import type { PythonEnvironment } from "./PythonEnvironment.ts"

/** The Python library that reads and writes BCF files: bcf-client of IfcOpenShell. */
export const bcfReaders: PythonEnvironment = {
  requirements: "bcf.txt",
  folder: "bcf/.venv",
  trial: "import bcf.v3.bcfxml, bcf.v2.bcfxml"
}

/** The last release of bcf-client that contains the XML schemas of BCF 3.0, which forbid copies with changes. */
export const bcfSchemas: PythonEnvironment = {
  requirements: "bcf-schemas.txt",
  folder: "bcf-schemas/.venv",
  trial: "import bcf, lxml.etree"
}
