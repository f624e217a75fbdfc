import type { DescribedRefusal } from '@holdfast/guard/rpc'
import { formatComparison } from '@holdfast/sdk/risk'
import { defineCommand } from '../../command/defineCommand.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { oneLine } from '../../io/printable.js'
import { isTyped, middleOf, withDots } from '../../risk/typedMiddle.js'
import { allowRefusal, findRefusal } from './askGuard.js'

export const command = defineCommand({
  summary: 'compare the addresses of a payment that your guard has refused, and let it through once',
  details:
    'It shows both addresses, one above the other, and asks. The permission is for this payment: payer, payee, token, at most this amount and the findings on screen. It is good for 15 minutes and one transaction; then send the payment again in your wallet. It must be typed at a terminal: no option agrees for a person.',
  positionals: [{ name: 'code', describes: 'four characters at the end of the refusal' }],
  examples: [['guard allow 7K3P', 'shows the refusal that your wallet has named, and asks']],
  result: { code: 'of the refusal', payments: 'list of `payer`, `payee`, `amount`, `reasons` and `resembles`' },
  async run({ terminal, stateDirectory }, { positionals: [typed = ''] }) {
    const { guard, refusal } = await findRefusal(stateDirectory, readCode(typed))
    const { code, payments } = refusal
    terminal.say(payments.map(describe).join('\n\n'))
    for (const { payee } of payments) {
      const answer = await terminal.askText(`To pay all the same, type the 8 digits at the dots of ${withDots(payee)}:`)
      if (!isTyped(answer, middleOf(payee)))
        throw new CommandFailure('declined', 'declined', 'Nothing was allowed.', [
          'What was typed is not those digits.',
        ])
    }
    await allowRefusal(guard, code)
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
