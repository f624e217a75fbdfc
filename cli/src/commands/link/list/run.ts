import { chainIdOf } from '@holdfast/sdk/chain'
import { listPaymentLinks } from '@holdfast/sdk/links'
import { ReleaseRequestIndex } from '@holdfast/sdk/transfer'
import type { Run } from '../../../command/Command.js'
import { writeAmount } from '../../../input/readAmount.js'
import { readPayer } from '../../../wallet/readPayer.js'

export const run: Run = async (context, { options }) => {
  const { terminal, signal } = context
  const client = await context.openChain()
  const [chainId, sender] = [await chainIdOf(client), await readPayer(context, options.from)]
  const requests = new ReleaseRequestIndex({ client })
  const [found] = await terminal.during('reading the links', () =>
    Promise.all([listPaymentLinks({ publicClient: client }, { sender }), requests.sync({ signal })]),
  )
  const links = found.map(({ link: _, ...one }) => ({
    ...one,
    asked: one.state === 'open' ? requests.requestsOf(one.transferId).map(({ recipient }) => recipient) : [],
  }))
  const lines = links.flatMap(({ transferId, state, amount, deadline, paidTo, asked }) => [
    `${transferId}  ${state}  ${writeAmount(amount)}  ${paidTo === null ? `until ${deadline.toISOString()}` : `paid to ${paidTo}`}`,
    ...asked.map((recipient) => `  asks for the release: ${recipient}`),
  ])
  return { result: { links, chainId }, text: lines.join('\n') || 'No links.' }
}
