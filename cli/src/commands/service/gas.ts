import { chooseChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { openRelayer, relay } from './relay.js'

export const command = defineCommand({
  summary: 'have the relayer send a fresh address the gas for one transaction',
  details:
    'Once per address, and only for one that has sent nothing and has no code: for example a stealth address that must not be linked to the wallet. It costs the wallet nothing, so there is no confirmation.',
  positionals: [{ name: 'address', describes: 'address that receives it' }],
  options: [{ flags: '--timeout <seconds>', describes: 'how long to wait, 60 by default' }],
  examples: [['service gas 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'as much as one transaction takes']],
  result: {
    to: 'address',
    txHash: 'null where it has enough already',
    amount: 'base units that it was given',
    chainId: 'number',
  },
  async run(context, { positionals: [typed] }) {
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
  },
})
