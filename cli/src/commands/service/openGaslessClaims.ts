import { chainIdOf, PRIMARY_CHAIN_ID, type ReadClient, requireDeployment } from '@holdfast/sdk/chain'
import { ClaimKeyInvalidError, TransferLockedError, TransferUnavailableError } from '@holdfast/sdk/errors'
import { waitForClaim } from '@holdfast/sdk/transfer'
import type { GaslessClaim, GaslessClaimResult } from '@holdfast/sdk/wire'
import type { Address, Hash } from 'viem'
import { followSteps } from '../../chain/follow.js'
import type { Context } from '../../command/Context.js'
import { CommandFailure, usageFailure } from '../../failure/CommandFailure.js'
import { isRefusal, openRelayer } from './relay.js'

/** Claims that a service submits. */
export type GaslessClaims = {
  /** Of the relayer, which pays the network. */
  relayer: Address
  /** @throws CommandFailure, errors of the library: why it was not claimed. */
  submit: (claim: GaslessClaim & { recipient: Address }, command: GaslessCommand) => Promise<GaslessEnd>
}

/** Of the journal. */
type GaslessCommand = 'claim --gasless' | 'link claim --gasless'

/** The recipient is paid, or the sender was asked to release the money to it. */
type GaslessEnd = { outcome: 'claimed'; txHash: Hash } | { outcome: 'release_requested'; txHash: Hash | null }

/**
 * The service of the settings, to submit claims. Takes no wallet.
 *
 * @throws CommandFailure `not_gasless` on a chain where no service claims, `not_configured`.
 */
export async function openGaslessClaims(context: Context, client: ReadClient): Promise<GaslessClaims> {
  const chainId = await chainIdOf(client)
  if (chainId !== PRIMARY_CHAIN_ID)
    throw usageFailure('not_gasless', `The service claims on ${requireDeployment(PRIMARY_CHAIN_ID).name} alone.`, [
      'Leave --gasless out: the wallet pays then.',
    ])
  const { service, relayer } = await openRelayer(context)
  const { signal, timeoutMs } = context
  return {
    relayer,
    submit(claim, command) {
      const { transferId, recipient } = claim
      const doing = `claiming transfer ${transferId} through the service`
      const facts = { transferId: `${transferId}`, recipient }
      return followSteps(context, { command, chainId, doing }, async ({ keep, drop, update }): Promise<GaslessEnd> => {
        // On disk before the claim leaves: from then on the claim can land, whatever becomes of this process.
        keep({ facts })
        const learn = ({ txHash }: { txHash?: Hash | undefined }) => txHash && keep({ facts: { ...facts, txHash } })
        try {
          const result = await service.gaslessClaim(claim, {
            signal,
            timeoutMs,
            onUnknown(result) {
              learn(result)
              update(`${doing}: it is under way, asking again`)
            },
          })
          learn(result)
          if (isAsked(result)) return { outcome: 'release_requested', txHash: result.txHash ?? null }
          if (!result.ok) throw refusalOf(transferId, result, command)
          update(`${doing}: reading how it ended`)
          // Whether money has moved is for the chain to say.
          const txHash = await waitForClaim({ publicClient: client }, transferId, result.txHash, { signal, timeoutMs })
          return { outcome: 'claimed', txHash }
        } catch (error) {
          if (isRefusal(error) || (error instanceof CommandFailure && error.exit === 'refused')) drop()
          throw error
        }
      })
    },
  }
}

/** The transfer is under terms with release, and was not released. */
export function releaseRequired(transferId: bigint): CommandFailure {
  return new CommandFailure('refused', 'release_required', `Transfer ${transferId} waits for its sender to release it.`)
}

type Unpaid = Extract<GaslessClaimResult, { ok: false }>

function isAsked(result: GaslessClaimResult): result is Unpaid {
  return !result.ok && result.error.kind === 'unavailable' && result.error.reason === 'awaiting_release'
}

function refusalOf(transferId: bigint, { error, txHash }: Unpaid, command: GaslessCommand): Error {
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
      return outcomeUnknown(transferId, command)
  }
}

type Unavailable = Extract<Unpaid['error'], { kind: 'unavailable' }>['reason']

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
      return releaseRequired(transferId)
    case 'token_refused':
      return new CommandFailure('refused', 'call_refused', `USDC refuses to pay transfer ${transferId} now.`, [
        'Its issuer has blocked an address or paused the token. The transfer stays as it is until its deadline.',
      ])
    case 'foreign_verifier':
      return new CommandFailure('refused', 'call_refused', `The service does not claim transfer ${transferId}.`, [
        'Its terms let another contract than the built-in one judge the code. Claim with your own wallet: holdfast claim',
      ])
    default:
      return new TransferUnavailableError(transferId, reason)
  }
}

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
