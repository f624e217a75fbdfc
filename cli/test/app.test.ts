import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningScript, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let user: User

beforeAll(async () => {
  stage = await startCliStage()
  user = await stage.user()
})
afterAll(() => stage?.stop())

/** Serves the page, does the work, and presses Ctrl-C. */
async function withApp(args: string, work: (url: string) => Promise<void>): Promise<void> {
  let working: Promise<void> | undefined
  const { code } = await user.spawn(`app --port 0 ${args}`, {
    env: { HOLDFAST_RPC_URL: '', HOLDFAST_EXPLORER_API: '' },
    onStart: (child) => {
      working = hearUrl(child)
        .then(work)
        .finally(() => child.kill('SIGINT'))
      // The end of the process waits for it.
      working.catch(() => undefined)
    },
  })
  await working
  expect(code).toBe(0)
}

async function hearUrl(child: RunningScript): Promise<string> {
  for (;;) {
    const [line] = /^\{"command".*\}$/m.exec(child.said()) ?? []
    if (line !== undefined) return JSON.parse(line).result.url
    await wait(20)
  }
}

/** A request as a program can make it, which chooses its own host and origin. */
function ask(url: string, headers: Record<string, string>, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

test('app: the page with its headers and settings, for this machine alone', async () => {
  await withApp(`--devnet ${stage.devnet.url} --service http://127.0.0.1:8787`, async (url) => {
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
    const html = await page.text()
    const [, script = ''] = /src="\.(\/assets\/[^"]+\.js)"/.exec(html) ?? []
    const loaded = await fetch(url + script)
    expect([loaded.status, loaded.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
    const told = await fetch(`${url}/settings.json`)
    expect(told.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(await told.json()).toEqual({ devnet: stage.devnet.url, service: 'http://127.0.0.1:8787', endpoint: null })
    const { host } = new URL(url)
    expect(await ask(url, { host: 'thief.example' })).toBe(421)
    expect(await ask(url, { host, origin: 'https://thief.example' })).toBe(403)
    expect(await ask(url, { host, origin: url })).toBe(200)
    expect(await ask(url, { host }, 'POST')).toBe(405)
    expect(await ask(`${url}/../package.json`, { host })).toBe(404)
  })
})

test('app: every file has every header of its build, and an answer without a file has them as well', async () => {
  const directory = join(dirname(stage.bin), 'app')
  const { all, assets, page } = JSON.parse(readFileSync(`${directory}.hosts/headers.json`, 'utf8'))
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
  expect(files.length).toBeGreaterThan(30)
  expect(Object.keys(all)).toHaveLength(5)
  await withApp('', async (url) => {
    const faultsOf = async (path: string, expected: Record<string, string>) => {
      const { headers } = await fetch(`${url}/${path}`)
      return Object.entries(expected).flatMap(([name, value]) =>
        headers.get(name) === value ? [] : [`${path}: ${name} is ${headers.get(name)}`],
      )
    }
    const cached = (path: string) => (path.startsWith('assets/') ? assets : page)
    const found = await Promise.all(files.map((path) => faultsOf(path, { ...all, ...cached(path) })))
    expect(found.flat()).toEqual([])
    expect(await faultsOf('no-such-file', all)).toEqual([])
    expect(await faultsOf('settings.json', all)).toEqual([])
  })
})

test('error: a page that is not there, a devnet and an endpoint that the page may not ask, a port that is taken', async () => {
  const { port } = new URL(stage.devnet.url)
  for (const [words, code] of [
    ['--page .', 'no_page'],
    ['--devnet https://devnet.example', 'invalid_url'],
    ['--rpc https://rpc.example', 'invalid_url'],
    ['--service https://pay.example', 'invalid_url'],
    [`--rpc http://127.0.0.1:1 --explorer none --port ${port} --page ${join(dirname(stage.bin), 'app')}`, 'port_taken'],
  ] as const) {
    const ended = await user.script(`app ${words}`)
    expect([ended.code, ended.json.error.code], words).toEqual([2, code])
  }
})
