import { buildDossier, checkPayment, type Investigation } from '@holdfast/sdk'
import { requireDeployment } from '@holdfast/sdk/chain'
import type { Address } from 'viem'
import { chooseChain } from '../chain/chooseChain.js'
import { defineCommand, type Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { exitOfReport } from '../failure/exitOfReport.js'
import { readAddress } from '../input/readAddress.js'
import { writeAmount } from '../input/readAmount.js'
import { oneLine, type Paint, printable } from '../io/writeText.js'
import { describeReport } from '../risk/describeReport.js'
import { payerOptions } from '../risk/payerOptions.js'
import { readPayer } from '../wallet/findWallet.js'
import { openService } from './service/openService.js'

export const command = defineCommand({
  summary: 'show what is known about an address before it is paid, and a second opinion',
  details:
    'If the settings name a service, it is asked; it may also ask a language model, whose opinion can only be stricter than the rules. Otherwise rules and facts are read here. Exit codes as of `check`.',
  wallet: 'names',
  positionals: [{ name: 'target', describes: 'address that would be paid' }],
  options: [{ flags: '--from <address>', describes: 'address that would pay; by default the wallet’s' }],
  examples: [
    [
      'investigate 0x8617E340B3D01FA5F11F306F4090FD50E238070D --service https://pay.example.com --account 0',
      'rules, opinion and facts',
    ],
    ['investigate 0x8617E340B3D01FA5F11F306F4090FD50E238070D --account 0 --json', 'for a script: `.result.dossier`'],
  ],
  result: {
    sender: 'address that would pay',
    target: 'address that would be paid',
    rule: '`level` (`safe`, `warning` or `block`) and `reasons`, as of `check`',
    advisory: '`level`, `headline` and `points` of the second opinion; null where there is none',
    dossier:
      '`isContract`, `isDelegated`, `transactionCount`, `firstSeenAt` (ISO 8601), `usdcBalance` (base units), `nearMisses`, each null where it is not known, and `missing`: names of those; null where nothing could be gathered',
    deep: '`off`, `budget` or `ran`: whether the service asked its model',
  },
  async run(context, input) {
    const {
      positionals: [text],
      options,
    } = input
    const { settings, terminal, signal } = context
    const target = readAddress('target', text)
    const sender = await readPayer(context, options.from)
    const payment = { chainId: chooseChain(settings.chain.value ?? '').id, sender, target }
    const found =
      settings.service.value === undefined
        ? await terminal.during('reading what is known of both', () => investigateHere(context, input, payment))
        : await terminal.during('asking the service', () => openService(settings).investigate(payment, { signal }))
    const { rule, advisory, dossier } = found
    const report = { ...rule, sender, target, complete: true, checkedAt: new Date() }
    return {
      result: { sender, target, ...found },
      text: [
        describeReport(report, terminal.paint),
        ...(advisory === null ? [] : ['', terminal.paint.bold(`Second opinion: ${oneLine(advisory.headline)}`)]),
        ...(advisory?.points.map((point) => `  ${oneLine(point)}`) ?? []),
        '',
        ...describeDossier(dossier, terminal.paint),
      ].join('\n'),
      exit: exitOfReport({ level: advisory?.level ?? rule.level, reasons: rule.reasons }),
    }
  },
})

/** What the service would say that has no model. */
async function investigateHere(
  context: Context,
  input: Input,
  { chainId, sender, target }: { chainId: number; sender: Address; target: Address },
): Promise<Investigation> {
  const { signal } = context
  const client = await context.openChain()
  const chains = [{ chainId, client }]
  const given = payerOptions(context, input, sender, chains)
  const report = await checkPayment({ payer: sender, payee: target, chains }, given)
  const { provider } = given
  const { usdc } = requireDeployment(chainId)
  const dossier = await buildDossier(report, { publicClient: client, provider, usdcAddress: usdc, signal })
  const firstSeenAt = dossier.firstSeenAt === null ? null : new Date(dossier.firstSeenAt).toISOString()
  return {
    rule: { level: report.level, reasons: report.reasons },
    advisory: null,
    dossier: { ...dossier, firstSeenAt },
    deep: 'off',
  }
}

function describeDossier(dossier: Investigation['dossier'], paint: Paint): string[] {
  if (dossier === null) return [paint.yellow('No facts could be gathered.')]
  const { isContract, isDelegated, transactionCount, firstSeenAt, usdcBalance, nearMisses, missing } = dossier
  const kind = isContract ? 'a contract' : isDelegated ? 'an account that runs code' : 'an account'
  return [
    ...(isContract === null ? [] : [`is        ${kind}`]),
    ...(transactionCount === null ? [] : [`used      ${transactionCount} times at least`]),
    ...(firstSeenAt === null ? [] : [`since     ${printable(firstSeenAt)}`]),
    ...(usdcBalance === null ? [] : [`holds     ${writeAmount(usdcBalance)}`]),
    ...(nearMisses ?? []).map(
      ({ counterparty, sharedPrefix, sharedSuffix }) =>
        `resembles ${counterparty}, which was paid: ${sharedPrefix} and ${sharedSuffix} characters at the ends`,
    ),
    ...(missing.length === 0 ? [] : [paint.yellow(`Not known: ${printable(missing.join(', '))}.`)]),
  ]
}
