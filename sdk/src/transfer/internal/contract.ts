import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hex, isHex, type Log, parseAbi, parseEventLogs, size } from 'viem'
import { call } from 'viem/actions'
import { decodeFunctionResult } from 'viem/utils'
import { parseAddress } from '../../chain/address.js'
import type { ClientPair, ReadClient } from '../../chain/clients.js'
import type { ChainDeployment } from '../../chain/registry.js'
import { withoutSecrets } from '../../chain/transaction/failure.js'
import type { Revert } from '../../chain/transaction/revert.js'
import { ChainUnavailableError } from '../../errors/chain.js'
import { InvalidInputError } from '../../errors/input.js'
import { TransferLockedError, TransferUnavailableError, UnknownConfigError } from '../../errors/transfer.js'

/** The parts of USDC that a payer's side needs. */
export const usdcAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
])

/** A read client, and optionally another transfer contract than the registry's. */
export type TransferReader = Pick<ClientPair, 'contractAddress'> & { publicClient: ReadClient }

/** The transfer contract to talk to: the caller's, else the registry's. */
export function contractOf(clients: Pick<ClientPair, 'contractAddress'>, deployment: ChainDeployment): Address {
  return clients.contractAddress === undefined
    ? deployment.transferContract
    : parseAddress('contractAddress', clients.contractAddress)
}

/** @throws {@link InvalidInputError} unless it is a bigint from 1; ids start there. */
export function assertTransferId(transferId: bigint): void {
  if (typeof transferId !== 'bigint' || transferId < 1n)
    throw new InvalidInputError('transferId', `"${String(transferId)}" is not a transfer id: they are bigints from 1n.`)
}

/** @throws {@link InvalidInputError} unless it is 32 bytes of hex and, where `nonZero`, not all zero. */
export function assertBytes32(parameter: string, value: Hex, { nonZero = false, secret = false } = {}): void {
  if (!isHex(value) || size(value) !== 32)
    throw new InvalidInputError(parameter, `\`${parameter}\` is not 32 bytes of hex${secret ? '' : `: "${value}"`}.`)
  if (nonZero && BigInt(value) === 0n) throw new InvalidInputError(parameter, `\`${parameter}\` is all zero.`)
}

/** Reads one view of a contract; a node that fails is a {@link ChainUnavailableError}. */
export async function readView<T>(
  client: ReadClient,
  attempted: string,
  request: { address: Address; abi: readonly unknown[]; functionName: string; args: readonly unknown[] },
): Promise<T> {
  const { address, ...encoding } = request as unknown as { address: Address } & Parameters<typeof encodeFunctionData>[0]
  try {
    const { data } = await call(client, { to: address, data: encodeFunctionData(encoding) })
    return decodeFunctionResult({ ...encoding, data: data ?? '0x' } as Parameters<typeof decodeFunctionResult>[0]) as T
  } catch (error) {
    throw new ChainUnavailableError(attempted, withoutSecrets(error))
  }
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
      case 'UnknownConfig':
        return new UnknownConfigError(String(errorArgs[0]))
      default:
        return undefined
    }
  }
}
