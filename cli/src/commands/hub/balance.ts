import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { DEPOSIT_CONFIRMATION_SECONDS, hubBalance, hubDeposits } from '@holdfast/sdk/hub'
import { issuerOptions } from '../../chain/endpoints.js'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { writeAmount } from '../../input/readAmount.js'
import { writeSpan } from '../../input/readTime.js'

export const command = defineCommand({
  summary: 'show what the Hub holds, by chain, and which deposits do not count yet',
  details: 'Each spend draws on the balance of one chain; funds on another chain cannot pay for it.',
  wallet: 'names',
  positionals: [
    { name: 'address', describes: 'account whose balance is shown; by default the wallet', isRequired: false },
  ],
  examples: [
    ['hub balance --account 0', 'by chain, and in all'],
    ['hub balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --json', 'for a script: `.result.byChain.Arc_Testnet`'],
  ],
  result: {
    address: 'whose balance',
    total: 'base units on all chains together',
    byChain: 'base units by name of the chain; what waits is not in it',
    deposits: 'list of `chain`, `txHash`, `amount` and `blockNumber` of deposits that are mined and do not count yet',
  },
  async run(context, { positionals: [typed] }) {
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
  },
})

const width = 'World Chain Sepolia'.length
