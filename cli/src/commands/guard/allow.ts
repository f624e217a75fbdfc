import type { DescribedRefusal } from '@holdfast/guard/rpc'
import { formatComparison } from '@holdfast/sdk/risk'
import { defineCommand } from '../../command/Command.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { oneLine } from '../../io/writeText.js'
import { isTyped, middleOf, withDots } from '../../risk/typedMiddle.js'
import { listGuards, type RunningGuard } from './runningGuards.js'

export const command = defineCommand({
  summary: 'compare the addresses of a payment that your guard has refused, and let it through once',
  details:
    'It shows both addresses, one above the other, and asks. The permission is for this payment: payer, payee, token, at most this amount and the findings on screen. It is valid for 15 minutes and one transaction; then send the payment again in your wallet. It must be typed at a terminal: no option agrees for a person.',
  positionals: [{ name: 'code', describes: 'four characters at the end of the refusal' }],
  examples: [['guard allow 7K3P', 'shows the refusal that your wallet has named, and asks']],
  result: { code: 'of the refusal', payments: 'list of `payer`, `payee`, `amount`, `reasons` and `resembles`' },
  async run({ terminal, stateDirectory }, { positionals: [typed = ''] }) {
    const { guard, refusal } = await findRefusal(stateDirectory, readCode(typed))
    const { code, payments } = refusal
    terminal.say(payments.map(describe).join('\n\n'))
    for (const { payee } of payments) {
      const answer = await terminal.askText(
        `To pay nevertheless, type the 8 digits that the dots of ${withDots(payee)} hide:`,
      )
      if (!isTyped(answer, middleOf(payee)))
        throw new CommandFailure('declined', 'declined', 'Nothing was allowed.', [
          'What was typed is not those digits.',
        ])
    }
    await allowRefusal(guard, refusal)
    return {
      result: { code, payments },
      text: 'Allowed once, for 15 minutes. Send the payment again in your wallet.',
    }
  },
})

function readCode(typed: string): string {
  const code = typed.trim().toUpperCase()
  if (/^[0-9A-Z]{4}$/.test(code)) return code
  throw usageFailure('usage', 'The code of a refusal has four letters and digits.')
}

function describe({ payer, payee, amount, reasons, resembles }: DescribedRefusal['payments'][number]): string {
  return [
    `${amount} from ${payer} to ${payee}`,
    ...reasons.map(({ code, message }) => `${code}  ${oneLine(message)}`),
    ...resembles.map((model) => formatComparison(payee, model).toTerminal()),
  ].join('\n')
}

/**
 * Finds the guard of this user that has refused a payment under a code.
 *
 * @throws CommandFailure `guard_not_running`, `refusal_unknown`
 */
async function findRefusal(
  stateDirectory: string,
  code: string,
): Promise<{ guard: RunningGuard; refusal: DescribedRefusal }> {
  const guards = listGuards(stateDirectory)
  const answers = await Promise.all(guards.map((guard) => ask(guard, `/refusal/${encodeURIComponent(code)}`)))
  for (const [index, answer] of answers.entries()) {
    const guard = guards[index]
    // What our own guard says; a screen shows it as text.
    if (guard && answer?.ok) return { guard, refusal: (await answer.json()) as DescribedRefusal }
  }
  if (answers.every((answer) => answer === undefined))
    throw new CommandFailure('failed', 'guard_not_running', 'No guard of yours is running.', [
      'Start one with `holdfast guard`. What an earlier one has refused is forgotten: send the payment again.',
    ])
  throw new CommandFailure('failed', 'refusal_unknown', `No refusal of the last 15 minutes has the code ${code}.`, [
    'Send the payment again for a new code.',
  ])
}

/** Tells the guard that a person has compared the addresses and wants to pay. */
async function allowRefusal(guard: RunningGuard, { code, at }: DescribedRefusal): Promise<void> {
  const body = new URLSearchParams({ code, at: String(at), secret: guard.secret, compared: 'yes' })
  const answer = await ask(guard, '/allow', { method: 'POST', body })
  if (!answer?.ok)
    throw new CommandFailure('failed', 'refusal_unknown', 'The guard did not take the decision.', [
      'It may have ended, or forgotten the refusal: send the payment again for a new code.',
    ])
}

function ask({ url }: RunningGuard, path: string, init: RequestInit = {}): Promise<Response | undefined> {
  const headers = { accept: 'application/json' }
  return fetch(`${url}${path}`, { ...init, headers, signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
}
