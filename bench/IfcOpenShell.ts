import * as PythonEnvironment from "./PythonEnvironment.ts"

const environment: PythonEnvironment.PythonEnvironment = {
  requirements: "requirements.txt",
  folder: ".venv",
  trial: "import ifcopenshell.validate, _pytest.assertion"
}

/** The name and version of ifcopenshell, as in `peers/requirements.txt`. */
export const name = /^(ifcopenshell)==(.+)$/m.exec(PythonEnvironment.wantedOf(environment))!.slice(1).join(" ")

/**
 * Returns the Python with ifcopenshell and everything that `scripts/export/validate.py` needs. It is installed if it is
 * missing.
 */
export const pythonOf = (): Promise<string> => PythonEnvironment.pythonOf(environment)
