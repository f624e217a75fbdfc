import {
  type AddressSource,
  acknowledgementCovers,
  checkPayment,
  type Payment,
  type PaymentGuardOptions,
  type RiskAcknowledgement,
  shouldBlockSend,
} from '@holdfast/sdk'
import { bridgeChainByChainId, chainLabel } from '@holdfast/sdk/chain'
import { RiskBlockedError, type RiskReport } from '@holdfast/sdk/errors'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { describeReport } from './describeReport.js'
import { payerOptions } from './payerOptions.js'
import { readAcknowledgement } from './readAcknowledgement.js'
import { isTyped, middleOf, withDots } from './typedMiddle.js'

/** For commands that pay another party. */
export type Passed = Decided & {
  report: RiskReport
  /** For the library, which guards the payment itself: the report saves it the check, a decision is judged again. */
  guard: Pick<PaymentGuardOptions, 'report' | 'acknowledgement' | 'checkOptions'>
}

/** What became of a report. */
export type Decided = {
  /** The decision of a person, where the report alone would have stopped the payment. */
  acknowledgement: RiskAcknowledgement | undefined
  /** The verdict, for the plan. */
  describes: string
  onWarning: 'warn' | 'block'
}

/**
 * Asks the firewall about a payment, on every chain it touches. A report that stops it is let through only by a decision on
 * exactly that report: a file of `check --save`, or at a terminal what the person types after reading it. `--yes` is
 * neither.
 *
 * @param source - Where the payee's address comes from; the reasons against the payment then say so.
 * @throws RiskBlockedError, CommandFailure `acknowledgement_void`
 */
export async function passFirewall(
  context: Context,
  input: Input,
  payment: Payment,
  source?: AddressSource,
): Promise<Passed> {
  const checkOptions = { ...payerOptions(context, input, payment.payer, payment.chains), source }
  const report = await context.terminal.during('asking the firewall', () => checkPayment(payment, checkOptions))
  const decided = await passReport(context, input, report)
  return { ...decided, report, guard: { report, acknowledgement: decided.acknowledgement, checkOptions } }
}

/** The same where the report is at hand, as in a plan. */
export async function passReport(
  { terminal, pathOf }: Context,
  { options }: Input,
  report: RiskReport,
): Promise<Decided> {
  const onWarning = options.strict === true ? 'block' : 'warn'
  const files = typeof options.acknowledge === 'string' ? options.acknowledge.split(',') : []
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
    throw new CommandFailure('blocked', 'acknowledgement_void', 'The report that was acknowledged is not this one.', [
      'It is of another payment, names no amount or a smaller one, is older than 15 minutes, or the firewall has found something since.',
      'Check again with --amount and --save, and for another chain with --leaves-from and --arrives-on; read it, and decide on that.',
    ])
  }
  if (!terminal.canAsk || options.yes === true) throw new RiskBlockedError(report)
  terminal.say(terminal.paint.bold(`The firewall refuses this payment on ${namesOf(report)}.`))
  const answer = await terminal.askText(
    `To pay all the same, type the finding and the 8 digits at the dots of ${withDots(report.target)}:`,
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
