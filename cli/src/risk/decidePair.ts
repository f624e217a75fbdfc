import type { PairDecision, RiskReport } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import type { Input } from '../command/Command.js'
import type { Context } from '../command/Context.js'
import { CommandFailure } from '../failure/CommandFailure.js'
import { describeReport } from './describeReport.js'
import { isTyped, middleOf, withDots } from './typedMiddle.js'

/**
 * Asks a person to decide that the target of a report is genuine and another address is its imitation: the digits in the
 * middle of the target must be typed at a terminal. `--yes` does not decide. The caller keeps the decision.
 *
 * @throws CommandFailure `pair_undecided`
 */
export async function decidePair(
  { terminal }: Pick<Context, 'terminal'>,
  { options }: Pick<Input, 'options'>,
  report: RiskReport,
  other: Address,
): Promise<PairDecision> {
  const { sender, target } = report
  terminal.say(`${describeReport(report, terminal.paint)}\n`)
  const undecided = (advice: string) =>
    new CommandFailure('blocked', 'pair_undecided', `${target} and ${other} look alike, and nothing was decided.`, [
      advice,
    ])
  if (!terminal.canAsk || options.yes === true) throw undecided('Only a person at a terminal can decide.')
  const answer = await terminal.askText(
    `If its owner told you ${withDots(target)}, type the 8 digits that the dots hide:`,
  )
  if (!isTyped(answer, middleOf(target))) throw undecided('The typed text does not match the digits of that address.')
  return { sender, keep: target, over: other, at: Date.now() }
}
