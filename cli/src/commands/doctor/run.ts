import { requireDeployment } from '@holdfast/sdk/chain'
import { chooseChain } from '../../chain/chooseChain.js'
import { applyEndpoints } from '../../chain/openChain.js'
import type { Run } from '../../command/Command.js'
import { checkClock } from '../../doctor/checkClock.js'
import { checkContracts } from '../../doctor/checkContracts.js'
import { checkEndpoints } from '../../doctor/checkEndpoints.js'
import { checkExplorer } from '../../doctor/checkExplorer.js'
import { checkService } from '../../doctor/checkService.js'
import { checkWallet } from '../../doctor/checkWallet.js'
import type { Finding } from '../../doctor/Finding.js'
import { readAddress } from '../../input/readAddress.js'
import type { Paint } from '../../io/paint.js'
import { oneLine } from '../../io/printable.js'
import { openService } from '../../service/openService.js'
import { findWallet } from '../../wallet/findWallet.js'

export const run: Run = async (context, { options }) => {
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
}

function describe({ check, subject, status, means, advice }: Finding, paint: Paint): string {
  const mark = { ok: paint.green('✓'), warning: paint.yellow('!'), failed: paint.red('✗') }[status]
  const next = advice === null ? '' : `\n    ${paint.dim(advice)}`
  return `${mark} ${check} ${oneLine(subject)} ${oneLine(means)}${next}`
}
