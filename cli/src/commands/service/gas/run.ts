import { chooseChain } from '../../../chain/chooseChain.js'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { openRelayer } from '../../../service/openRelayer.js'
import { relay } from '../../../service/relay.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const to = readAddress('address', typed)
  const chainId = chooseChain(context.settings.chain.value ?? '').id
  const { service } = await openRelayer(context)
  const { txHash, amount } = await relay(context, 'sending gas', (options) =>
    service.relayGas({ to, chainId }, options),
  )
  return {
    result: { to, txHash, amount, chainId },
    text:
      txHash === null
        ? `${to} has enough for a transaction.`
        : `${to} was given ${writeAmount(amount)}.\n  transaction  ${txHash}`,
  }
}
