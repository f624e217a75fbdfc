import { arcTestnetChain, type ContractAddresses } from '@holdfast/contracts'
import type { Address } from 'viem'
import { deployOwn } from './chain/deployOwn.js'
import { controlSurface } from './control.js'
import { FaultState } from './faults/FaultState.js'
import type { Faults, FaultsUpdate } from './faults/types.js'
import { type Listener, listen } from './http/listen.js'
import { ExplorerIndex } from './primary/explorer/ExplorerIndex.js'
import { explorerSurface } from './primary/explorer/surface.js'
import { type DevnetAccount, primaryAddresses, testAccounts } from './primary/facts.js'
import { faucetSurface } from './primary/faucet.js'
import { PrimaryControl } from './primary/PrimaryControl.js'
import { startChain } from './primary/startPrimary.js'
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
  const { port = 0, blockTimeMs = 500, persist } = options
  if (!(Number.isFinite(blockTimeMs) && blockTimeMs >= 1)) throw new RangeError('blockTimeMs must be 1 or more.')
  const chain = await startChain(persist)
  const { anvil, ledger, miner } = chain
  const control = new PrimaryControl(anvil, ledger, miner)
  const faults = new FaultState()

  let url = ''
  let listener: Listener | undefined
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      await listener?.close()
      await chain.stop()
    })()
    return stopping
  }
  try {
    listener = await listen(
      {
        '/primary/rpc': rpcSurface({ ...chain, faults }),
        '/primary/explorer': explorerSurface({ anvil, ledger, index: new ExplorerIndex(ledger), faults }),
        '/primary/faucet': faucetSurface(() => `${url}/primary/rpc`),
        '/control': controlSurface(faults, control),
      },
      port,
    )
    url = listener.url
    await miner.mine()
    miner.start(START_BLOCK_TIME_MS)
    const contracts = await deployOwn(`${url}/primary/rpc`)
    miner.start(blockTimeMs)
    return devnet(contracts)
  } catch (error) {
    await stop()
    throw error
  }

  function devnet(contracts: ContractAddresses): Devnet {
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
        contracts: { codeClaimVerifier: contracts.codeClaimVerifier, transferContract: contracts.transferContract },
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
      stop,
    }
  }
}

/** Options of {@link startDevnet}. */
export type DevnetOptions = {
  /** Port of everything; 0 picks a free one. @default 0 */
  port?: number | undefined
  /** Time between blocks. Tests run well at 50. @default 500 */
  blockTimeMs?: number | undefined
  /** Directory that keeps the chain between runs: written by `stop()`, continued by the next start. */
  persist?: string | undefined
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
