import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { API_REQUEST_HEADERS, PROBLEMS } from '@holdfast/sdk/wire'
import { describe, expect, test } from 'vitest'
import { planners } from '../service/src/relay/operations/planners.js'
import { METRICS } from '../service/src/telemetry/metricsTable.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}/${path}`, 'utf8')

/** The rows of the table whose first column has this heading, as cells without back quotes. */
function table(text: string, heading: string): string[][] {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  if (start < 0) throw new Error(`There is no table "${heading}".`)
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  const cells = (line: string) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim().replaceAll('`', ''))
  return lines.slice(start + 2, start + length).map((line) => cells(line.replaceAll('| |', '|  |')))
}

describe('the table of what a stranger can make the service spend', () => {
  const security = read('SECURITY.md')

  test('has every route that works for a caller, with the gas of its plan', () => {
    const { paths } = JSON.parse(read('service/openapi.json'))
    const posts = Object.keys(paths).filter((path) => 'post' in paths[path])
    const rows = table(security, 'request')
    expect(rows.map(([request]) => request)).toEqual(posts.map((path) => `POST ${path}`).toSorted())
    const gasOf = (route: string) => {
      const cost = rows.find(([request]) => request === `POST /api/${route}`)?.[1] ?? ''
      return BigInt(/([0-9,]+) gas/.exec(cost)?.[1]?.replaceAll(',', '') ?? 0)
    }
    expect(gasOf('gasless-claim')).toBe(planners.claim.gasMax)
    expect(gasOf('relay/announce')).toBe(planners.announce.gasMax)
    expect(gasOf('relay/create')).toBe(planners.create.gasMax)
    expect(gasOf('relay/gas')).toBe(planners.gas.gasMax)
  })

  test('has the measured gas of a pull and of its box', () => {
    const gas = JSON.parse(read('contracts/gas-snapshot.shield.json'))
    const [row = []] = table(security, 'a box that the keeper pulls from')
    for (const name of ['pull, first', 'pull, next', 'createAccount, pull'])
      expect(row.join()).toContain(gas[name].toLocaleString('en'))
  })

  test('has every lease', () => {
    const sources = globSync('service/src/**/*.ts', { cwd: root }).filter((path) => !/\.(?:test|fuzz)\.ts$/.test(path))
    const names = sources.flatMap((path) =>
      Array.from(read(path).matchAll(/(?:leaseName: |acquireLease\([^`)]*)`([a-z]+):/g), ([, name]) => name),
    )
    expect(table(security, 'lease').map(([name]) => name?.split(':')[0])).toEqual(
      expect.arrayContaining([...new Set(names)]),
    )
    expect(new Set(names).size).toBe(3)
  })
})

describe("the integrator's guide", () => {
  const guide = read('docs/service.md')

  test('has every problem with its status, and whether it helps to ask again', () => {
    const told = table(guide, 'code').map(([code, status, again]) => [code, Number(status), again === 'yes'])
    expect(told).toEqual(Object.entries(PROBLEMS).map(([code, { status, retryable }]) => [code, status, retryable]))
  })

  test('has the headers of a signed request', () => {
    expect(table(guide, 'header').map(([name]) => name)).toEqual(Object.values(API_REQUEST_HEADERS))
  })

  test('has the ten routes, and which of them are signed', () => {
    const routes = ['getHealth', 'getCosign', 'postCosign', 'getVerifiedRecipients', 'getAnnouncements']
    const signed = ['postGaslessClaim', 'postRelayCreate', 'postRelayAnnounce', 'postRelayGas']
    const inCode = [...routes, ...signed, 'postInvestigate'].map((name) => {
      const source = read(`service/src/routes/${name}.ts`)
      const of = (field: string) => new RegExp(`^    ${field}: '?([^',]+)'?,$`, 'm').exec(source)?.[1]
      return [`${of('method')} ${of('path')}`, of('signed') === 'true' ? 'yes' : '']
    })
    expect(table(guide, 'route').map((row) => row.slice(0, 2))).toEqual(inCode)
  })
})

describe("the operator's guide", () => {
  const guide = read('docs/operating.md')
  const rules = read('service/ops/alerts.yml')

  test('explains every alert', () => {
    const alerts = Array.from(rules.matchAll(/- alert: (\w+)/g), ([, name]) => name)
    expect(alerts.length).toBeGreaterThan(10)
    expect(table(guide, 'alert').map(([name]) => name)).toEqual(alerts)
  })

  test('alerts on nothing that is not counted', () => {
    const counted = globSync('service/src/**/*.ts', { cwd: root }).flatMap((path) =>
      Array.from(read(path).matchAll(/\.(?:count|gauge|observe)\(\s*'(\w+)'/g), ([, name]) => name),
    )
    const asked = Array.from(rules.matchAll(/holdfast_(\w+?)(?:_bucket|_count)?\b/g), ([, name = '']) => name)
    expect([...new Set(asked)].filter((name) => !counted.includes(name))).toEqual([])
  })

  test('has every metric with its kind and its labels', () => {
    const [, metrics = ''] = guide.split('## Metrics')
    const told = table(metrics, 'name').flatMap(([names = '', kind, labels = '']) =>
      names.split(', ').map((name) => [name, kind, labels]),
    )
    expect(told).toEqual(Object.entries(METRICS).map(([name, { kind, labels }]) => [name, kind, labels.join(', ')]))
  })
})
