import {
  type Abi,
  type AbiEvent,
  type Address,
  type ContractEventArgs,
  type ContractEventName,
  type EncodeEventTopicsParameters,
  encodeEventTopics,
  type Hex,
} from 'viem'
import { InvalidInputError } from '../../errors/input.js'
import { parseAddress } from '../address.js'
import type { ReadClient } from '../clients.js'
import { MAX_LOG_RANGE } from '../constants.js'
import { chainIdOf } from '../network.js'
import { deploymentFor } from '../registry.js'
import { type EventArgs, eventDecoder, findEvent } from './eventDecoder.js'
import { readLogs } from './readLogs.js'
import type { ReadLogsOptions } from './streamLogs.js'

/** Which events to read. */
export type GetLogsChunkedParameters<abi extends Abi | readonly unknown[], eventName extends ContractEventName<abi>> = {
  address: Address | readonly Address[]
  abi: abi
  eventName: eventName
  /** Values of indexed arguments; a list means any of them. */
  args?: ContractEventArgs<abi, eventName> | undefined
  /**
   * First block to read.
   *
   * @default Deploy block of the transfer contract on the client's chain: `TRANSFER_DEPLOY_BLOCK` on the primary chain.
   */
  fromBlock?: bigint | undefined
  /** @default The head when the read starts. */
  toBlock?: bigint | undefined
}

/** One event of the chain. */
export type DecodedLog<
  abi extends Abi | readonly unknown[] = Abi,
  eventName extends ContractEventName<abi> = ContractEventName<abi>,
> = {
  args: EventArgs<abi, eventName>
  blockNumber: bigint | null
  transactionHash: Hex | null
}

/**
 * Reads all events of one kind, however many blocks that takes, in ranges the chain's endpoints allow.
 *
 * A log that carries the event's signature but not its arguments, as another token standard's `Transfer` does, is no
 * such event and is left out.
 *
 * @returns In chain order, each event once. The list is whole: what cannot be read to the end throws.
 * @throws `LogsIncompleteError` carrying the events read so far and the block to which they are complete.
 *   {@link InvalidInputError} on an unknown event, or when the chain is unknown and `fromBlock` is left out.
 *   `InvalidAddressError`, `WrongNetworkError`, `ChainUnavailableError`.
 * @example
 * const created = await getLogsChunked(publicClient, {
 *   address: contractAddress,
 *   abi: protectedTransferAbi,
 *   eventName: 'TransferCreated',
 *   args: { sender: account.address },
 * })
 */
export async function getLogsChunked<
  const abi extends Abi | readonly unknown[],
  eventName extends ContractEventName<abi>,
>(
  client: ReadClient,
  parameters: GetLogsChunkedParameters<abi, eventName>,
  options: ReadLogsOptions = {},
): Promise<DecodedLog<abi, eventName>[]> {
  const { abi, eventName, args, toBlock } = parameters
  // Checked by the parser, whatever it is.
  const address = [parameters.address].flat().map((one) => parseAddress('address', one as Address))
  const decode = eventDecoder(abi, eventName)
  // `findEvent` refuses what is not an ABI with this event.
  const topics = topicsOf(findEvent(abi as Abi, eventName), args)

  const chainId = await chainIdOf(client)
  const deployment = deploymentFor(chainId)
  const fromBlock = parameters.fromBlock ?? deployment?.deployBlocks.transfer
  if (fromBlock === undefined)
    throw new InvalidInputError('fromBlock', `Chain ${chainId} has no known deploy block, so \`fromBlock\` is needed.`)

  const { logs } = await readLogs<DecodedLog<abi, eventName>>(
    client,
    {
      address,
      topics,
      fromBlock,
      toBlock,
      decode(log) {
        const values = decode(log)
        if (values === undefined) return undefined
        return {
          args: values,
          blockNumber: log.blockNumber === null ? null : BigInt(log.blockNumber),
          transactionHash: log.transactionHash,
        }
      },
    },
    // The list cannot say that it ends early, so it must not.
    { ...options, range: options.range ?? deployment?.logRangeBlocks ?? MAX_LOG_RANGE, allowLag: false },
  )
  return logs
}

function topicsOf(event: AbiEvent, args: unknown): (Hex | Hex[] | null)[] {
  try {
    // viem types both by the event, which is known at run time only.
    return encodeEventTopics({ abi: [event], args } as EncodeEventTopicsParameters) as (Hex | Hex[] | null)[]
  } catch (error) {
    throw new InvalidInputError('args', `The values in \`args\` do not fit the event "${event.name}".`, [
      error instanceof Error ? error.message : String(error),
    ])
  }
}
