import { writeFile } from 'node:fs/promises'
import { check, type RiskReport } from '@holdfast/sdk'
import type { Run } from '../../command/Command.js'
import { readAddress, readAddresses } from '../../input/readAddress.js'
import { toJson } from '../../io/toJson.js'
import { describeReport } from '../../risk/describeReport.js'

export const run: Run = async (context, { positionals: [target], options }) => {
  const to = readAddress('target', target)
  const contacts = readAddresses('--contact', options.contact)
  const client = await context.openChain()
  const from =
    typeof options.from === 'string'
      ? readAddress('--from', options.from)
      : (await context.openWallet()).walletClient.account.address
  const { terminal, signal } = context
  const report = await terminal.during('reading the history of the payer', () =>
    check(from, to, { client, contacts, signal }),
  )
  if (typeof options.save === 'string') await writeFile(options.save, toJson(report), { mode: 0o600 })
  return {
    result: { ...withoutClock(report), ...(typeof options.save === 'string' && { savedTo: options.save }) },
    text: describeReport(report, terminal.paint),
    exit: exitOf(report),
  }
}

function exitOf({ level, complete }: RiskReport) {
  if (level === 'safe') return 'ok'
  return level === 'block' || complete ? 'blocked' : 'unavailable'
}

function withoutClock({ checkedAt, ...report }: RiskReport) {
  return { ...report, checkedAt: checkedAt.toISOString() }
}
