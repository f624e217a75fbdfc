import { join } from 'node:path'
import type { Engine, Tab } from './Engine.js'
import { startProgram } from './startProgram.js'

/** Starts Firefox without a window, and drives it by WebDriver BiDi. */
export async function openFirefox(): Promise<Engine> {
  const firefox = await startProgram('firefox-esr', {
    args: (home) => ['--headless', '--no-remote', '--profile', home, '--remote-debugging-port=0'],
    ready: /^WebDriver BiDi listening on (ws:.*)$/,
  })
  const complaints: string[] = []
  try {
    const { send, close } = await connect(`${firefox.said}/session`, ({ method, params }) => {
      if (method === 'log.entryAdded') complaints.push(`console ${params.level}: ${params.text}`)
      if (method === 'script.message') complaints.push(`policy: ${params.data.value}`)
    })
    const unhandledPromptBehavior = { default: 'accept', beforeUnload: 'accept' }
    await send('session.new', { capabilities: { alwaysMatch: { unhandledPromptBehavior } } })
    await send('session.subscribe', { events: ['log.entryAdded', 'script.message'] })
    await send('script.addPreloadScript', { functionDeclaration: String(tellViolations), arguments: [channel] })
    return {
      complaints,
      downloads: join(firefox.home, 'Downloads'),
      async openTab() {
        const { context } = await send('browsingContext.create', { type: 'tab' })
        return tabOf(context, send)
      },
      async close() {
        close()
        await firefox.stop()
      },
    }
  } catch (error) {
    await firefox.stop()
    throw error
  }
}

/** Runs in each page before its own scripts. */
function tellViolations(tell: (text: string) => void): void {
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    tell(`${violatedDirective} ${blockedURI}`),
  )
}

const channel = { type: 'channel', value: { channel: 'violations' } }

type Send = (method: string, params: object) => Promise<Answer>

// biome-ignore lint/suspicious/noExplicitAny: each command of the standard answers in its own form.
type Answer = any

function tabOf(context: string, send: Send): Tab {
  const call = async (functionDeclaration: string, given: readonly unknown[]): Promise<Answer> => {
    const { type, result, exceptionDetails } = await send('script.callFunction', {
      functionDeclaration,
      arguments: [{ type: 'string', value: JSON.stringify(given) }],
      awaitPromise: true,
      target: { context },
    })
    if (type !== 'success') throw new Error(exceptionDetails.text)
    return result
  }
  return {
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    resize: async (width) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height: 800 } })),
    async run(asked, ...given) {
      const { value } = await call(`async (given) => JSON.stringify(await (${asked})(...JSON.parse(given)))`, given)
      return value === undefined ? undefined : JSON.parse(value)
    },
    async find(asked, ...given) {
      const { sharedId } = await call(`(given) => (${asked})(...JSON.parse(given))`, given)
      return sharedId === undefined ? undefined : { type: 'element', element: { sharedId } }
    },
    async perform(actions) {
      // Keys go to the tab in front.
      await send('browsingContext.activate', { context })
      await send('input.performActions', { context, actions })
    },
  }
}

/** Opens a connection of WebDriver BiDi. */
async function connect(
  url: string,
  onEvent: (event: { method: string; params: Answer }) => void,
): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>()
  let asked = 0
  socket.addEventListener('message', ({ data }) => {
    const message: Answer = JSON.parse(String(data))
    if (message.type === 'event') return onEvent(message)
    const command = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.type === 'success') return command?.resolve(message.result)
    command?.reject(new Error(`${message.error}: ${message.message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser has ended.'))
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`${url} does not answer.`)))
  })
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        asked += 1
        waiting.set(asked, { resolve, reject })
        socket.send(JSON.stringify({ id: asked, method, params }))
      }),
    close: () => socket.close(),
  }
}
