import * as PythonEnvironment from "./PythonEnvironment.ts"

const environment: PythonEnvironment.PythonEnvironment = {
  requirements: "requirements.txt",
  folder: ".venv",
  trial: "import ifcopenshell.validate, _pytest.assertion"
}

/** The name and version of ifcopenshell, as `peers/requirements.txt` has them. */
export const name = /^(ifcopenshell)==(.+)$/m.exec(PythonEnvironment.wantedOf(environment))!.slice(1).join(" ")

/** Returns the Python that has ifcopenshell and all that `scripts/export/validate.py` needs, made if it is missing. */
export const pythonOf = (): Promise<string> => PythonEnvironment.pythonOf(environment)
