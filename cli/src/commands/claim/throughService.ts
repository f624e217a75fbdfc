import { chainIdOf, PRIMARY_CHAIN_ID, requireDeployment } from '@holdfast/sdk/chain'
import { TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { type ClaimSecret, waitForClaim } from '@holdfast/sdk/transfer'
import type { GaslessClaimResult } from '@holdfast/sdk/wire'
import type { Hash } from 'viem'
import { followSteps } from '../../chain/followSteps.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { isRefusal } from '../../service/isRefusal.js'
import { openRelayer } from '../../service/openRelayer.js'
import type { ClaimWay } from './ClaimWay.js'
import { outcomeUnknown } from './outcomeUnknown.js'

/** The service submits the claim, and its relayer pays the network. Takes no wallet. */
export async function throughService(context: Context): Promise<ClaimWay> {
  const client = await context.openChain()
  const chainId = await chainIdOf(client)
  if (chainId !== PRIMARY_CHAIN_ID)
    throw usageFailure('not_gasless', `The service claims on ${requireDeployment(PRIMARY_CHAIN_ID).name} alone.`, [
      'Leave --gasless out: the wallet pays then.',
    ])
  const { service, relayer } = await openRelayer(context)

  function submit(transferId: bigint, { code, salt }: ClaimSecret): Promise<Hash> {
    const { signal, timeoutMs } = context
    const doing = `claiming transfer ${transferId} through the service`
    const facts = { transferId: `${transferId}` }
    return followSteps(context, { command: 'claim --gasless', chainId, doing }, async ({ keep, drop, update }) => {
      // On disk before the code leaves: from then on the claim can land, whatever becomes of this process.
      keep({ facts })
      const learn = ({ txHash }: { txHash?: Hash | undefined }) => txHash && keep({ facts: { ...facts, txHash } })
      try {
        const result = await service.gaslessClaim(
          { transferId, code, salt },
          {
            signal,
            timeoutMs,
            onUnknown(result) {
              learn(result)
              update(`${doing}: it is under way, asking again`)
            },
          },
        )
        learn(result)
        if (!result.ok) throw refusalOf(transferId, result)
        update(`${doing}: reading how it ended`)
        // Whether money has moved is for the chain to say.
        return await waitForClaim({ publicClient: client }, transferId, result.txHash, { signal, timeoutMs })
      } catch (error) {
        if (isRefusal(error) || (error instanceof CommandFailure && error.exit === 'refused')) drop()
        throw error
      }
    })
  }

  return { client, chainId, network: `paid by the service, from ${relayer}`, submit }
}

function refusalOf(transferId: bigint, { error, txHash }: Extract<GaslessClaimResult, { ok: false }>): Error {
  switch (error.kind) {
    case 'wrong_code':
      return new CommandFailure('refused', 'wrong_claim_code', `The code does not open transfer ${transferId}.`, [
        ...(txHash === undefined ? [] : [`Transaction: ${txHash}`]),
        `${error.attemptsRemaining} attempts remain. Ask the sender for the code again.`,
      ])
    case 'locked':
      return new TransferLockedError(transferId, txHash)
    case 'unavailable':
      return new TransferUnavailableError(transferId, error.reason)
    case 'unknown':
      return outcomeUnknown(transferId)
  }
}
