import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AnvilClient } from '../anvil/client.js'
import { spawnAnvil } from '../anvil/spawn.js'

/**
 * Starts the anvil of one chain, which makes no block by itself.
 *
 * With `persist` it continues from the state in `<persist>/<name>-state.json`, with a clock that does not go back, and
 * stores its state there when it stops.
 */
export async function startNode({ name, parameters, persist }: NodeOptions): Promise<ChainNode> {
  if (persist !== undefined) mkdirSync(persist, { recursive: true })
  const stateFile = persist === undefined ? undefined : join(persist, `${name}-state.json`)
  const resumed = stateFile !== undefined && existsSync(stateFile)
  const anvil = await spawnAnvil([
    '--no-mining',
    '--accounts=0',
    `--prune-history=${pastStates}`,
    ...(stateFile === undefined ? [] : [`--state=${stateFile}`]),
    ...parameters,
  ])
  let stopping = false
  let onLost = () => {}
  anvil.onExit((complaint) => {
    if (stopping) return
    console.error(`The devnet's anvil (${name}) exited unexpectedly; its chain no longer answers. ${complaint}`)
    onLost()
  })
  const stop = async () => {
    stopping = true
    await anvil.stop()
  }
  try {
    if (resumed) await catchUpClock(anvil.client)
    else await anvil.client.request('anvil_setCode', [historyContract, '0x'])
  } catch (error) {
    await stop()
    throw error
  }
  return {
    client: anvil.client,
    resumed,
    stop,
    onLost: (listener) => {
      onLost = listener
    },
  }
}

type NodeOptions = {
  name: 'primary' | 'remote'
  parameters: readonly string[]
  /** Directory to continue from and to store the chain in; undefined for a chain that stores nothing. */
  persist: string | undefined
}

/** The anvil of one chain. */
export type ChainNode = {
  client: AnvilClient
  /** True when it continues from an earlier run. */
  resumed: boolean
  stop: () => Promise<void>
  /** Sets a listener that is called when anvil ends without being stopped. */
  onLost: (listener: () => void) => void
}

/** Past states anvil keeps; more would slow down every block. */
const pastStates = 512

/** Block hashes in storage (EIP-2935). With it every block would be slower than the one before. */
const historyContract = '0x0000F90827F1C53a10cb7A02335B175320002935'

/** No block is older than the one before it: a second more, since the clocks of two programs may differ by part of one. */
async function catchUpClock(anvil: AnvilClient) {
  const { timestamp } = await anvil.request<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])
  const ahead = Number(timestamp) + 1 - Math.floor(Date.now() / 1_000)
  if (ahead > 0) await anvil.request('evm_increaseTime', [ahead])
}
