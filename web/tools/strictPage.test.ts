import { describe, expect, test } from 'vitest'
import { closePage, hashOf, policyOf, writePolicy } from './strictPage.js'

const bytes = (text: string) => new TextEncoder().encode(text)
const page = `<!doctype html>
<html><head>
    <meta charset="utf-8">
    <script type="module" crossorigin src="./assets/main.js"></script>
    <link rel="modulepreload" crossorigin href="./assets/shared.js">
    <link rel="stylesheet" crossorigin href="./assets/main.css">
</head><body><!-- Of no use
    to a reader of the page. --></body></html>`
const files = {
  scripts: new Map([
    ['./assets/shared.js', bytes('export {}')],
    ['./assets/main.js', bytes('import "./shared.js"')],
    ['./assets/lazy.js', bytes('export const lazy = 1')],
  ]),
  styles: new Map([['./assets/main.css', bytes('@font-face{src:url(./mono.woff2)}\n/*$vite$:1*/\n')]]),
  connect: ['https://rpc.example'],
}

describe('closePage', () => {
  const closed = closePage(page, files)

  test('default: lists the hash of every script, lazy ones too, before the first module', () => {
    const [, map = ''] = /<script type="importmap">(.*?)<\/script>/.exec(closed) ?? []
    expect(JSON.parse(map)).toEqual({
      integrity: {
        './assets/lazy.js': hashOf('sha256', 'export const lazy = 1'),
        './assets/main.js': hashOf('sha256', 'import "./shared.js"'),
        './assets/shared.js': hashOf('sha256', 'export {}'),
      },
    })
    expect(closed.indexOf('importmap')).toBeLessThan(closed.indexOf('type="module"'))
    expect(policyOf(closed)).toContain(`script-src 'self' '${hashOf('sha256', map)}';`)
  })

  test('behavior: scripts and preloads of the page itself have their hash beside them', () => {
    expect(closed).toContain(`src="./assets/main.js" integrity="${hashOf('sha256', 'import "./shared.js"')}"`)
    expect(closed).toContain(`href="./assets/shared.js" integrity="${hashOf('sha256', 'export {}')}"`)
  })

  test('behavior: the style is inside, allowed by its hash, and names fonts from where the page is', () => {
    const css = '@font-face{src:url(./assets/mono.woff2)}'
    expect(closed).toContain(`<style>${css}</style>`)
    expect(closed).not.toMatch(/rel="stylesheet"|<!--|Of no use/)
    expect(policyOf(closed)).toContain(`style-src 'self' '${hashOf('sha256', css)}'`)
  })

  test('behavior: the policy is read before anything that it judges', () => {
    expect(closed.indexOf('Content-Security-Policy')).toBeLessThan(closed.indexOf('<style'))
  })

  test.each([
    ['a script inside the page', '<script>alert(1)</script>'],
    ['a style inside the page', '<style>a{}</style>'],
    ['a style of an element', '<p style="color:red"></p>'],
    ['a handler of an element', '<p onclick="x()"></p>'],
  ])('error: %s', (_, more) => {
    expect(() => closePage(page.replace('<body>', `<body>${more}`), files)).toThrow('its policy refuses')
  })

  test('error: a script that was not built', () => {
    expect(() => closePage(page.replaceAll('main.js', 'other.js'), files)).toThrow('was not built')
  })
})

test('the policy allows no unsafe source and no origin but those named', () => {
  const policy = writePolicy({ importMap: 'sha256-a', style: 'sha256-b', connect: ['https://rpc.example'] })
  expect(policy).not.toContain('unsafe')
  expect(policy.match(/https?:[^ ;]+/g)).toEqual(['https://rpc.example'])
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).toContain('; worker-src blob:;')
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types holdfast-worker")
})
