import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { revit } from "./Revit.ts"
import { sketchUp } from "./SketchUp.ts"
import { madePicture, madeRevit } from "./testing/MadeRevit.ts"
import { madeSketchUp } from "./testing/MadeSketchUp.ts"
import { readFile, refusal } from "./testing/ReadFile.ts"

/** The command of a converter with this behaviour. */
const command = (how: string) => [
  process.execPath,
  "--no-install",
  join(import.meta.dir, "testing/FakeConverter.ts"),
  how,
  "{in}",
  "{out}"
]

describe.each([
  ["rvt", revit, madeRevit({ picture: madePicture() }), "Revit 2024 (build 20230308_1635(x64))"],
  ["skp", sketchUp, madeSketchUp("25.0.575", madePicture()), "SketchUp 2025 (version 25.0.575)"]
] as const)("a .%s file", (extension, format, bytes, program) => {
  const converters = (how: string) => ({ [extension]: command(how) })

  test("is converted, with report and picture", () =>
    readFile(
      format,
      bytes,
      ({ files, result, scratch }) => {
        const path = join(scratch, "converted.ifc")
        const picture = join(scratch, "preview.png")
        const warnings = [`Converted from ${program} by the operator's converter.`]
        expect(result).toMatchObject({ right: { path, isMade: true, picture, warnings } })
        expect(readFileSync(path, "utf8")).toContain("IFCWALL")
        expect(new Uint8Array(readFileSync(picture))).toEqual(new Uint8Array(madePicture()))
        expect(files).toEqual(["converted.ifc", "preview.png", `source.${extension}`])
      },
      converters("converts")
    ))

  test("is refused without a converter, with its release", async () => {
    const reason = `A file of ${program} needs a converter to IFC, and there is none for .${extension} files here.`
    expect(await refusal(format, bytes)).toBe(`ConverterNotConfigured: ${reason}`)
    expect(await refusal(format, bytes, { other: ["true"] })).toBe(`ConverterNotConfigured: ${reason}`)
  })

  test("is converted with only the scratch folder, a copy of the file and PATH", () =>
    readFile(
      format,
      bytes,
      ({ scratch }) => {
        const told = /\/\*(.*)\*\//.exec(readFileSync(join(scratch, "converted.ifc"), "utf8"))![1]!
        const { PATH, ...rest } = JSON.parse(told) as Record<string, string>
        expect(PATH).toContain("/usr/bin")
        expect(rest).toEqual({ cwd: scratch, input: join(scratch, `source.${extension}`) })
      },
      converters("tells")
    ))

  test("stays unchanged, whatever its converter does", () =>
    readFile(
      format,
      bytes,
      ({ result, scratch }) => {
        expect(result._tag).toBe("Right")
        expect(readFileSync(join(scratch, "../uploaded")).equals(bytes)).toBe(true)
      },
      converters("spoils")
    ))

  test.each([
    ["fails", /^The converter ended with exit code 3: x+ Cannot open source\.\w+: too new$/],
    ["dies", /^The converter ended by SIG\w+(: .{1,200})?\.?$/],
    ["leaves", /^The converter ended with exit code 4\.$/],
    ["writesNothing", /^The converter wrote no file\.$/],
    ["writesOther", /^What the converter wrote is no IFC file\.$/]
  ])("is refused where its converter %s", async (how, wanted) => {
    const [code, reason] = (await refusal(format, bytes, converters(how))).split(/: (.*)/s)
    expect(code).toBe("ConverterFailed")
    expect(reason).toMatch(wanted)
    expect(reason!.length).toBeLessThanOrEqual("The converter ended with exit code 3: ".length + 200)
  })

  test("is refused if its converter is missing", async () => {
    const none = { [extension]: ["/nowhere/converter", "{in}", "{out}"] }
    expect(await refusal(format, bytes, none)).toBe("ConverterFailed: The converter could not be started.")
  })
})
