import { chainIdOf, PRIMARY_CHAIN_ID, requireDeployment } from '@holdfast/sdk/chain'
import { ClaimKeyInvalidError, TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { signClaim, waitForClaim } from '@holdfast/sdk/transfer'
import type { GaslessClaimResult } from '@holdfast/sdk/wire'
import { createWalletClient, custom, type Hash } from 'viem'
import { followSteps } from '../../chain/followSteps.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { isRefusal } from '../../service/isRefusal.js'
import { openRelayer } from '../../service/openRelayer.js'
import type { ClaimOpener, ClaimPlan, ClaimWay } from './ClaimWay.js'
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

  function submit({ recipient, params: { transferId } }: ClaimPlan, opener: ClaimOpener): Promise<Hash> {
    if (recipient === null) throw new Error('A claim has a recipient.')
    const { signal, timeoutMs } = context
    const doing = `claiming transfer ${transferId} through the service`
    const facts = { transferId: `${transferId}` }
    return followSteps(context, { command: 'claim --gasless', chainId, doing }, async ({ keep, drop, update }) => {
      // On disk before the claim leaves: from then on the claim can land, whatever becomes of this process.
      keep({ facts })
      const learn = ({ txHash }: { txHash?: Hash | undefined }) => txHash && keep({ facts: { ...facts, txHash } })
      try {
        const claim =
          'privateKey' in opener
            ? await signClaim(opener, { chainId, transferId, recipient })
            : { transferId, code: opener.code, salt: opener.salt, recipient }
        const result = await service.gaslessClaim(claim, {
          signal,
          timeoutMs,
          onUnknown(result) {
            learn(result)
            update(`${doing}: it is under way, asking again`)
          },
        })
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

  return {
    network: `paid by the service, from ${relayer}`,
    // It signs nothing: the service submits.
    clientsFor: (recipient) => ({
      publicClient: client,
      walletClient: createWalletClient({
        account: { address: recipient, type: 'json-rpc' },
        chain: client.chain,
        transport: custom({ request: client.request }),
      }),
    }),
    submit,
  }
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
      return unavailable(transferId, error.reason)
    case 'unknown':
      return outcomeUnknown(transferId)
  }
}

type Unavailable = Extract<Extract<GaslessClaimResult, { ok: false }>['error'], { kind: 'unavailable' }>['reason']

function unavailable(transferId: bigint, reason: Unavailable): Error {
  switch (reason) {
    case 'other_recipient':
      return new CommandFailure(
        'refused',
        'claim_recipient_mismatch',
        `Transfer ${transferId} pays another address than the chain showed before.`,
        ['The code went nowhere. Look at it again: holdfast transfer <id>'],
      )
    case 'invalid_signature':
      return new ClaimKeyInvalidError(transferId)
    case 'awaiting_release':
      return new CommandFailure(
        'refused',
        'release_required',
        `Transfer ${transferId} waits for its sender to release it.`,
      )
    case 'token_refused':
      return new CommandFailure('refused', 'call_refused', `USDC refuses to pay transfer ${transferId} now.`, [
        'Its issuer has blocked an address or paused the token. The transfer stays as it is until its deadline.',
      ])
    default:
      return new TransferUnavailableError(transferId, reason)
  }
}
