import { isAddressEqual } from 'viem'
import { PRIMARY_CHAIN_ID } from '../../chain/constants.js'
import { WireFormatError } from '../../errors/wire.js'
import { clampVerdict } from '../../risk/clampVerdict.js'
import { decodeInvestigation, encodeInvestigate, type Investigate, type Investigation } from '../../wire/investigate.js'
import { ask, type ServiceCallOptions } from './ask.js'
import type { Connection } from './Connection.js'

export async function investigate(
  connection: Connection,
  payment: Investigate,
  options?: ServiceCallOptions,
): Promise<Investigation> {
  return ask(
    connection,
    {
      attempted: `asking about ${payment.target}`,
      path: '/api/investigate',
      body: encodeInvestigate(payment),
      decode: (body) => judge(decodeInvestigation(body), payment),
      maxResponseBytes: 4 * 2 ** 20,
      timeoutMs: 30_000,
      tryMs: 15_000,
    },
    options,
  )
}

/** The opinion is about this payment, and no milder than the rules, whatever its author. */
function judge(investigation: Investigation, { chainId = PRIMARY_CHAIN_ID, target }: Investigate): Investigation {
  const { rule, advisory, dossier } = investigation
  if (dossier !== null && !isAddressEqual(dossier.target, target))
    throw new WireFormatError('/dossier/target', 'not_one_of')
  if (dossier !== null && dossier.chainId !== null && dossier.chainId !== chainId)
    throw new WireFormatError('/dossier/chainId', 'not_one_of')
  return { ...investigation, advisory: advisory && clampVerdict(rule.level, advisory) }
}
