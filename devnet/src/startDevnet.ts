import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { arcTestnetChain, type ContractAddresses } from '@holdfast/contracts'
import type { Address } from 'viem'
import { spawnAnvil } from './anvil/spawn.js'
import { Designators } from './chain/Designators.js'
import { Miner } from './chain/Miner.js'
import { PrimaryControl } from './chain/PrimaryControl.js'
import { placePredeploys } from './chain/predeploys.js'
import { BASE_FEE, type DevnetAccount, FIRST_BLOCK, primaryAddresses, testAccounts } from './chain/primary.js'
import { controlSurface } from './control.js'
import { deployOwn } from './deployOwn.js'
import { faucetSurface } from './faucet.js'
import { FaultState } from './faults/FaultState.js'
import type { Faults, FaultsUpdate } from './faults/types.js'
import { listen } from './http/listen.js'
import { Ledger } from './ledger/Ledger.js'
import { rpcSurface } from './rpc/surface.js'

/**
 * Starts a local chain that behaves like the primary chain, its explorer API, a faucet and a control endpoint, on one
 * loopback port.
 *
 * Nothing survives `stop()` unless `persist` names a directory, and nothing survives the end of this process.
 *
 * @example
 * const devnet = await startDevnet({ blockTimeMs: 50 })
 * const client = createPublicClient({ transport: http(devnet.primary.rpcUrl) })
 * await devnet.stop()
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { port = 0, blockTimeMs = 500 } = options
  const cache = mkdtempSync(join(tmpdir(), 'holdfast-devnet-'))
  const anvil = await spawnAnvil(anvilParameters(), cache)
  const ledger = new Ledger(FIRST_BLOCK - 1)
  const designators = new Designators(anvil.client)
  const miner = new Miner(anvil.client, ledger, designators)
  const control = new PrimaryControl(anvil.client, ledger, miner)
  const faults = new FaultState()
  const context = { anvil: anvil.client, ledger, miner, designators, faults }

  let url = ''
  const listener = await listen(
    {
      '/primary/rpc': rpcSurface(context),
      '/primary/faucet': faucetSurface(() => `${url}/primary/rpc`),
      '/control': controlSurface(faults, control),
    },
    port,
  )
  url = listener.url

  await placePredeploys(anvil.client)
  miner.start(START_BLOCK_TIME_MS)
  const contracts = await deployOwn(`${url}/primary/rpc`)
  miner.start(blockTimeMs)

  let stopping: Promise<void> | undefined
  async function stop() {
    await listener.close()
    await miner.stop()
    await anvil.stop()
    rmSync(cache, { recursive: true, force: true })
  }

  return {
    url,
    controlUrl: `${url}/control`,
    primary: {
      chainId: arcTestnetChain.id,
      rpcUrl: `${url}/primary/rpc`,
      explorerUrl: `${url}/primary/explorer`,
      explorerApi: `${url}/primary/explorer/api/v2`,
      faucetUrl: `${url}/primary/faucet`,
      usdc: primaryAddresses.usdc,
      contracts,
      accounts: testAccounts(),
      fund: (address, amount) => control.fund(address, amount),
      mine: (blocks) => control.mine(blocks),
      increaseTime: (seconds) => control.increaseTime(seconds),
      setBlocked: (address, blocked) => control.setBlocked(address, blocked),
      get latestBlock() {
        return control.latestBlock
      },
    },
    faults: {
      get current() {
        return faults.current
      },
      set: (update) => faults.set(update),
      clear: () => faults.clear(),
    },
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Options of {@link startDevnet}. */
export type DevnetOptions = {
  /** Port of everything; 0 picks a free one. @default 0 */
  port?: number | undefined
  /** Time between blocks. Tests run well at 50. @default 500 */
  blockTimeMs?: number | undefined
}

/** A running devnet. */
export type Devnet = {
  /** Where everything is served from, for example `http://127.0.0.1:8545`. */
  url: string
  /** Fault injection over HTTP. */
  controlUrl: string
  primary: PrimaryDevnet
  /** Faults of the endpoints; see {@link Faults}. */
  faults: {
    readonly current: Faults
    /** Changes what it names, leaves the rest. */
    set: (update: FaultsUpdate) => void
    clear: () => void
  }
  /** Ends everything and waits for it. Safe to call twice. */
  stop: () => Promise<void>
}

/** The primary chain of a devnet. */
export type PrimaryDevnet = {
  chainId: number
  rpcUrl: string
  /** Pages for people: `/tx/<hash>`, `/address/<address>`. */
  explorerUrl: string
  /** Blockscout REST v2; the Etherscan-like API is at `<explorerUrl>/api`. */
  explorerApi: string
  /** POST `{address, amount?, token?}`. */
  faucetUrl: string
  usdc: Address
  /** Addresses of our contracts. */
  contracts: ContractAddresses
  /** Accounts with 10,000 USDC each. Account 1 of the well-known mnemonic is blocked and therefore not among them. */
  accounts: readonly DevnetAccount[]
  /** Adds USDC (base units) to a balance, without a transaction and without a trace in the history. */
  fund: (address: Address, amount: bigint) => Promise<void>
  /** Makes blocks now. @default 1 */
  mine: (blocks?: number) => Promise<void>
  /** Moves the chain's clock forward and makes a block there. */
  increaseTime: (seconds: number) => Promise<void>
  /** Puts an account on USDC's blocklist or takes it off. */
  setBlocked: (address: Address, blocked: boolean) => Promise<void>
  /** Number of the newest block. */
  readonly latestBlock: bigint
}

/** While our contracts are being deployed nobody has to wait for the clock. */
const START_BLOCK_TIME_MS = 5

/** Past states anvil keeps; more would slow down every block. */
const PAST_STATES = 512

function anvilParameters(): string[] {
  return [
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
}
