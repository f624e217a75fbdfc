import { writeFile } from 'node:fs/promises'
import { check, type RiskReport } from '@holdfast/sdk'
import type { Run } from '../../command/Command.js'
import { usageFailure } from '../../failure/CommandFailure.js'
import { readAddress, readAddresses } from '../../input/readAddress.js'
import { toJson } from '../../io/toJson.js'
import { describeReport } from '../../risk/describeReport.js'
import { exitOfReport } from '../../risk/exitOfReport.js'
import { readPayer } from '../../wallet/readPayer.js'

export const run: Run = async (context, { positionals: [target], options }) => {
  const to = readAddress('target', target)
  const contacts = readAddresses('--contact', options.contact)
  const client = await context.openChain()
  const from = await readPayer(context, options.from)
  const { terminal, signal } = context
  const report = await terminal.during('reading the history of the payer', () =>
    check(from, to, { client, contacts, signal }),
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
