import { playAll } from './play.js'
import { bold, dim, fact, line, say } from './print.js'
import { scenes, shortScenes } from './scenes.js'
import { type Stage, setStage } from './stage.js'

/**
 * The guided tour of `holdfast tour`: a devnet and the service, scenes with real transactions, then both stay up to
 * play with until `stop`.
 *
 * @throws The reason of `signal`; then everything that was started has ended.
 */
export async function playTour({ servicePort, origins, length, signal }: TourOptions): Promise<Tour> {
  line()
  line(bold('Holdfast'))
  say('blocks USDC payments to lookalike addresses, holds payments until they are claimed, and refunds the rest.')
  line()
  line(dim('Starting a local chain that behaves like the primary one, and the service beside it …'))

  const stage = await setStage({ servicePort, origins })
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stage.stop()
    return stopping
  }
  const onAbort = () => void stop()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    signal.throwIfAborted()
    fact('Chain', stage.devnet.primary.rpcUrl)
    fact('Service', stage.service.url)
    await stage.showBalances(stage.alice, stage.bob, stage.mallory, stage.carol)
    const played = length === 'short' ? shortScenes : scenes
    const failed = await playAll(played, stage, signal)
    return { stage, scenes: played.length, failed, stop }
  } catch (error) {
    await stop()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** How the tour is played. */
type TourOptions = {
  /** Port of the service, or a free port when that is taken. */
  servicePort: number
  /** Origins of pages that may call the service. */
  origins: readonly string[]
  /** Every scene, or the three most important ones. */
  length: 'short' | 'whole'
  /** Ends the tour and everything it has started. */
  signal: AbortSignal
}

/** A finished tour; chain and service are still running. */
type Tour = {
  stage: Stage
  scenes: number
  /** How many scenes went wrong. */
  failed: number
  stop: () => Promise<void>
}

/**
 * Prints what can be tried.
 *
 * @param alias - What to run in another terminal before `holdfast` is found there, if anything.
 * @param app - URL of the web application.
 */
export function showAround(
  { devnet: { primary, controlUrl }, service, alice, bob, mallory }: Stage,
  { alias, app }: { alias: string | undefined; app: string },
): void {
  line()
  line(bold(`Open ${app} in a browser.`))
  say(
    'Without a wallet you are Alice, with 500 USDC of a chain that is yours alone. Let yourself be attacked, and see the firewall stop you.',
  )
  line()
  line(bold('The page, the chain and the service stay up. Ctrl-C ends them.'))
  fact('Page', app)
  fact('RPC', `${primary.rpcUrl} ${dim(`chain id ${primary.chainId}`)}`)
  fact('Explorer', primary.explorerUrl)
  fact('Explorer API', primary.explorerApi)
  fact('Faucet', primary.faucetUrl)
  fact('Faults', controlUrl)
  fact('Service', service.url)
  line()
  line(bold('Four things to try'))
  line('1. Fund any address:')
  line(`   curl -X POST ${primary.faucetUrl} -H 'content-type: application/json' -d '{"address":"${bob.address}"}'`)
  line("2. Read Alice's history as a wallet would:")
  line(`   curl ${primary.explorerApi}/addresses/${alice.address}/token-transfers`)
  line('3. Ask the service for its state, and the balance of its relayer:')
  if (alias !== undefined) line(`   ${alias}`)
  line(`   holdfast service health --service ${service.url}`)
  line('4. Ask the firewall about a payment of hers to Mallory:')
  line(`   holdfast check ${mallory.address} --from ${alice.address} \\`)
  line(`     --rpc ${primary.rpcUrl} --explorer ${primary.explorerApi}`)
  line()
}
