import { writeFile } from 'node:fs/promises'
import { checkPayment, type RiskReport } from '@holdfast/sdk'
import { BRIDGE_CHAINS, chainIdOf } from '@holdfast/sdk/chain'
import { chooseBridgeChain } from '../../chain/chooseBridgeChain.js'
import type { Run } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { exitOfReport } from '../../failure/exitOfReport.js'
import { readAddress } from '../../input/readAddress.js'
import { readAmount } from '../../input/readAmount.js'
import { toJson } from '../../io/toJson.js'
import { describeReport } from '../../risk/describeReport.js'
import { payerOptions } from '../../risk/payerOptions.js'
import { readPayer } from '../../wallet/readPayer.js'

export const run: Run = async (context, input) => {
  const {
    positionals: [target],
    options,
  } = input
  const to = readAddress('target', target)
  const amount = options.amount === undefined ? undefined : readAmount('--amount', options.amount)
  const chainOf = (name: string, typed: string | true | undefined) =>
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
  if (typeof save === 'string') await keep(save, context.pathOf(save), report)
  return {
    result: { ...report, ...(typeof save === 'string' && { savedTo: save }) },
    text: describeReport(report, terminal.paint),
    exit: exitOfReport(report),
  }
}

async function keep(file: string, path: string, report: RiskReport): Promise<void> {
  try {
    await writeFile(path, toJson(report), { mode: 0o600 })
  } catch {
    throw usageFailure('report_unwritable', `The report cannot be written to ${file}.`)
  }
}
