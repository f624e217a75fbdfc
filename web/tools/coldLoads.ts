import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { openBrowser, type TestBrowser } from '../test/openBrowser.js'
import { blockedTime, type Task } from './blockedTime.js'
import { CONTENT_TYPES } from './contentTypes.js'
import { headersOf } from './hostFiles.js'
import { policyOf } from './strictPage.js'

/** One load of a page by a browser that has never seen it. Times are milliseconds after the navigation. */
export type ColdLoad = {
  /** First contentful paint. */
  painted: number
  /** Largest contentful paint. */
  largest: number
  /** When the element that a person uses first is shown and the main thread is free. */
  interactive: number
  /** Total blocking time: what long tasks take over 50 ms each, from the first paint until then. */
  blocked: number
  /** Cumulative layout shift until then: the share of the screen that moved, times how far. */
  shifted: number
  /** Bytes over the network, headers included. */
  bytes: number
  requests: number
  /** Other hosts than its own that the page asks, which need not answer. */
  hosts: number
}

/** A page to load. */
export type Contender = { name: string; directory: string; path: string; ready: string }

/** The network and the processor of a mid-range phone, as Lighthouse throttles them. */
const phone = { latency: 150, throughput: 1_638_400 / 8, slowdown: 4 }

/**
 * Loads pages in turn, each time with an empty cache, on the throttled network and processor of a phone. All are served by one server
 * with brotli and the headers of a release.
 *
 * @returns The loads of each contender, by its name.
 */
export async function coldLoads(contenders: readonly Contender[], runs: number): Promise<Map<string, ColdLoad[]>> {
  const loads = new Map<string, ColdLoad[]>(contenders.map(({ name }) => [name, []]))
  const servers = new Map<string, Awaited<ReturnType<typeof serve>>>()
  const browser = await openBrowser()
  try {
    for (const { directory } of contenders) if (!servers.has(directory)) servers.set(directory, await serve(directory))
    for (let run = 0; run <= runs; run++)
      for (const { name, directory, path, ready } of contenders) {
        const load = await loadOnce(browser, `${servers.get(directory)?.origin}/${path}`, ready)
        // The first round warms the browser.
        if (run > 0) loads.get(name)?.push(load)
      }
  } finally {
    await browser.close()
    for (const { close } of servers.values()) close()
  }
  return loads
}

async function loadOnce({ browser }: TestBrowser, url: string, ready: string): Promise<ColdLoad> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, locale: 'en-GB' })
  try {
    const page = await context.newPage()
    // A busy machine takes its time, and the page gets a quarter of it.
    page.setDefaultTimeout(120_000)
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const { latency, throughput, slowdown } = phone
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    })
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    let [bytes, requests] = [0, 0]
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests++
    })
    const others = new Set<string>()
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (protocol.startsWith('http') && host !== new URL(url).host) others.add(host)
    })
    await page.addInitScript(watch, ready)
    await page.goto(url)
    await page.waitForFunction(() => Reflect.get(globalThis, '__load').interactive > 0)
    const { painted, largest, interactive, shifted, tasks }: Watched = await page.evaluate(() =>
      Reflect.get(globalThis, '__load'),
    )
    const blocked = blockedTime(tasks, painted, interactive)
    return { painted, largest, interactive, blocked, shifted, bytes, requests, hosts: others.size }
  } finally {
    await context.close()
  }
}

/** What the page is watched for; `interactive` is 0 until it is known. */
type Watched = Pick<ColdLoad, 'painted' | 'largest' | 'interactive' | 'shifted'> & { tasks: Task[] }

/** Runs in the page before anything of it: keeps what the browser says of paints, of what moves, and of tasks that hold up the thread. */
function watch(ready: string): void {
  const load: Watched = { painted: 0, largest: 0, interactive: 0, shifted: 0, tasks: [] }
  Reflect.set(globalThis, '__load', load)
  let lastBusy = 0
  let appeared = 0
  for (const type of ['paint', 'largest-contentful-paint', 'layout-shift', 'longtask'])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (entry.entryType === 'largest-contentful-paint') load.largest = entry.startTime
        // TypeScript does not know its value.
        else if (entry.entryType === 'layout-shift') load.shifted += Reflect.get(entry, 'value')
        else if (entry.name === 'first-contentful-paint') load.painted = entry.startTime
        else if (entry.entryType === 'longtask') {
          lastBusy = entry.startTime + entry.duration
          load.tasks.push({ start: entry.startTime, end: lastBusy })
        }
      }
    }).observe({ type, buffered: true })
  const timer = setInterval(() => {
    const now = performance.now()
    if (appeared === 0 && document.querySelector(ready) !== null) appeared = now
    // Two seconds without a long task, as Lighthouse has five.
    if (appeared === 0 || load.painted === 0 || now - Math.max(appeared, lastBusy) < 2_000) return
    clearInterval(timer)
    load.interactive = Math.max(appeared, lastBusy, load.painted)
  }, 25)
}

async function serve(directory: string): Promise<{ origin: string; close: () => void }> {
  const html = await readFile(join(directory, 'index.html'), 'utf8')
  const headers = html.includes('Content-Security-Policy') ? headersOf(policyOf(html)) : {}
  const packed = new Map<string, Promise<Buffer | undefined>>()
  const read = (path: string) => {
    const known = packed.get(path)
    if (known !== undefined) return known
    const asked = readFile(join(directory, path)).then(
      (bytes) => (path.endsWith('.woff2') ? bytes : brotliCompressSync(bytes)),
      () => undefined,
    )
    packed.set(path, asked)
    return asked
  }
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://page')
    const path = pathname === '/' ? 'index.html' : normalize(pathname).slice(1)
    const body = await read(path)
    if (body === undefined) return response.writeHead(404, headers).end()
    const encoding = path.endsWith('.woff2') ? {} : { 'Content-Encoding': 'br' }
    response.writeHead(200, { ...headers, ...encoding, 'Content-Type': CONTENT_TYPES[extname(path)] ?? 'text/plain' })
    return response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    // A server on a port has an address with it.
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
