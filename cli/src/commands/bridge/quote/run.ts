import { quoteBridge } from '@holdfast/sdk/bridge'
import { chainLabel } from '@holdfast/sdk/chain'
import { findShortfall } from '../../../bridge/findShortfall.js'
import { USUAL_TIME } from '../../../bridge/finishBridge.js'
import { readRoute } from '../../../bridge/readRoute.js'
import { issuerOptions } from '../../../chain/issuerOptions.js'
import type { Run } from '../../../command/Command.js'
import { readAmount, writeAmount } from '../../../input/readAmount.js'
import { findWallet } from '../../../wallet/findWallet.js'

export const run: Run = async (context, { positionals: [typed], options }) => {
  const { terminal, settings } = context
  const { paint } = terminal
  const { from, to, source } = readRoute(settings, options)
  const amount = readAmount('amount', typed)
  const quote = await terminal.during('asking the issuer for its fees', () =>
    quoteBridge({ from, to, amount, ...issuerOptions(context, 'attestation') }),
  )
  const wallet = await findWallet(context, await context.openChain(source.chainId))
  const payer = wallet?.walletClient.account.address ?? null
  const shortfall =
    wallet === undefined || payer === null ? null : await findShortfall(wallet.publicClient, { from, payer, ...quote })
  return {
    result: { from, to, ...quote, payer, shortfall },
    text: [
      `From ${chainLabel(from)} to ${chainLabel(to)}`,
      `  ${paint.dim('leaves ')}  ${writeAmount(quote.total)}`,
      `  ${paint.dim('fees   ')}  at most ${writeAmount(quote.maxFee)}; what they do not take arrives as well`,
      `  ${paint.dim('arrives')}  at least ${writeAmount(amount)}`,
      `  ${paint.dim('time   ')}  ${USUAL_TIME}`,
      ...(shortfall === null ? [] : [paint.yellow(shortfall.message), `  ${shortfall.advice}`]),
    ].join('\n'),
  }
}
