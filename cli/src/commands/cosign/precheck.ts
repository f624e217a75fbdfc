import { chooseChain } from '../../chain/chooseChain.js'
import { defineCommand } from '../../command/Command.js'
import { readAddress } from '../../input/readAddress.js'
import { readAmount } from '../../input/readAmount.js'
import { readPayer } from '../../wallet/findWallet.js'
import { describeVeto, exitOfCosign, openCosigner } from './askCosigner.js'

export const command = defineCommand({
  summary: "ask the service's co-signer whether it would sign a payment; nothing is signed",
  details: 'Exit code 0: it would. 3: the firewall blocks it. 4: another veto. 5: it did not answer.',
  wallet: 'names',
  positionals: [
    { name: 'target', describes: 'address that would be paid' },
    { name: 'amount', describes: 'in USDC' },
  ],
  options: [
    { flags: '--from <address>', describes: 'account whose history the firewall reads; by default the wallet’s' },
  ],
  examples: [['cosign precheck 0x8617E340B3D01FA5F11F306F4090FD50E238070D 25 --account 0', 'before a box is created']],
  result: {
    approved: 'whether it would sign',
    cosigner: 'its address',
    chainId: 'number',
    owner: 'account whose history the firewall read',
    target: 'address that would be paid',
    amount: 'base units',
    veto: 'null where it would; else `code`, `reason` in words, and `riskReasons`: rules of the firewall, if they are the reason',
  },
  async run(context, { positionals: [to, much], options }) {
    const { settings, terminal, signal } = context
    const target = readAddress('target', to)
    const amount = readAmount('amount', much)
    const chainId = chooseChain(settings.chain.value ?? '').id
    const cosigner = await openCosigner(context, { chainId })
    const owner = await readPayer(context, options.from)
    const answer = await terminal.during('asking the co-signer', () =>
      cosigner.precheck({ owner, target, amount }, { signal }),
    )
    const { approved, ...veto } = answer
    return {
      result: { approved, cosigner: cosigner.address, chainId, owner, target, amount, veto: approved ? null : veto },
      text: answer.approved ? 'Yes: the co-signer would sign it.' : describeVeto(answer),
      exit: exitOfCosign(answer),
    }
  },
})
