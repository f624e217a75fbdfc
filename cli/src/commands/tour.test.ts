import { afterEach, expect, test, vi } from 'vitest'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { EXIT_CODES } from '../failure/exitCodes.js'

/** What the tour reports, and whether the page is served with its headers. */
const played = { scenes: 3, failed: 0 }
let headers: Record<string, string>

vi.mock('../../../examples/tour/playTour.js', () => ({
  showAround() {},
  playTour: async () => ({
    ...played,
    stage: { devnet: { primary: { rpcUrl: 'rpc', explorerApi: 'api' }, url: 'url' }, service: { url: 'service' } },
    stop: async () => {},
  }),
}))
vi.mock('./app/serveApp.js', () => ({
  openApp: async () => ({}),
  serveApp: async () => ({ origin: 'http://app', close: async () => {} }),
}))
afterEach(() => {
  vi.unstubAllGlobals()
})

async function run(options: object) {
  const { command } = await import('./tour.js')
  vi.stubGlobal('fetch', async () => new Response('<div id="root">', { headers }))
  const said: string[] = []
  const terminal = { say: (text: string) => said.push(text), paint: { red: (text: string) => text } }
  // Only these are used by it.
  const context = { signal: new AbortController().signal, terminal } as unknown as Context
  const { exit, result } = await command.run(context, { options, positionals: [], commands: [] } as unknown as Input)
  return { exit, result, said }
}
const right = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

test.each([{ once: true }, {}])('%o: ends without an error where every scene came out right', async (options) => {
  headers = right
  played.failed = 0
  expect(await run(options)).toMatchObject({ exit: 'ok', result: { scenes: 3, failed: 0 } })
})

test.each([{ once: true }, {}, { all: true }])('%o: ends with an error where a scene went wrong', async (options) => {
  headers = right
  played.failed = 1
  expect(await run(options)).toMatchObject({ exit: 'failed', result: { failed: 1 } })
})

test('ends with an error where the page lacks a header', async () => {
  headers = { ...right, 'cache-control': 'public' }
  played.failed = 0
  expect(await run({ once: true })).toMatchObject({ exit: 'failed', said: ['The page may be kept by a cache.'] })
})

test('that is an error to the shell', () => {
  expect(EXIT_CODES.failed.code).not.toBe(0)
})
