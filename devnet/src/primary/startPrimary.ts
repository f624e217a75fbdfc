import { join } from 'node:path'
import { arcTestnetChain } from '@holdfast/contracts'
import type { AnvilClient } from '../anvil/client.js'
import { Miner } from '../chain/Miner.js'
import { startNode } from '../chain/startNode.js'
import { Designators, withoutLentCode } from './Designators.js'
import { BASE_FEE, FIRST_BLOCK } from './facts.js'
import { getBlock, readBlock } from './ledger/ingest.js'
import { Ledger } from './ledger/Ledger.js'
import { LedgerFile } from './ledger/LedgerFile.js'
import { makeBlocks } from './makeBlocks.js'
import { placePredeploys } from './predeploys.js'

/**
 * Starts the primary chain: anvil with all contracts in place, its ledger, and its miner, not yet started.
 *
 * @param persist - Directory to continue from and to store the chain in; undefined for a chain that stores nothing.
 */
export async function startPrimary(persist: string | undefined) {
  const node = await startNode({ name: 'primary', parameters: parameters, persist })
  const ledger = new Ledger(FIRST_BLOCK - 1)
  const designators = new Designators(node.client)
  const miner = new Miner(node.client, (count) => makeBlocks({ anvil: node.client, ledger, designators }, count))
  node.onLost(() => void miner.stop())
  try {
    if (!node.resumed) await placePredeploys(node.client)
    if (persist !== undefined) await remember(node.client, ledger, join(persist, 'primary-ledger.jsonl'))
  } catch (error) {
    await node.stop()
    throw error
  }
  return {
    /** For everything but mining: never shows temporary code. */
    anvil: withoutLentCode(node.client, designators),
    ledger,
    designators,
    miner,
    stop: async () => {
      await miner.stop()
      await node.stop()
    },
  }
}

const parameters = [
  '--celo',
  '--hardfork=osaka',
  `--chain-id=${arcTestnetChain.id}`,
  '--enable-tx-gas-limit',
  '--gas-limit=30000000',
  `--base-fee=${BASE_FEE}`,
  '--slots-in-an-epoch=0',
  `--number=${FIRST_BLOCK - 1}`,
]

/** Reads the transactions of earlier runs, and records those of this one. */
async function remember(anvil: AnvilClient, ledger: Ledger, path: string) {
  const file = new LedgerFile(path)
  const head = Number(await anvil.request('eth_blockNumber'))
  const known = file.read(head)
  const knownTo = known.at(-1)?.blockNumber ?? FIRST_BLOCK - 1
  ledger.append(knownTo, known)
  for await (const number of blocksWithTransactions(anvil, knownTo + 1, head)) {
    const transactions = await readBlock(anvil, await getBlock(anvil, number))
    file.append(transactions)
    ledger.append(number, transactions)
  }
  ledger.append(head, [])
  ledger.onAppend((transactions) => file.append(transactions))
}

/** Numbers of the blocks in a range that are not empty; most are empty. */
async function* blocksWithTransactions(anvil: AnvilClient, from: number, to: number) {
  for (let first = from; first <= to; first += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, to - first + 1) }, (_, index) => first + index)
    const counts = await anvil.batch<string>(
      numbers.map((number) => ['eth_getBlockTransactionCountByNumber', [`0x${number.toString(16)}`]]),
    )
    yield* numbers.filter((_, index) => Number(counts[index]) > 0)
  }
}
