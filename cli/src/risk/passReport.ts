import { acknowledgementCovers, type RiskAcknowledgement, shouldBlockSend } from '@holdfast/sdk'
import { bridgeChainByChainId, chainLabel } from '@holdfast/sdk/chain'
import { RiskBlockedError, type RiskReport } from '@holdfast/sdk/errors'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import type { Option } from '../command/Option.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { describeReport } from './describeReport.js'
import { readAcknowledgement } from './readAcknowledgement.js'
import { isTyped, middleOf, withDots } from './typedMiddle.js'

/** What became of a report. */
export type Decided = {
  /** The decision of a person, where the report alone would have stopped the payment. */
  acknowledgement: RiskAcknowledgement | undefined
  /** The verdict, for the plan. */
  describes: string
  onWarning: 'warn' | 'block'
}

/**
 * Judges the report of a plan. One that stops the payment is let through only by a decision on exactly that report: a file of
 * `check --save`, or at a terminal what the person types after reading it. `--yes` is neither.
 *
 * @throws RiskBlockedError, CommandFailure `acknowledgement_void`
 */
export async function passReport(
  { terminal, pathOf }: Context,
  { options }: Input<typeof firewallOptions>,
  report: RiskReport,
): Promise<Decided> {
  const onWarning = options.strict === true ? 'block' : 'warn'
  const files = options.acknowledge?.split(',') ?? []
  const given = files.map((file) => readAcknowledgement(file.trim(), pathOf))
  const passed = (acknowledgement?: RiskAcknowledgement): Decided => ({
    acknowledgement,
    onWarning,
    describes: acknowledgement === undefined ? report.level : `${report.level}, acknowledged`,
  })

  if (report.level !== 'safe') terminal.say(`${describeReport(report, terminal.paint)}\n`)
  if (!shouldBlockSend({ onWarning }, report.level)) return passed()
  if (given.length > 0) {
    const fits = given.find((one) => isOfThisPayment(one.report, report) && acknowledgementCovers(one, report))
    if (fits !== undefined) return passed(fits)
    throw new CommandFailure(
      'blocked',
      'acknowledgement_void',
      'The acknowledged report does not cover this payment.',
      [
        'It is of another payment, names no amount or a smaller one, is older than 15 minutes, or the firewall has found something since.',
        'Check again with --amount and --save, and for another chain with --leaves-from and --arrives-on; read it, and decide on that.',
      ],
    )
  }
  if (!terminal.canAsk || options.yes === true) throw new RiskBlockedError(report)
  terminal.say(terminal.paint.bold(`The firewall refuses this payment on ${namesOf(report)}.`))
  const answer = await terminal.askText(
    `To pay nevertheless, type the finding and the 8 digits that the dots of ${withDots(report.target)} hide:`,
  )
  if (!isTyped(answer, `${report.reasons[0]?.code} ${middleOf(report.target)}`)) throw new RiskBlockedError(report)
  return passed({ report, at: Date.now() })
}

/** Whether a report is of the same chains, and says how much may be paid. */
function isOfThisPayment(given: RiskReport, { chainId, destinationChainId }: RiskReport): boolean {
  return given.amount !== undefined && given.chainId === chainId && given.destinationChainId === destinationChainId
}

function namesOf({ chainId, destinationChainId }: RiskReport): string {
  return [chainId, destinationChainId]
    .flatMap((id) => (id === undefined ? [] : (bridgeChainByChainId(id) ?? [])))
    .map(chainLabel)
    .join(' and ')
}

/** Options of a command that calls `passReport`. */
export const firewallOptions = [
  { flags: '--contact <addresses>', describes: 'addresses that are trusted, separated by commas' },
  { flags: '--strict', describes: 'a warning stops the payment like a block' },
  {
    flags: '--acknowledge <file>',
    describes: 'report of `check --amount --save`: pay despite exactly that report, at most its amount',
  },
] as const satisfies readonly Option[]
