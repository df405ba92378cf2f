import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { Context } from "../../spec-tests/harness/Context.ts"
import { tryEdits } from "./testing/reported/Edits.ts"
import type { Expected } from "./testing/reported/Expected.ts"
import { compareLibraries, compareWarnings } from "./testing/reported/Libraries.ts"
import { Trial } from "./testing/reported/Trial.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

// Small files that other software answers wrongly, with the right answers (its README says what each member means).
const folder = process.env["FAULTS_DIR"] ?? join(import.meta.dir, "../../../shared/faults")
const answers = join(folder, "expected.json")
const entries: ReadonlyArray<readonly [string, Expected]> = existsSync(answers)
  ? Object.entries(JSON.parse(readFileSync(answers, "utf8")) as Readonly<Record<string, Expected>>)
  : []

// Files whose answers are still wrong. FAULTS=all tries them as well.
const open: ReadonlySet<string> = new Set([
  "d01-own-code-in-one-system.ifc",
  "d02-roof-and-its-slabs.ifc",
  "d03-door-size.ifc",
  "d04-set-point-between-bounds.ifc",
  "d05-named-derived-unit.ifc",
  "d06-material-property-set.ifc",
  "d07-system-and-group.ifc",
  "d08-proxy.ifc",
  "d09-plain-number-as-length.ifc",
  "d11-orphan-storey-first.ifc",
  "d12-schema-without-brackets.ifc",
  "d13-empty-label.ifc",
  "d14a-set-of-the-project.ifc",
  "d14b-classification-itself.ifc",
  "d14c-bytes-of-another-encoding.ifc",
  "d14d-no-area-unit.ifc",
  "d14e-layers-of-one-name.ifc",
  "d16-own-export-taken-back.ifc",
  "d17-units-of-definitions.ifc",
  "g01-mapped-hosts-first-cut.ifc",
  "g02-representations-beside-body.ifc",
  "g03-lengths-and-faces.ifc",
  "g04-boundary-of-deleted-wall.ifc",
  "g05-broken-placement-first.ifc",
  "g06-reversed-segment.ifc",
  "g07-arcs-over-180.ifc",
  "g08-spline-outlines.ifc",
  "g09-pnindex.ifc",
  "g10-operator-without-axis2.ifc",
  "g11-boxed-half-space.ifc",
  "g12-axis-x-without-refdirection.ifc",
  "g13-parts-of-a-cut-whole.ifc",
  "g14-own-code-beside-the-types.ifc",
  "g15-port-of-deleted-pipe.ifc",
  "g16-emptied-group.ifc",
  "g17-half-spaces-on-bottom-and-top.ifc",
  "g18-void-outward.ifc",
  "g19-surface-model-mixed-winding.ifc",
  "n1-disk-along-polygon-with-fillet.ifc",
  "n2-fixed-reference-arc.ifc",
  "n3-revolved-tapered.ifc",
  "n4-sectioned-spine.ifc",
  "n5-centre-line-profile.ifc",
  "n6-union-touching.ifc",
  "n7-advanced-tube.ifc",
  "n8-arc-of-collinear-points.ifc",
  "n9-two-open-shells.ifc",
  "w01-line-end-in-token.ifc",
  "w02-comment-in-value.ifc",
  "w03-two-editions.ifc",
  "w04-zone-in-storey.ifc",
  "w05-units-of-forms.ifc",
  "w06-conductivity-ifc4.ifc",
  "w07-weight-named-volume.ifc",
  "w08-long-integers.ifc",
  "w09-separator-in-list-item.ifc",
  "w10-reference-to-layer-set.ifc",
  "w10-reference-to-moment.ifc",
  "w11-print-control.ifc",
  "w12-schema-ifc2x4-rc2.ifc",
  "w12-schema-ifc2x4.ifc"
])
const isTried = (file: string) => process.env["FAULTS"] === "all" || !open.has(file)

describe.skipIf(entries.length === 0)("the files of expected.json (FAULTS_DIR)", () => {
  const tried = entries.filter(([file]) => isTried(file))
  for (const [file] of entries) if (!isTried(file)) test.todo(`${file} is still wrong`, () => {})

  let service: ServiceProcess.ServiceProcess
  let context: Context

  beforeAll(async () => {
    service = await ServiceProcess.start()
    context = new Context(service.url, await service.token("ada"), null)
  })

  afterAll(() => service.stop())

  test.each(tried.map(([file, expected]) => [expected.fault, file, expected.title, expected] as const))(
    "%s %s: %s",
    async (_fault, file, _title, expected) => {
      const trial = await Trial.of(context, await Bun.file(join(folder, file)).bytes())
      if (expected.products !== undefined) await trial.products(expected.products)
      if (expected.details !== undefined || expected.unlisted !== undefined) {
        await trial.details(expected.details ?? {}, expected.unlisted)
      }
      if (expected.filters !== undefined) await trial.filters(expected.filters)
      if (expected.quantities !== undefined) await trial.quantities(expected.quantities)
      if (expected.computed !== undefined) await trial.computed(expected.computed, expected.tolerance)
      await compareLibraries(trial, expected)
      compareWarnings(trial, expected)
      const isEdited = expected.change ?? expected.delete ?? expected.export ?? expected.after
      if (isEdited !== undefined) await tryEdits(trial, expected)
      expect(trial.findings.lines).toEqual([])
    }
  )
})
