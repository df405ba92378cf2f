import { rmSync, writeFileSync } from "node:fs"
import process from "node:process"

const ifc = `ISO-10303-21;
HEADER;
FILE_DESCRIPTION((''),'2;1');
FILE_NAME('converted.ifc','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
#1=IFCPROJECT('2ConvertedProject00000',$,'Converted',$,$,$,$,$,#2);
#2=IFCUNITASSIGNMENT((#3));
#3=IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.);
#4=IFCWALL('2ConvertedWall00000000',$,'Wall',$,$,$,$,$,$);
ENDSEC;
END-ISO-10303-21;
`

const [how, input = "", output = ""] = process.argv.slice(2)

/** A converter of the operator, for tests: its first word selects the behaviour, and the paths follow. */
const behaviours: Readonly<Record<string, () => unknown>> = {
  converts: () => writeFileSync(output, ifc),
  /** Writes its environment, folder and input into the output, so that a test can read them. */
  tells: () => writeFileSync(output, `${ifc}/*${JSON.stringify({ ...process.env, cwd: process.cwd(), input })}*/`),
  spoils: () => {
    writeFileSync(input, "")
    writeFileSync(output, ifc)
  },
  fails: () => {
    process.stderr.write(`${"x".repeat(100_000)}\n\u001B[31mCannot open ${input}\u0007:\n  too new\n`)
    process.exitCode = 3
  },
  dies: () => process.kill(process.pid, "SIGSEGV"),
  writesNothing: () => rmSync(output, { force: true }),
  writesOther: () => writeFileSync(output, "%PDF-1.7"),
  /** Leaves a child process behind that keeps its streams open. */
  leaves: () => {
    Bun.spawn(["sleep", "20"], { stdio: ["ignore", "inherit", "inherit"] }).unref()
    process.exitCode = 4
  },
  hangs: () => setInterval(() => {}, 1000)
}
behaviours[how ?? ""]!()
