import { setTimeout as sleep } from 'node:timers/promises'
import { deploymentOf, pollingIntervalFor, type ReadClient } from '@holdfast/sdk/chain'
import { NotABoxError } from '@holdfast/sdk/errors'
import { type BoxDetails, getBox } from '@holdfast/sdk/shield'
import type { Address } from 'viem'
import type { Resume } from '../../command/Resume.js'
import { CommandFailure } from '../../failure/CommandFailure.js'
import { describeBox, summarize } from './describeBox.js'

/** Fees that are raised make the creation another transaction, so the box tells whether it was made. */
export const resume: Resume = async (
  { client, chainId, facts, options: { signal, timeoutMs = 120_000 } },
  { terminal },
) => {
  // The command that began it wrote the address.
  const account = facts.account as Address
  for (
    const deadline = performance.now() + timeoutMs;
    ;
    await sleep(pollingIntervalFor(chainId), undefined, { signal })
  ) {
    const box = await findBox(client, account)
    if (box !== undefined) {
      const { usdc } = await deploymentOf(client)
      return { result: summarize(box, { usdc }), text: describeBox(box, { usdc }, terminal.paint) }
    }
    if (performance.now() >= deadline)
      throw new CommandFailure('unsettled', 'relay_pending', `The box ${account} does not exist yet.`, [
        'It holds nothing, so nothing is lost: create another one, and remove this one with --forget.',
      ])
  }
}

async function findBox(client: ReadClient, account: Address): Promise<BoxDetails | undefined> {
  try {
    return await getBox(client, account)
  } catch (error) {
    if (error instanceof NotABoxError && error.reason === 'undeployed') return undefined
    throw error
  }
}
