import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, type Log, maxUint256, parseEventLogs, zeroAddress } from 'viem'
import { parseAddress } from '../../chain/address.js'
import type { ClientPair, ReadClient } from '../../chain/clients.js'
import type { ChainDeployment } from '../../chain/registry.js'
import type { Revert } from '../../chain/transaction/revert.js'
import { InvalidAddressError, InvalidInputError } from '../../errors/input.js'
import { textOf } from '../../errors/textOf.js'
import {
  ClaimRecipientMismatchError,
  ReleaseRequiredError,
  TransferLockedError,
  TransferUnavailableError,
  UnknownConfigError,
} from '../../errors/transfer.js'
import { isLookalike } from '../../risk/grades/isLookalike.js'

/** A read client, and optionally another transfer contract than the registry's. */
export type TransferReader = Pick<ClientPair, 'contractAddress'> & { publicClient: ReadClient }

/** The transfer contract to talk to: the caller's, else the registry's. */
export function contractOf(clients: Pick<ClientPair, 'contractAddress'>, deployment: ChainDeployment): Address {
  return clients.contractAddress === undefined
    ? deployment.transferContract
    : parseAddress('contractAddress', clients.contractAddress)
}

/** @throws {@link InvalidInputError} unless it is a bigint from 1, where ids start, that the contract can hold. */
export function assertTransferId(transferId: bigint): void {
  if (typeof transferId !== 'bigint' || transferId < 1n || transferId > maxUint256)
    throw new InvalidInputError('transferId', `"${textOf(transferId)}" is not a transfer id: they are bigints from 1n.`)
}

/** @throws {@link ClaimRecipientMismatchError} unless the transfer pays the expected address. */
export function assertRecipient(transferId: bigint, recorded: Address, expected: Address): void {
  if (recorded.toLowerCase() !== expected.toLowerCase())
    throw new ClaimRecipientMismatchError(transferId, recorded, expected, isLookalike(recorded, expected))
}

/** Events of one transfer contract out of a receipt, strictly decoded; planted look-alikes of other contracts are left out. */
export function eventsOf(logs: readonly Log[], contractAddress: Address) {
  return parseEventLogs({
    abi: protectedTransferAbi,
    logs: logs.filter(({ address }) => address.toLowerCase() === contractAddress.toLowerCase()),
    strict: true,
  })
}

/** Names the contract's refusals in the library's own errors; `undefined` leaves the refusal as it is. */
export function transferRefusal(transferId: bigint): (revert: Revert) => Error | undefined {
  return ({ errorName, errorArgs }) => {
    switch (errorName) {
      case 'UnknownTransfer':
        return new TransferUnavailableError(transferId, 'unknown')
      case 'TransferSettled':
        return new TransferUnavailableError(transferId, 'not_pending')
      case 'ClaimLocked':
        return new TransferLockedError(transferId)
      case 'DeadlinePassed':
        return new TransferUnavailableError(transferId, 'expired')
      case 'DeadlineNotPassed':
        return new TransferUnavailableError(transferId, 'not_expired')
      case 'NotSender':
        return new TransferUnavailableError(transferId, 'not_sender')
      case 'OtherRecipient': {
        // The ABI gives this error these three.
        const [, expected, recorded] = errorArgs as [bigint, Address, Address]
        return new ClaimRecipientMismatchError(transferId, recorded, expected, isLookalike(recorded, expected))
      }
      case 'ReleaseRequired':
        return new ReleaseRequiredError(transferId)
      case 'WrongClaimMode':
        return new TransferUnavailableError(transferId, 'wrong_claim_mode')
      case 'RecipientRecorded':
        return new TransferUnavailableError(transferId, 'not_open')
      case 'ZeroRecipient':
      case 'SelfTransfer':
      case 'ForbiddenRecipient':
        return new InvalidAddressError(
          'recipient',
          String(errorArgs[0] ?? zeroAddress),
          errorName === 'SelfTransfer' ? 'is that of the sender' : 'cannot be paid by this transfer',
        )
      case 'InvalidClaimKey':
        return new InvalidInputError('claimHash', 'Under these terms the claim hash is the address of a claim key.')
      case 'SameClaimHash':
        return new InvalidInputError('newClaimHash', 'A signed rekey names another claim hash than the present one.')
      case 'InvalidBatchSize':
        return new InvalidInputError('items', `A batch of ${errorArgs[0]} items is not one of 1 to ${errorArgs[1]}.`)
      case 'UnknownConfig':
        return new UnknownConfigError(String(errorArgs[0]))
      default:
        return undefined
    }
  }
}
