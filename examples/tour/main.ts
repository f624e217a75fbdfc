/**
 * The guided tour behind `npm start`: a devnet and the service, twenty scenes with real transactions, then both to play with.
 *
 * The service listens on 8787, or on a free port where that is taken.
 *
 * `--once` ends after the scenes and leaves 8787 to others; the exit status tells whether every one came out right.
 */
import { playAll } from './play.js'
import { bold, dim, fact, line, say } from './print.js'
import { scenes } from './scenes.js'
import { setStage } from './stage.js'

const once = process.argv.includes('--once')

line()
line(bold('Holdfast'))
say('refuses the bad USDC payment, locks the good one, and returns what nobody claims.')
line()
line(dim('Starting a local chain that behaves like the primary one, and the service beside it …'))

const stage = await setStage({ servicePort: once ? 0 : 8787 })
let stopping = false
const stop = async (status: number) => {
  if (stopping) return
  stopping = true
  await stage.stop()
  process.exit(status)
}
process.on('SIGINT', () => void stop(130))
process.on('SIGTERM', () => void stop(143))

fact('Chain', stage.devnet.primary.rpcUrl)
fact('Service', stage.service.url)
await stage.showBalances(stage.alice, stage.bob, stage.mallory, stage.carol)

const failed = await playAll(scenes, stage)

if (once) await stop(failed === 0 ? 0 : 1)
else {
  const { primary, controlUrl } = stage.devnet
  line()
  line(bold('The chain and the service stay up. Ctrl-C ends them.'))
  fact('RPC', `${primary.rpcUrl} ${dim(`chain id ${primary.chainId}`)}`)
  fact('Explorer', primary.explorerUrl)
  fact('Explorer API', primary.explorerApi)
  fact('Faucet', primary.faucetUrl)
  fact('Faults', controlUrl)
  fact('Service', stage.service.url)
  line()
  line(bold('Four things to try'))
  line('1. Fund any address:')
  line(
    `   curl -X POST ${primary.faucetUrl} -H 'content-type: application/json' -d '{"address":"${stage.bob.address}"}'`,
  )
  line("2. Read Alice's history as a wallet would:")
  line(`   curl ${primary.explorerApi}/addresses/${stage.alice.address}/token-transfers`)
  line('3. Ask the service whether it serves, and what its relayer has left:')
  line(`   curl ${stage.service.url}/api/health`)
  line('4. Change an amount or an address in examples/tour/scenes.ts, and run the tour again.')
  line()
}
