import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { METRICS } from './metricsTable.js'
import { isPublic } from './redact.js'
import type { Metrics } from './Telemetry.js'

/**
 * Creates the metrics: those of the table at once, others on first use. Bounded: a metric has a limited number of label
 * combinations, further ones are counted together, and a value that could be an address, an id or a secret never
 * becomes a label.
 *
 * @example
 * const metrics = createMetrics({ version: '1.0.0', commit: 'unknown' })
 * metrics.count('relay_resubmissions_total', { chain: '5042002', reason: 'slow' })
 */
export function createMetrics(build: createMetrics.Build): Metrics {
  const registry = new Registry()
  const metrics = new Map<string, Series>()

  function seriesOf(given: string, kind: Kind, labels: Labels | undefined): Series | undefined {
    const name = given.startsWith(prefix) ? given.slice(prefix.length) : given
    const known = metrics.get(name)
    if (known !== undefined) return known.kind === kind ? known : undefined
    if (metrics.size >= maxMetrics || !/^[a-z][a-z0-9_]{0,80}$/.test(name)) return undefined
    return register(name, kind, name, Object.keys(labels ?? {}))
  }

  function register(name: string, kind: Kind, help: string, labelNames: readonly string[]): Series {
    const options = { name: prefix + name, help, labelNames: [...labelNames], registers: [registry] }
    const series: Series = { kind, labelNames, children: new Map(), childOf: childrenOf(kind, options) }
    metrics.set(name, series)
    return series
  }

  for (const [name, { kind, labels, help }] of Object.entries(METRICS)) register(name, kind, help, labels)

  const write = (name: string, kind: Kind, value: number, labels: Labels | undefined) => {
    if (!Number.isFinite(value)) return
    const series = seriesOf(name, kind, labels)
    if (series !== undefined) childOf(series, labels)(value)
  }
  const created: Metrics = {
    registry,
    count: (name, labels, by = 1) => (by >= 0 ? write(name, 'counter', by, labels) : undefined),
    gauge: (name, value, labels) => write(name, 'gauge', value, labels),
    observe: (name, seconds, labels) => write(name, 'histogram', seconds, labels),
  }
  created.gauge('build_info', 1, { version: build.version, commit: build.commit })
  return created
}

export declare namespace createMetrics {
  type Build = { version: string; commit: string }
}

type Kind = 'counter' | 'gauge' | 'histogram'
type Labels = Readonly<Record<string, string>>
type Child = (value: number) => void
type Series = {
  kind: Kind
  labelNames: readonly string[]
  children: Map<string, Child>
  childOf: (labels: Labels) => Child
}

const prefix = 'holdfast_'
const maxMetrics = 200
/** Highest number of label combinations of a metric. */
const maxSeries = 400

function childrenOf(
  kind: Kind,
  options: { name: string; help: string; labelNames: string[]; registers: Registry[] },
): (labels: Labels) => Child {
  if (kind === 'counter') {
    const counter = new Counter(options)
    return (labels) => {
      const child = counter.labels(labels)
      return (value) => child.inc(value)
    }
  }
  if (kind === 'gauge') {
    const gauge = new Gauge(options)
    return (labels) => {
      const child = gauge.labels(labels)
      return (value) => child.set(value)
    }
  }
  const histogram = new Histogram({ ...options, buckets: bucketsSeconds })
  return (labels) => {
    const child = histogram.labels(labels)
    return (value) => child.observe(value)
  }
}

const bucketsSeconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60]

function childOf(series: Series, labels: Labels | undefined): Child {
  let key = ''
  for (const name of series.labelNames) key += `${labels?.[name] ?? ''}\n`
  const known = series.children.get(key)
  if (known !== undefined) return known
  const full = series.children.size >= maxSeries
  const clean = Object.fromEntries(
    series.labelNames.map((name) => [name, full ? 'other' : labelValue(labels?.[name] ?? '')]),
  )
  const child = series.childOf(clean)
  // Beyond the limit nothing is added, and all further combinations share one series.
  if (!full) series.children.set(key, child)
  return child
}

/** Labels are words, versions, paths, statuses; other, long or hex values are hidden. */
function labelValue(value: string): string {
  return /^[\w./+:-]{0,64}$/.test(value) && isPublic(value) && !/0x[0-9a-f]{8}/i.test(value) ? value : 'other'
}
