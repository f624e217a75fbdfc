import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { DEPOSIT_CONFIRMATION_SECONDS, hubBalance, hubDeposits } from '@holdfast/sdk/hub'
import { issuerOptions } from '../../../chain/issuerOptions.js'
import type { Run } from '../../../command/Command.js'
import { readAddress } from '../../../input/readAddress.js'
import { writeAmount } from '../../../input/readAmount.js'
import { writeSpan } from '../../../input/readSpan.js'

export const run: Run = async (context, { positionals: [typed] }) => {
  const { terminal } = context
  const { paint } = terminal
  const address =
    typed === undefined ? (await context.openWallet()).walletClient.account.address : readAddress('address', typed)
  const asked = { depositor: address, ...issuerOptions(context, 'hub') }
  const [{ total, byChain }, deposits] = await terminal.during('asking the Hub', () =>
    Promise.all([hubBalance(asked), hubDeposits(asked)]),
  )
  const chains = Object.entries(byChain).filter(([, balance]) => balance > 0n)
  const row = (label: string, value: string) => `  ${paint.dim(label.padEnd(width))}  ${value}`
  return {
    result: { address, total, byChain, deposits },
    text: [
      paint.bold(`${writeAmount(total)} of ${address}`),
      // Object.entries types names as text.
      ...chains.map(([name, balance]) => row(chainLabel(name as BridgeChainName), writeAmount(balance))),
      ...deposits.map(({ chain, amount, txHash }) => {
        const after = writeSpan(DEPOSIT_CONFIRMATION_SECONDS[chain])
        return row(chainLabel(chain), `${writeAmount(amount)} on their way, about ${after} from ${txHash}`)
      }),
    ].join('\n'),
  }
}

const width = 'World Chain Sepolia'.length
