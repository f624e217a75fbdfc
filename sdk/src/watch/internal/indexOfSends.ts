import { protectedTransferAbi } from '@holdfast/contracts'
import { type Address, encodeEventTopics } from 'viem'
import { parseAddress } from '../../chain/address.js'
import type { ReadClient } from '../../chain/clients.js'
import { eventDecoder } from '../../chain/logs/eventDecoder.js'
import { EventIndex } from '../../chain/logs/eventIndex.js'
import { deploymentOf } from '../../chain/network.js'

/** The ids of the transfers that a sender has made, in chain order. */
export function indexOfSends(
  client: ReadClient,
  { sender, contractAddress, fromBlock }: IndexOfSendsOptions,
): EventIndex<bigint> {
  const decode = eventDecoder(protectedTransferAbi, 'TransferCreated')
  return new EventIndex(
    client,
    async () => {
      const deployment = await deploymentOf(client)
      const address = contractAddress ? parseAddress('contractAddress', contractAddress) : deployment.transferContract
      return {
        key: ['TransferCreated', deployment.id, address, sender].join(':').toLowerCase(),
        address,
        topics: encodeEventTopics({
          abi: protectedTransferAbi,
          eventName: 'TransferCreated',
          args: { sender },
        }),
        fromBlock: fromBlock ?? deployment.deployBlocks.transfer,
        reorgDepthBlocks: deployment.reorgDepthBlocks,
        decode: (event) => decode(event)?.transferId,
      }
    },
    {},
  )
}

type IndexOfSendsOptions = {
  sender: Address
  contractAddress: Address | undefined
  fromBlock: bigint | undefined
}
