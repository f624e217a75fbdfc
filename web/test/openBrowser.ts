import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import packed, { inflate } from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from 'playwright-core'
import type { TestContext } from 'vitest'

/** A page of the application in a real browser, and everything that the browser has complained about. */
export type OpenPage = {
  page: Page
  complaints: string[]
  /** Names a complaint that this page is expected to cause. Every other one fails the test when its pages are closed. */
  allow: (complaint: RegExp) => void
  /** Another tab of the same browser, whose complaints come with those of the first. */
  openTab: () => Promise<Page>
}

/** A browser for one test file. */
export type TestBrowser = {
  browser: Browser
  /** Motion JPEG that the browser shows as its camera, read when a page opens it. */
  camera: string
  /** A page with storage of its own. */
  open: (options?: BrowserContextOptions) => Promise<OpenPage>
  /**
   * After each test: closes every page, since one that stays open asks its node, and of a test that failed says what they showed.
   *
   * @throws Where a page has caused a complaint that it did not allow.
   */
  closePages: (context: TestContext) => Promise<void>
  /** @throws as `closePages`, of pages that are closed by it. */
  close: () => Promise<void>
}

/** What a browser itself writes about a request that fails, which no page can prevent. */
export const FAILED_REQUEST = /^console error: Failed to load resource/

/** Whether the packed Chromium runs here. */
export const hasBrowser = process.platform === 'linux' && process.arch === 'x64'

/** Starts the Chromium of the registry package, which is unpacked once for a machine. */
export async function openBrowser(): Promise<TestBrowser> {
  const home = await mkdtemp(join(tmpdir(), 'holdfast-browser-'))
  const camera = join(home, 'camera.mjpeg')
  const browser = await launchPacked(home, camera)
  /** What the tabs of each open context show, and which answers they wait for. */
  const descriptions = new Map<BrowserContext, () => Promise<string>>()
  /** Of every page since the last test, also of those that it has closed. */
  const judged: { complaints: readonly string[]; allowed: readonly RegExp[] }[] = []
  return {
    browser,
    camera,
    async open(options = {}) {
      const context = await browser.newContext({ locale: 'en-GB', ...options })
      const complaints: string[] = []
      const allowed: RegExp[] = []
      judged.push({ complaints, allowed })
      const waitsFor = new Set<Request>()
      context.on('request', (request) => void waitsFor.add(request))
      context.on('requestfinished', (request) => void waitsFor.delete(request))
      context.on('requestfailed', (request) => void waitsFor.delete(request))
      await context.exposeFunction('__violated', (text: string) => void complaints.push(`policy: ${text}`))
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          // Exposed above.
          Reflect.get(globalThis, '__violated')(`${violatedDirective} ${blockedURI}`),
        )
      })
      const openTab = async (): Promise<Page> => {
        const page = await context.newPage()
        // A busy machine takes its time.
        page.setDefaultTimeout(100_000)
        // A page that asks before it is left: the person leaves.
        page.on('dialog', (dialog) => void dialog.accept())
        page.on('console', (message) => {
          if (!isIssuerWaiting(message)) complaints.push(`console ${message.type()}: ${message.text()}`)
        })
        page.on('pageerror', (error) => void complaints.push(`error: ${error.message}`))
        return page
      }
      const describe = async (): Promise<string> => {
        const shown = await Promise.all(context.pages().map(describePage))
        return [...shown, ['Waits for:', ...[...waitsFor].map(nameOf)].join('\n  ')].join('\n\n')
      }
      descriptions.set(context, describe)
      context.on('close', () => void descriptions.delete(context))
      return { page: await openTab(), complaints, allow: (complaint) => void allowed.push(complaint), openTab }
    },
    async closePages({ task }) {
      const shown = task.result?.state === 'fail' ? [...descriptions.values()].map((describe) => describe()) : []
      const texts = await Promise.all(shown)
      await Promise.all(browser.contexts().map((context) => context.close()))
      const unexpected = judged.splice(0).flatMap(findUnexpected)
      // The runner reports it beside the failure.
      if (texts.length + unexpected.length > 0) throw new Error([...unexpected, ...texts].join('\n\n'))
    },
    async close() {
      await browser.close()
      const unexpected = judged.splice(0).flatMap(findUnexpected)
      await rm(home, { recursive: true, force: true })
      if (unexpected.length > 0) throw new Error(unexpected.join('\n\n'))
    },
  }
}

/** What the browser has complained about, except for what was allowed. */
function findUnexpected({
  complaints,
  allowed,
}: {
  complaints: readonly string[]
  allowed: readonly RegExp[]
}): string[] {
  return complaints.filter((text) => !allowed.some((one) => one.test(text)))
}

/** What a page shows, as assistive technology reads it: roles, names and states. */
async function describePage(page: Page): Promise<string> {
  const shown = await page.ariaSnapshot({ timeout: 5_000 }).catch((error: Error) => error.message)
  return [`The page at ${page.url()} shows:`, ...shown.split('\n')].join('\n  ')
}

/** The issuer answers 404 until it has seen a burn, and browsers report each such answer. */
function isIssuerWaiting(message: ConsoleMessage): boolean {
  return message.text().includes('status of 404') && message.location().url.includes('/v2/messages/')
}

/** A request as a person tells it from another: of the body only the methods, which have no secret. */
function nameOf(request: Request): string {
  const methods = request.postData()?.match(/"method":"\w+"/g) ?? []
  return [request.method(), request.url(), ...methods].join(' ')
}

/** @param camera - What the browser shows as its camera. */
async function launchPacked(home: string, camera: string): Promise<Browser> {
  const unpacked = await unpack()
  return chromium.launch({
    executablePath: join(unpacked, 'chromium'),
    env: {
      ...process.env,
      HOME: home,
      LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(unpacked, 'fonts'),
    },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
    ],
  })
}

/**
 * Unpacks the browser, once for a machine. It is unpacked beside its place and moved there, so that no other test finds half of it.
 *
 * @returns The folder that has it.
 */
async function unpack(): Promise<string> {
  const require = createRequire(import.meta.url)
  const packages = dirname(dirname(require.resolve('@sparticuz/chromium')))
  const { version } = require(join(packages, 'package.json'))
  const place = join(tmpdir(), `holdfast-chromium-${version}`)
  if (existsSync(place)) return place
  const beside = await mkdtemp(`${place}-`)
  const before = process.env.TMPDIR
  // Where the package unpacks to.
  process.env.TMPDIR = beside
  try {
    await inflate(join(packages, 'bin', 'al2023.tar.br'))
    await packed.executablePath()
    const fonts = `<fontconfig><dir>${join(place, 'fonts')}</dir><cachedir>${join(place, 'cache')}</cachedir></fontconfig>`
    await writeFile(join(beside, 'fonts', 'fonts.conf'), fonts)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  // Where another test was faster, its files are as good.
  await rename(beside, place).catch(() => rm(beside, { recursive: true, force: true }))
  return place
}
