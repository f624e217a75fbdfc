import { readFileSync } from 'node:fs'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Route, Router, Switch } from 'wouter'
import { hideCode, keepLink } from './hideCode.js'

const code = '7K3M9QXVAB2CDEFG'

function open(hash: string) {
  const replaced: unknown[] = []
  const link = hideCode({ hash }, { replaceState: (_, __, url) => void replaced.push(url) })
  return { link, replaced }
}

test.each([
  '',
  '#/',
  '#/claim',
  '#/claim/',
  '#/claim/5042002',
  '#/claim/5042002/41',
  '#/transfer/5042002/41',
  '#/payee/a',
])('%j stays as it is', (hash) => {
  expect(open(hash)).toEqual({ link: hash, replaced: [] })
})

test.each([
  [`#/claim/5042002/42/${code}`, '#/claim/5042002/42'],
  ['#/pay/5042002/42/c2VjcmV0', '#/pay/5042002/42'],
  [`#/claim/5042002/42/${code}/more`, '#/claim/5042002/42'],
  // Damaged on the way: the page refuses it.
  [`#/claim/5042002/${code}`, '#/claim/5042002'],
  [`#/claim/${code}`, '#/claim/'],
  [`#/pay/5042002/42?${code}`, '#/pay/5042002'],
])('the secret of %s leaves the address of the page', (hash, shown) => {
  expect(open(hash)).toEqual({ link: hash, replaced: [shown] })
})

test('the secret stays in memory for its own place alone', () => {
  open(`#/claim/5042002/42/${code}`)
  expect(open('#/claim/5042002/42').link).toBe(`#/claim/5042002/42/${code}`)
  expect(open('#/claim/5042002/43').link).toBe('#/claim/5042002/43')
})

test('a link that the page opens itself is never in its address', () => {
  expect(keepLink(`/pay/5042002/42/${code}`)).toBe('#/pay/5042002/42')
  expect(open('#/pay/5042002/42')).toEqual({ link: `#/pay/5042002/42/${code}`, replaced: [] })
})

describe('every spelling that a route accepts', () => {
  const app = readFileSync(new URL('App.tsx', import.meta.url), 'utf8')
  const routes = [...app.matchAll(/<Route path="(\/(?:claim|pay)\b[^"]*)"/g)].map(([, path]) => path ?? '')

  /** Whether the page shows the place of a link: by its routes, from what the hook of hash routes reads. */
  function isRouted(hash: string): boolean {
    const location = `/${hash.replace(/^#?\/?/, '')}`
    const inSwitch = { location, children: routes.map((path) => createElement(Route, { key: path, path }, 'shown')) }
    const inRouter = { ssrPath: '/', children: createElement(Switch, inSwitch) }
    return renderToString(createElement(Router, inRouter)) !== ''
  }

  const prefixes = ['#/', '#', '', '/', '#//', '##/', '#/./', '#%2F', '#/x/']
  const kinds = ['claim', 'pay', 'Claim', 'PAY', 'cl%61im', 'pay%20', 'payee']
  const rests = [`/5042002/42/${code}`, `//42/${code}`, `/${code}`, `/5042002/${code}/`, `/5042002/42/${code}?a#b`]
  const hashes = prefixes.flatMap((prefix) => kinds.flatMap((kind) => rests.map((rest) => prefix + kind + rest)))

  test('both kinds have a route', () => {
    expect(routes).toHaveLength(2)
  })

  test('is hidden', () => {
    const routed = hashes.filter(isRouted)
    expect(routed.length).toBeGreaterThan(kinds.length * rests.length)
    expect(routed.filter((hash) => keepLink(hash).includes(code))).toEqual([])
  })

  test('opens what it names', () => {
    for (const prefix of ['#/', '#'])
      for (const kind of ['claim', 'CLAIM'])
        expect(open(`${prefix}${kind}/5042002/42/${code}`).link).toBe(`#/claim/5042002/42/${code}`)
  })
})
