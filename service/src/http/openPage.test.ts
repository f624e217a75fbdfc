import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRATCH } from '@holdfast/testkit/scratch'
import { afterAll, describe, expect, test } from 'vitest'
import { startStage } from '../../test/httpStage.js'
import { openPage } from './openPage.js'
import { PageError } from './PageError.js'

const root = mkdtempSync(join(SCRATCH, 'holdfast-web-'))
const directory = join(root, 'public')
const policy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"
const script = `export const text = '${'long '.repeat(200)}'`
mkdirSync(join(directory, 'assets'), { recursive: true })
mkdirSync(`${directory}.hosts`)
writeFileSync(join(directory, 'index.html'), '<!doctype html><title>Holdfast</title>')
writeFileSync(join(directory, 'assets', 'a.js'), script)
writeFileSync(
  `${directory}.hosts/headers.json`,
  JSON.stringify({
    all: { 'Content-Security-Policy': policy },
    assets: { 'Cache-Control': 'immutable' },
    page: { 'Cache-Control': 'no-cache' },
  }),
)
writeFileSync(join(root, 'secret'), 'of the service')

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('openPage', () => {
  test('default: every file with the headers of its build, text compressed when the caller accepts it', async () => {
    const page = await openPage(directory)
    expect(page.find('/')?.headers).toMatchObject({
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
      'Content-Type': 'text/html; charset=utf-8',
    })
    expect(Buffer.from(page.find('/assets/a.js')?.body ?? []).toString()).toBe(script)
    const packed = page.find('/assets/a.js', 'gzip, br')
    expect(packed?.headers).toMatchObject({ 'Content-Encoding': 'br', 'Cache-Control': 'immutable' })
    expect(packed?.body.length).toBeLessThan(script.length)
    expect(page.find('/assets/a.js', 'gzip')?.headers).not.toHaveProperty('Content-Encoding')
  })

  test.each(['/../secret', '/assets/../../secret', '/%2e%2e/secret', '/assets', '', 'index.html'])(
    'behavior: %s is not a file of the page',
    async (path) => expect((await openPage(directory)).find(path)).toBeUndefined(),
  )

  test.each([
    ['that does not exist', join(root, 'other')],
    ['without headers', join(directory, 'assets')],
  ])('error: a folder %s', async (_, folder) => {
    await expect(openPage(folder)).rejects.toThrow(PageError)
  })
})

describe('the public listener with a page', () => {
  test('serves its files beside the routes, and leaves other paths to them', async () => {
    const { url, server } = await startStage({ server: { page: await openPage(directory) } })
    const ask = (path: string, method = 'GET') => fetch(url + path, { method })
    const page = await ask('/?from=elsewhere')
    expect([page.status, page.headers.get('content-security-policy')]).toEqual([200, policy])
    expect(await page.text()).toContain('Holdfast')
    expect(await (await ask('/assets/a.js')).text()).toBe(script)
    const head = await ask('/', 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await ask('/api/health')).headers.get('content-security-policy')).not.toBe(policy)
    expect((await ask('/assets/b.js')).status).toBe(404)
    expect((await ask('/', 'POST')).status).toBe(404)
    await server.close()
  })

  test('behavior: without a page, the root is not a route', async () => {
    const { url, server } = await startStage()
    expect((await fetch(url)).status).toBe(404)
    await server.close()
  })
})
