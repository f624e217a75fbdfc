import { playTour, showAround } from '../../../examples/tour/playTour.js'
import { hush } from '../../../examples/tour/print.js'
import { defineCommand } from '../command/Command.js'
import { untilStopped } from '../command/Context.js'
import { hasErrorCode, usageFailure } from '../failure/CommandFailure.js'
import { findAlias } from '../io/Host.js'
import { openApp, type ServedApp, serveApp } from './app/serveApp.js'

export const command = defineCommand({
  summary: 'walk through Holdfast on a local chain, with real transactions, then open the web application',
  details:
    'Three scenes, or all of them with --all. Afterwards chain, service and web application stay up to be played with, until Ctrl-C; no browser is opened. With --once it plays all scenes, fetches the page once, and ends. Exit code 0: every scene came out right, and the page has its headers.',
  options: [
    { flags: '--all', describes: 'play every scene before it stays up' },
    { flags: '--once', describes: 'play every scene, then end' },
  ],
  examples: [
    ['tour', 'three scenes, then a chain, a service and a page of your own'],
    ['tour --once --json', 'for a script: did everything come out right?'],
  ],
  result: {
    scenes: 'how many were played',
    failed: 'how many went wrong',
    appUrl: 'the web application that stays up; null with --once',
    rpcUrl: 'endpoint of the chain that stays up; null with --once',
    explorerApi: 'its explorer API; null with --once',
    serviceUrl: 'the service beside it; null with --once',
  },
  async run({ signal, terminal }, { options }) {
    const once = options.once === true
    if (options.quiet === true) hush()
    // 8780 and 8787 are for those that stay up.
    const app = await startApp(once ? 0 : 8780)
    try {
      const origins = [app.origin]
      const length = once || options.all === true ? 'whole' : 'short'
      const tour = await playTour({ servicePort: once ? 0 : 8787, origins, length, signal }).catch(explain)
      const { stage, scenes, failed } = tour
      const { primary, url } = stage.devnet
      app.settings = { devnet: url, service: stage.service.url, endpoint: null }
      const faults = await checkServedApp(app.origin)
      for (const fault of faults) terminal.say(terminal.paint.red(fault))
      const exit = failed === 0 && faults.length === 0 ? 'ok' : 'failed'
      const text = [`${scenes - failed} of ${scenes} scenes came out right.`, ...faults].join('\n')
      const stop = async () => {
        await app.close()
        await tour.stop()
      }
      if (once) {
        await stop()
        const gone = { appUrl: null, rpcUrl: null, explorerApi: null, serviceUrl: null }
        return { result: { scenes, failed, ...gone }, text, exit }
      }
      const { rpcUrl, explorerApi } = primary
      showAround(stage, { alias: findAlias(), app: app.origin })
      return {
        result: { scenes, failed, appUrl: app.origin, rpcUrl, explorerApi, serviceUrl: stage.service.url },
        text,
        exit,
        async stay() {
          await untilStopped(signal)
          await stop()
        },
      }
    } catch (error) {
      await app.close()
      throw error
    }
  },
})

/** On another port where that one is taken. */
async function startApp(port: number): Promise<ServedApp> {
  const page = await openApp()
  return serveApp(page, port).catch((error: unknown) => {
    if (port !== 0 && hasErrorCode(error, 'EADDRINUSE')) return serveApp(page, 0)
    throw error
  })
}

function explain(error: unknown): never {
  if (!hasErrorCode(error, 'EADDRINUSE')) throw error
  throw usageFailure('port_taken', 'The port 8787 is taken, which the service of the tour listens on.', [
    'End what listens there, or run: holdfast tour --once',
  ])
}

/**
 * Fetches the page once, as a browser would, and looks at what protects it.
 *
 * @returns One sentence for each fault; empty where there is none.
 */
async function checkServedApp(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/`)
  const html = await answer.text()
  const policy = answer.headers.get('content-security-policy') ?? ''
  const expected: readonly (readonly [string, boolean])[] = [
    [`answers with ${answer.status}`, answer.status === 200],
    ['is not a page of the application', html.includes('<div id="root">')],
    ['does not forbid everything by default', policy.startsWith("default-src 'none'")],
    ['may be framed by another site', policy.includes("frame-ancestors 'none'")],
    ['lets unsafe scripts or styles run', !policy.includes('unsafe-')],
    ['tells other sites where a visitor comes from', answer.headers.get('referrer-policy') === 'no-referrer'],
    ['lets a browser guess types', answer.headers.get('x-content-type-options') === 'nosniff'],
    ['may be kept by a cache', answer.headers.get('cache-control') === 'no-cache'],
  ]
  return expected.flatMap(([fault, isRight]) => (isRight ? [] : [`The page ${fault}.`]))
}
