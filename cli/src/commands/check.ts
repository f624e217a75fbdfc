import { writeFile } from 'node:fs/promises'
import { checkPayment, type RiskReport } from '@holdfast/sdk'
import { BRIDGE_CHAINS, chainIdOf } from '@holdfast/sdk/chain'
import { chooseBridgeChain } from '../chain/chooseChain.js'
import { defineCommand } from '../command/Command.js'
import { usageFailure } from '../failure/CommandFailure.js'
import { exitOfReport } from '../failure/exitOfReport.js'
import { readAddress } from '../input/readAddress.js'
import { readAmount } from '../input/readAmount.js'
import { toJson } from '../io/toJson.js'
import { describeReport } from '../risk/describeReport.js'
import { payerOptions } from '../risk/payerOptions.js'
import { readPayer } from '../wallet/findWallet.js'

export const command = defineCommand({
  summary: 'ask the firewall about a payment before it is made',
  details:
    'Exit code 0: safe. 3: block. 5: no finding, but a source did not answer. 8: warning. `send` ends with the same 3 and 5, and continues over a warning.\nWith --amount and --save, the report can be acknowledged for one payment within 15 minutes: `send --acknowledge <file>`.\nThe firewall reads the payments of the payer on every chain of the payment, and on every other chain for which the settings name an endpoint or an explorer. Saved contacts (`contacts`) and decisions (`pairs`) count.',
  wallet: 'names',
  positionals: [{ name: 'target', describes: 'address that would be paid' }],
  options: [
    { flags: '--from <address>', describes: 'address that would pay; by default the wallet’s' },
    { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
    { flags: '--amount <usdc>', describes: 'amount to be paid; an acknowledged report covers no more' },
    { flags: '--leaves-from <chain>', describes: 'chain the payment leaves; by default that of the settings' },
    { flags: '--arrives-on <chain>', describes: 'chain where the payment arrives, if it is another one' },
    { flags: '--save <file>', describes: 'write the report there, for `send --acknowledge`' },
  ],
  examples: [
    [
      'check 0x8617E340B3D01FA5F11F306F4090FD50E238070D --from 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'the verdict, and what it rests on',
    ],
    ['check 0x8617E340B3D01FA5F11F306F4090FD50E238070D --account 0 --json', 'for a script: `.result.level`'],
  ],
  result: {
    level: '`safe`, `warning` or `block`',
    complete: 'whether every source answered; if not, `level` is never `safe`',
    sender: 'address that would pay',
    target: 'address that would be paid',
    chainId: 'number',
    destinationChainId: 'number, where --arrives-on names another chain',
    amount: 'base units, where --amount was given',
    reasons: 'list of `code`, `message` and the facts of the rule, worst first',
    savedTo: 'file of the report, where --save was given',
  },
  async run(context, input) {
    const {
      positionals: [target],
      options,
    } = input
    const to = readAddress('target', target)
    const amount = options.amount === undefined ? undefined : readAmount('--amount', options.amount)
    const chainOf = (name: string, typed: string | undefined) =>
      typed === undefined ? undefined : BRIDGE_CHAINS[chooseBridgeChain(name, typed)].chainId
    const there = chainOf('--arrives-on', options.arrivesOn)
    const client = await context.openChain(chainOf('--leaves-from', options.leavesFrom))
    const chains = [
      { chainId: await chainIdOf(client), client },
      ...(there === undefined ? [] : [{ chainId: there, client: await context.openChain(there) }]),
    ]
    const from = await readPayer(context, options.from)
    const { terminal } = context
    const report = await terminal.during('reading the history of the payer', () =>
      checkPayment({ payer: from, payee: to, amount, chains }, payerOptions(context, input, from, chains)),
    )
    const { save } = options
    if (save !== undefined) await keep(save, context.pathOf(save), report)
    return {
      result: { ...report, ...(save !== undefined && { savedTo: save }) },
      text: describeReport(report, terminal.paint),
      exit: exitOfReport(report),
    }
  },
})

async function keep(file: string, path: string, report: RiskReport): Promise<void> {
  try {
    await writeFile(path, toJson(report), { mode: 0o600 })
  } catch {
    throw usageFailure('report_unwritable', `The report cannot be written to ${file}.`)
  }
}
