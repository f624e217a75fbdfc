import { chainIdOf } from '@holdfast/sdk/chain'
import { getBox } from '@holdfast/sdk/shield'
import { describeChain } from '../../chain/describeChain.js'
import { defineCommand } from '../../command/Command.js'
import { findAddress, readAddress } from '../../input/readAddress.js'
import { readMoment, writeMoment } from '../../input/readTime.js'
import { findHolder } from '../stealth/findHolder.js'
import { acceptOption, describeVeto, exitOfCosign, openCosigner } from './askCosigner.js'

export const command = defineCommand({
  summary: "choose whose payment history the service's co-signer uses when the target of a box pulls",
  details:
    '`box create --mode pull` does it by itself. For the owner of a pull box; a later binding replaces an earlier one. It is a signature and not a transaction, so it costs nothing.',
  wallet: 'signs',
  positionals: [{ name: 'box', describes: 'address of the box' }],
  options: [
    { flags: '--payer <address>', describes: "account whose history the firewall reads; by default the wallet's" },
    {
      flags: '--until <when>',
      describes: 'end of the binding: 12h, 30d, or 2027-01-31T12:00:00Z; by default that of the box',
    },
    acceptOption,
  ],
  examples: [['cosign bind 0x8617E340B3D01FA5F11F306F4090FD50E238070D', 'the target can pull while the owner is away']],
  result: {
    isBound: 'whether the co-signer has accepted it',
    box: 'address',
    cosigner: 'address',
    payer: 'account whose history the firewall reads',
    until: 'ISO 8601',
    chainId: 'number',
    veto: 'null where it has; else `code` and `reason`',
  },
  async run(context, { positionals: [typed], options }) {
    const account = readAddress('box', typed)
    const typedPayer = findAddress('--payer', options.payer)
    const accept = findAddress('--accept', options.accept)
    const clients = await context.openWallet()
    const { publicClient: client, walletClient } = clients
    const payer = typedPayer ?? walletClient.account.address
    const [chainId, box] = await Promise.all([chainIdOf(client), getBox(client, account)])
    const until = options.until === undefined ? box.expiry : readMoment('--until', options.until, box.now)
    const owner = await findHolder(context, clients, box, 'owner')
    const cosigner = await openCosigner(context, { chainId, owner })
    await context.confirm({
      does: `Let ${box.target} pull while the owner is away`,
      plan: { unplanned: 'it signs a text for the co-signer and moves no money' },
      facts: [
        ['box', account],
        ['payer', `${payer}: its history decides`],
        ['until', writeMoment(until)],
        ...(accept === undefined ? [] : [['accepts', `that ${box.target} resembles ${accept}`] as const]),
        ['co-signer', cosigner.address],
        ['chain', describeChain(chainId)],
      ],
    })
    const { terminal, signal } = context
    const answer = await terminal.during('binding the payer', () =>
      cosigner.bind({ account, chainId, payer, until, accept }, { signal }),
    )
    const { approved, ...veto } = answer
    const told = { box: account, cosigner: cosigner.address, payer, until: writeMoment(until), chainId }
    return {
      result: { isBound: approved, ...told, veto: approved ? null : veto },
      text: answer.approved ? `Bound until ${writeMoment(until)}.` : describeVeto(answer),
      exit: exitOfCosign(answer),
    }
  },
})
