import { CommandFailure } from '../../failure/CommandFailure.js'

/** A gasless claim was asked for, and neither service nor chain has said how it ended. */
export function outcomeUnknown(transferId: bigint, command: string): CommandFailure {
  const again = command === 'claim --gasless' ? `holdfast claim ${transferId} --gasless` : `holdfast ${command}`
  return new CommandFailure(
    'unsettled',
    'claim_outcome_unknown',
    `The claim of transfer ${transferId} may still land.`,
    [`Asking again is safe, it is never sent twice: ${again}`],
  )
}
