import { baseSepoliaChain } from '@holdfast/contracts'
import { numberToHex } from 'viem'
import { Miner } from '../chain/Miner.js'
import { startNode } from '../chain/startNode.js'
import { REMOTE_FIRST_BLOCK } from './facts.js'
import { placeRemotePredeploys } from './predeploys.js'

/**
 * Starts the remote chain: a plain anvil with the tokens in place, and its miner, not yet started.
 *
 * @param persist - Directory to continue from and to store the chain in; undefined for a chain that stores nothing.
 */
export async function startRemote(persist: string | undefined) {
  const node = await startNode({ name: 'remote', parameters: parameters, persist })
  const anvil = node.client
  const chain = { head: 0 }
  const noteHead = ({ number, transactions }: Head) => {
    chain.head = Number(number)
    return transactions.length > 0
  }
  const readHead = async () => noteHead(await anvil.request<Head>('eth_getBlockByNumber', ['latest', false]))
  const miner = new Miner(anvil, async (count) => {
    if (count === 1) {
      const [made] = await anvil.request<Head[]>('evm_mine_detailed')
      return made === undefined ? readHead() : noteHead(made)
    }
    await anvil.request('anvil_mine', [numberToHex(count)])
    await readHead()
    // Any of these blocks may have transactions.
    return true
  })
  node.onLost(() => void miner.stop())
  try {
    if (!node.resumed) {
      await placeRemotePredeploys(anvil)
      await miner.mine(baseSepoliaChain.reorgDepthBlocks)
    } else await readHead()
  } catch (error) {
    await node.stop()
    throw error
  }
  return {
    anvil,
    miner,
    /** Number of the newest block. */
    head: () => chain.head,
    stop: async () => {
      await miner.stop()
      await node.stop()
    },
  }
}

type Head = { number: string; transactions: readonly unknown[] }

const parameters = [
  '--hardfork=prague',
  `--chain-id=${baseSepoliaChain.id}`,
  `--number=${REMOTE_FIRST_BLOCK - 1}`,
  // anvil calls a block final two epochs later.
  `--slots-in-an-epoch=${baseSepoliaChain.reorgDepthBlocks / 2}`,
]
