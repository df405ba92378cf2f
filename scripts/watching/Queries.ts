import { readFileSync } from "node:fs"
import { join } from "node:path"

const deploy = join(import.meta.dir, "../../deploy")

export const files = {
  dashboard: join(deploy, "grafana/plinth.json"),
  rules: join(deploy, "prometheus/rules.yaml"),
  rulesTest: join(deploy, "prometheus/rules.test.yaml")
}

/** A query of the dashboard or of a rule, and its location. */
export interface Query {
  readonly place: string
  readonly expr: string
}

interface Panel {
  readonly title: string
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}
interface Rules {
  readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<{ readonly alert: string; readonly expr: string }> }>
}
interface RuleTests {
  readonly tests: ReadonlyArray<{
    readonly alert_rule_test: ReadonlyArray<{
      readonly alertname: string
      readonly exp_alerts?: ReadonlyArray<unknown>
    }>
  }>
}

const read = (path: string): string => readFileSync(path, "utf8")

/** Returns the queries that Grafana sends for every process over five minutes. */
export const ofDashboard = (): ReadonlyArray<Query> =>
  (JSON.parse(read(files.dashboard)) as { readonly panels: ReadonlyArray<Panel> }).panels.flatMap(
    ({ targets = [], title }) =>
      targets.map(({ expr }) => ({
        place: title,
        expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*")
      }))
  )

export const ofRules = (): ReadonlyArray<Query> =>
  (Bun.YAML.parse(read(files.rules)) as Rules).groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, expr }) => ({ place: alert, expr }))

/** Returns the alerts that are tested: those that must fire, or those that must be silent. */
export const tested = (fires: boolean): ReadonlySet<string> =>
  new Set(
    (Bun.YAML.parse(read(files.rulesTest)) as RuleTests).tests
      .flatMap((one) => one.alert_rule_test)
      .filter(({ exp_alerts = [] }) => exp_alerts.length > 0 === fires)
      .map(({ alertname }) => alertname)
  )

/** Names of labels that are not selected, and durations. */
const aside = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)|\[[^\]]*\]/gi
/** Matches a text, or a name with its label matchers, either of which may be missing. A function does not match. */
const part =
  /"(?:[^"\\]|\\.)*"|(?<![\w:.])(?:[a-z_:][\w:]*)?(?:\{(?:"(?:[^"\\]|\\.)*"|[^}"])*\}|(?<=[\w:])(?![\w:]|\s*\())/gi
const words = new Set(["and", "or", "unless", "bool", "offset", "atan2", "inf", "nan"])

/** Returns the series that a query selects, each with its labels. */
export const selectorsOf = ({ expr }: Query): ReadonlyArray<string> =>
  Array.from(expr.replaceAll(aside, " ").matchAll(part), ([one]) => one).filter(
    (one) => !one.startsWith('"') && !words.has(one.toLowerCase())
  )

/** Returns the metrics in a text of `/metrics`, and the metrics of the scraping itself. */
export const metricsOf = (text: string): ReadonlySet<string> => {
  const names = new Set(["up"])
  for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    for (const end of type === "histogram" ? ["_bucket", "_sum", "_count"] : [""]) names.add(`${name!}${end}`)
  }
  return names
}
