import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { arcTestnetChain } from '@holdfast/contracts'
import type { AnvilClient } from '../anvil/client.js'
import { spawnAnvil } from '../anvil/spawn.js'
import { Miner } from '../chain/Miner.js'
import { Designators, withoutLentCode } from './Designators.js'
import { BASE_FEE, FIRST_BLOCK } from './facts.js'
import { readBlock } from './ledger/ingest.js'
import { Ledger } from './ledger/Ledger.js'
import { LedgerFile } from './ledger/LedgerFile.js'
import { placePredeploys } from './predeploys.js'

/**
 * Starts the primary chain: anvil with everything in place, its ledger and its miner, which still stands still.
 *
 * @param persist - Directory to go on from and to leave the chain in; undefined for a chain that leaves nothing.
 */
export async function startChain(persist: string | undefined) {
  if (persist !== undefined) mkdirSync(persist, { recursive: true })
  const stateFile = persist === undefined ? undefined : join(persist, 'primary-state.json')
  const resumed = stateFile !== undefined && existsSync(stateFile)
  const anvil = await spawnAnvil([...PARAMETERS, ...(stateFile === undefined ? [] : [`--state=${stateFile}`])])

  let stopping = false
  const stopAnvil = async () => {
    stopping = true
    await anvil.stop()
  }
  const ledger = new Ledger(FIRST_BLOCK - 1)
  const designators = new Designators(anvil.client)
  const miner = new Miner(anvil.client, ledger, designators)
  anvil.onExit((complaint) => {
    if (stopping) return
    console.error(`The devnet's anvil has ended by itself; nothing will answer any more. ${complaint}`)
    void miner.stop()
  })
  try {
    if (!resumed) await placePredeploys(anvil.client)
    if (persist !== undefined) await remember(persist)
  } catch (error) {
    await stopAnvil()
    throw error
  }
  return {
    /** For everything but mining: never shows borrowed code. */
    anvil: withoutLentCode(anvil.client, designators),
    ledger,
    designators,
    miner,
    stop: async () => {
      await miner.stop()
      await stopAnvil()
    },
  }

  /** Reads what happened in earlier runs, and writes down what will happen in this one. */
  async function remember(persist: string) {
    const file = new LedgerFile(join(persist, 'primary-ledger.jsonl'))
    const head = Number(await anvil.client.request('eth_blockNumber'))
    const known = file.read(head)
    const knownTo = known.at(-1)?.blockNumber ?? FIRST_BLOCK - 1
    ledger.append(knownTo, known)
    for await (const number of blocksWithTransactions(anvil.client, knownTo + 1, head)) {
      const transactions = await readBlock(anvil.client, number)
      file.append(transactions)
      ledger.append(number, transactions)
    }
    ledger.append(head, [])
    ledger.onAppend((transactions) => file.append(transactions))
    if (resumed) await catchUpClock()
  }

  /** A chain whose clock was moved forward must not go back. */
  async function catchUpClock() {
    const { timestamp } = await anvil.client.request<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
    const ahead = Number(timestamp) - Math.floor(Date.now() / 1_000)
    if (ahead > 0) await anvil.client.request('evm_increaseTime', [ahead])
  }
}

/** Numbers of the blocks in a range that are not empty, which few are. */
async function* blocksWithTransactions(anvil: AnvilClient, from: number, to: number) {
  for (let first = from; first <= to; first += 1_000) {
    const numbers = Array.from({ length: Math.min(1_000, to - first + 1) }, (_, index) => first + index)
    const counts = await anvil.batch<string>(
      numbers.map((number) => ['eth_getBlockTransactionCountByNumber', [`0x${number.toString(16)}`]]),
    )
    yield* numbers.filter((_, index) => Number(counts[index]) > 0)
  }
}

/** Past states anvil keeps; more would slow down every block. */
const PAST_STATES = 512

const PARAMETERS = [
  '--celo',
  '--hardfork=osaka',
  `--chain-id=${arcTestnetChain.id}`,
  '--enable-tx-gas-limit',
  '--gas-limit=30000000',
  `--base-fee=${BASE_FEE}`,
  '--slots-in-an-epoch=0',
  '--no-mining',
  '--accounts=0',
  `--number=${FIRST_BLOCK - 1}`,
  `--prune-history=${PAST_STATES}`,
]
