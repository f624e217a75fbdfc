import { type Hex, parseAbi } from 'viem'
import { assertBytes32 } from '../chain/bytes32.js'
import type { ReadClient } from '../chain/clients.js'
import { MAX_LOG_RANGE } from '../chain/constants.js'
import { withoutSecrets } from '../chain/failure.js'
import { getLogsChunked } from '../chain/logs/getLogsChunked.js'
import { readView } from '../chain/readView.js'
import { ChainUnavailableError } from '../errors/chain.js'
import { HUB_MINTER } from './constants.js'
import type { HubTransferStatus } from './types.js'

/**
 * Looks for the mint of a spend on its destination chain itself, by what the spend is known by there: for a spend whose id
 * was lost, and to verify what the issuer says.
 *
 * @param publicClient - Of the destination chain.
 * @returns `done` when the minter has used the spec, with the transaction where it is among the blocks searched; else
 *   `pending`. Never `failed`: a chain does not know what will not happen.
 * @throws `ChainUnavailableError`, `LogsIncompleteError`; before any request `InvalidInputError`.
 * @example
 * const { transferSpecHash } = JSON.parse(localStorage.getItem('spend') ?? '{}')
 * const { state, mintTxHash } = await findHubMintOnChain(publicClient, { transferSpecHash })
 */
export async function findHubMintOnChain(
  publicClient: ReadClient,
  { transferSpecHash, fromBlock }: findHubMintOnChain.Parameters,
): Promise<HubTransferStatus> {
  assertBytes32('transferSpecHash', transferSpecHash, { nonZero: true })
  const isUsed = await readView<boolean>(publicClient, 'asking the minter for a spend', {
    address: HUB_MINTER,
    abi: hubMinterAbi,
    functionName: 'isTransferSpecHashUsed',
    args: [transferSpecHash],
  })
  if (!isUsed) return { state: 'pending' }
  const logs = await getLogsChunked(publicClient, {
    address: HUB_MINTER,
    abi: hubMinterAbi,
    eventName: 'AttestationUsed',
    args: { transferSpecHash },
    fromBlock: fromBlock ?? (await newestBlocks(publicClient)),
  })
  const mintTxHash = logs[0]?.transactionHash
  return { state: 'done', ...(mintTxHash && { mintTxHash }) }
}

export declare namespace findHubMintOnChain {
  type Parameters = {
    /** As in the stored request and in the errors of a spend. */
    transferSpecHash: Hex
    /** First block to search for the transaction. Default: the newest 10,000. */
    fromBlock?: bigint | undefined
  }
}

const hubMinterAbi = parseAbi([
  'function isTransferSpecHashUsed(bytes32 transferSpecHash) view returns (bool)',
  'event AttestationUsed(address indexed token, address indexed recipient, bytes32 indexed transferSpecHash, uint32 sourceDomain, bytes32 sourceDepositor, bytes32 sourceSigner, uint256 value)',
])

async function newestBlocks(publicClient: ReadClient): Promise<bigint> {
  try {
    const first = BigInt(await publicClient.request({ method: 'eth_blockNumber' })) - BigInt(MAX_LOG_RANGE)
    return first > 0n ? first : 0n
  } catch (error) {
    throw new ChainUnavailableError('asking for its head', withoutSecrets(error))
  }
}
