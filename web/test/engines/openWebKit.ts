import { createServer } from 'node:net'
import { vi } from 'vitest'
import type { ServedPage } from '../servePage.js'
import type { Engine, Tab } from './Engine.js'
import { startProgram } from './startProgram.js'

/**
 * Starts the small browser of WebKitGTK on a virtual display, and drives it by WebDriver.
 *
 * @param served - Records what goes wrong in its page: WebDriver does not tell, and neither does the browser while it is driven.
 */
export async function openWebKit(served: Pick<ServedPage, 'record'>): Promise<Engine> {
  const complaints: string[] = []
  served.record((complaint) => void complaints.push(complaint))
  const display = await startProgram('Xvfb', {
    args: () => ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    ready: /^(\d+)$/,
  })
  const port = await freePort()
  const driver = await startProgram('WebKitWebDriver', {
    args: () => [`--port=${port}`],
    env: { DISPLAY: `:${display.said}` },
  })
  const close = async () => {
    await driver.stop()
    await display.stop()
  }
  try {
    const session = await newSession(`http://127.0.0.1:${port}`)
    return {
      complaints,
      async openTab() {
        // A tab of this browser stays hidden, and input to it is never answered.
        const { handle } = await session.send('POST', 'window/new', { type: 'window' })
        return tabOf(handle, session)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param driver - Base URL. */
async function newSession(driver: string): Promise<Session> {
  const isReady = () =>
    fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isReady, { timeout: 120_000, interval: 50 })
  const alwaysMatch = {
    unhandledPromptBehavior: 'accept',
    timeouts: { script: 100_000, pageLoad: 100_000 },
  }
  const { sessionId } = await send('POST', `${driver}/session`, { capabilities: { alwaysMatch } })
  return {
    front: undefined,
    send: (method, path, body) => send(method, `${driver}/session/${sessionId}/${path}`, body),
  }
}

/** One browser, and which of its tabs the commands are for. */
type Session = {
  front: string | undefined
  send: (method: string, path: string, body?: object) => Promise<Answer>
}

// biome-ignore lint/suspicious/noExplicitAny: each command of the standard answers in its own form.
type Answer = any

function tabOf(handle: string, session: Session): Tab {
  const post = async (path: string, body: object): Promise<Answer> => {
    if (session.front !== handle) await session.send('POST', 'window', { handle })
    session.front = handle
    return session.send('POST', path, body)
  }
  /** @param read - What is made of the result, in the page. */
  const call = async (asked: unknown, given: readonly unknown[], read: string): Promise<Answer> => {
    const script = `const done = arguments[arguments.length - 1];
      (async (given) => (${asked})(...JSON.parse(given)))(arguments[0]).then(
        (result) => done({ result: ${read} }), (error) => done({ error: String(error) }))`
    const { result, error } = await post('execute/async', { script, args: [JSON.stringify(given)] })
    if (error !== undefined) throw new Error(error)
    return result
  }
  return {
    goto: (url) => post('url', { url }),
    reload: () => post('refresh', {}),
    resize: async (width) => void (await post('window/rect', { width, height: 800 })),
    async run(asked, ...given) {
      const text = await call(asked, given, 'JSON.stringify(result)')
      return text === undefined || text === null ? undefined : JSON.parse(text)
    },
    find: async (asked, ...given) => (await call(asked, given, 'result')) ?? undefined,
    perform: (actions) => post('actions', { actions }),
  }
}

async function send(method: string, url: string, body?: object): Promise<Answer> {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value }: Answer = await answer.json()
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** The driver takes no port of its own choice. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}
