import type { PythonEnvironment } from "./PythonEnvironment.ts"

/** The Python library that reads and writes BCF files: bcf-client of IfcOpenShell. */
export const bcfReaders: PythonEnvironment = {
  requirements: "bcf.txt",
  folder: "bcf/.venv",
  trial: "import bcf.v3.bcfxml, bcf.v2.bcfxml"
}
