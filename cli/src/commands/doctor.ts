import { requireDeployment } from '@holdfast/sdk/chain'
import { chooseChain } from '../chain/chooseChain.js'
import { applyEndpoints } from '../chain/openChain.js'
import { defineCommand } from '../command/defineCommand.js'
import { readAddress } from '../input/readAddress.js'
import type { Paint } from '../io/paint.js'
import { oneLine } from '../io/printable.js'
import { findWallet } from '../wallet/findWallet.js'
import { checkClock } from './doctor/checkClock.js'
import { checkContracts } from './doctor/checkContracts.js'
import { checkEndpoints } from './doctor/checkEndpoints.js'
import { checkExplorer } from './doctor/checkExplorer.js'
import { checkService } from './doctor/checkService.js'
import { checkWallet } from './doctor/checkWallet.js'
import type { Finding } from './doctor/Finding.js'
import { openService } from './service/openService.js'

export const command = defineCommand({
  summary: 'diagnose your setup, and suggest a fix for each problem',
  details:
    'Asks the endpoints, the explorer and the contracts of the chain, compares the clocks, and checks the wallet and the service if they are named. Exit code 0: everything required works. 5: something required does not.',
  wallet: 'names',
  options: [{ flags: '--from <address>', describes: 'address whose balances are looked at; else that of the wallet' }],
  examples: [
    ['doctor', 'the public endpoints of the primary chain'],
    [
      'doctor --chain 84532 --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'another chain, and what a wallet has there',
    ],
    ['doctor --json', 'for a script: `.result.checks[] | select(.status != "ok")`'],
  ],
  result: {
    chainId: 'number',
    healthy: 'whether everything required works',
    checks:
      'list of `check` (endpoint, clock, explorer, contract, wallet or service), `subject` (a host, a name, an address), `status` (ok, warning or failed), `means`, `advice` (or null), and `facts` by name: amounts in base units, times in seconds',
  },
  async run(context, { options }) {
    const { settings, terminal, signal } = context
    const { id: chainId } = chooseChain(settings.chain.value ?? '')
    applyEndpoints(settings)
    const service = settings.service.value === undefined ? undefined : openService(settings)
    const now = Math.floor(Date.now() / 1_000)
    const endpoints = await terminal.during('asking the endpoints', () => checkEndpoints(chainId, now))
    const { client, newestBlockAt } = endpoints
    const { from } = options
    const wallet =
      from === undefined
        ? client && (await findWallet(context))?.walletClient.account.address
        : readAddress('--from', from)
    const others = await terminal.during('reading explorer, contracts and balances', () =>
      Promise.all([
        newestBlockAt === undefined ? [] : checkClock(newestBlockAt, now),
        client === undefined ? [] : checkExplorer(client, chainId, signal),
        client === undefined ? [] : checkContracts(client, chainId),
        client === undefined || wallet === undefined ? [] : checkWallet(client, chainId, wallet),
        service === undefined ? [] : checkService(service, signal),
      ]),
    )
    const checks = [...endpoints.findings, ...others.flat()]
    const healthy = checks.every(({ status }) => status !== 'failed')
    const { name } = requireDeployment(chainId)
    return {
      result: { chainId, healthy, checks },
      text: [
        terminal.paint.bold(`${name} (${chainId})`),
        ...checks.map((finding) => describe(finding, terminal.paint)),
        healthy ? 'All that is needed works.' : terminal.paint.red('Something that is needed does not work.'),
      ].join('\n'),
      exit: healthy ? 'ok' : 'unavailable',
    }
  },
})

function describe({ check, subject, status, means, advice }: Finding, paint: Paint): string {
  const mark = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') }[status]
  const next = advice === null ? '' : `\n    ${paint.dim(advice)}`
  return `${mark} ${check} ${oneLine(subject)} ${oneLine(means)}${next}`
}
