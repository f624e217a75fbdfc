import { stealthAnnouncerAbi } from '@holdfast/contracts'
import { type Address, encodeFunctionData, type Hash, isAddressEqual } from 'viem'
import { parseParty } from '../chain/address.js'
import type { ClientPair } from '../chain/clients.js'
import { withoutSecrets } from '../chain/failure.js'
import { assertNetwork } from '../chain/network.js'
import { execute, type WriteOptions } from '../chain/transaction/execute.js'
import { hasCode } from '../chain/transaction/hasCode.js'
import { requireAccount } from '../chain/transaction/requireAccount.js'
import { ChainUnavailableError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import type { announceArgsFor } from './announceArgsFor.js'
import { STEALTH_SCHEME_ID } from './constants.js'
import { parseHex } from './internal/hex.js'
import { parsePoint } from './internal/keys.js'
import { decodeStealthMetadata } from './stealthMetadata.js'

/**
 * Announces a box, so that its owner finds it. The account that sends is on record as the announcer: where it
 * must not be, let another account announce. The first announcer of a box sets its label.
 *
 * What cannot be found by its owner is not announced: everything is checked before any request.
 *
 * @param clients - Read and write client of one chain.
 * @param announcer - The chain's `STEALTH_ANNOUNCER_ADDRESS`.
 * @param announceArgs - As returned by {@link announceArgsFor}.
 * @returns Hash of the mined transaction.
 * @throws {@link InvalidAddressError}, {@link InvalidInputError} before any request; {@link InvalidAddressError} also for
 *   an `announcer` without code. `MissingAccountError`, `UnknownChainError`, `WrongNetworkError`, `CallRefusedError`,
 *   `SignatureDeclinedError`, {@link ChainUnavailableError}; after sending `TransactionUnconfirmedError`,
 *   `TransactionRevertedError`, `TransactionReplacedError`.
 * @example
 * const announce = (owner: StealthAnnouncement, box: Address) =>
 *   announceStealthBox(clients, STEALTH_ANNOUNCER_ADDRESS, announceArgsFor(owner, box, 'rent'))
 */
export async function announceStealthBox(
  clients: ClientPair,
  announcer: Address,
  announceArgs: announceArgsFor.ReturnType,
  options: WriteOptions = {},
): Promise<Hash> {
  const contract = parseParty('announcer', announcer)
  const args = parseArgs(announceArgs)
  requireAccount(clients.walletClient)
  const deployment = await assertNetwork(clients)
  // A call to an address without code succeeds and announces nothing.
  if (!isAddressEqual(contract, deployment.stealthAnnouncer) && !(await isContract(clients, contract)))
    throw new InvalidAddressError('announcer', contract, `holds no contract on chain ${deployment.id}`)
  const receipt = await execute(
    clients,
    deployment,
    {
      to: contract,
      abi: stealthAnnouncerAbi,
      data: encodeFunctionData({ abi: stealthAnnouncerAbi, functionName: 'announce', args }),
      attempted: 'announcing a box',
    },
    options,
  )
  return receipt.transactionHash
}

function parseArgs([schemeId, stealthAddress, ephemeralPubKey, metadata]: announceArgsFor.ReturnType) {
  if (schemeId !== BigInt(STEALTH_SCHEME_ID))
    throw new InvalidInputError('announceArgs', `The scheme ${String(schemeId)} is not ${STEALTH_SCHEME_ID}n.`)
  const owner = parseParty('stealthAddress', stealthAddress)
  parsePoint('ephemeralPubKey', ephemeralPubKey)
  parseParty('box', decodeStealthMetadata(metadata).box)
  const length = parseHex(metadata)?.length ?? 0
  if (length > maxMetadataBytes)
    throw new InvalidInputError('metadata', `The metadata of ${length} bytes is longer than ${maxMetadataBytes}.`)
  return [schemeId, owner, ephemeralPubKey, metadata] as const
}

/** View tag, box, and the longest label. */
const maxMetadataBytes = 1 + 20 + 40

async function isContract(clients: ClientPair, address: Address): Promise<boolean> {
  try {
    return await hasCode(clients, address)
  } catch (error) {
    throw new ChainUnavailableError('announcing a box', withoutSecrets(error))
  }
}
