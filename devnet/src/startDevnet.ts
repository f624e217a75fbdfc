import { arcTestnetChain, baseSepoliaChain, type ContractAddresses } from '@holdfast/contracts'
import type { Address } from 'viem'
import { type DevnetAccount, testAccounts } from './chain/accounts.js'
import type { ChainControl } from './chain/ChainControl.js'
import { deployOwn } from './chain/deployOwn.js'
import { arcTestnet, baseSepolia } from './chain/viemChains.js'
import { controlSurface } from './control.js'
import { FaultState } from './faults/FaultState.js'
import type { Faults, FaultsUpdate } from './faults/types.js'
import { type Listener, listen } from './http/listen.js'
import { createIssuer } from './issuer/createIssuer.js'
import { ExplorerIndex } from './primary/explorer/ExplorerIndex.js'
import { explorerSurface } from './primary/explorer/surface.js'
import { FIRST_BLOCK } from './primary/facts.js'
import { faucetSurface } from './primary/faucet.js'
import { PrimaryControl } from './primary/PrimaryControl.js'
import { primaryRpcSurface } from './primary/rpc/surface.js'
import { sponsorSurface } from './primary/sponsor.js'
import { startPrimary } from './primary/startPrimary.js'
import { REMOTE_FIRST_BLOCK, REMOTE_PACE } from './remote/facts.js'
import { RemoteControl } from './remote/RemoteControl.js'
import { startRemote } from './remote/startRemote.js'
import { remoteRpcSurface } from './remote/surface.js'

/**
 * Starts a local chain that behaves like the primary chain, its explorer API and a faucet, beside it a remote chain with
 * Base Sepolia's id and addresses, the issuer's Bridge and Hub between them, and a control endpoint for all, on one loopback
 * port.
 *
 * Nothing remains after `stop()` unless `persist` names a directory, and no process outlives this one.
 *
 * @example
 * const devnet = await startDevnet({ blockTimeMs: 50 })
 * const client = createPublicClient({ transport: http(devnet.primary.rpcUrl) })
 * await devnet.stop()
 */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const { port = 0, blockTimeMs = 500, issuerPace = 0.02, persist } = options
  if (!(Number.isFinite(blockTimeMs) && blockTimeMs >= 1)) throw new RangeError('blockTimeMs must be 1 or more.')
  if (!(Number.isFinite(issuerPace) && issuerPace >= 0)) throw new RangeError('issuerPace must be 0 or more.')
  const [primary, remote] = await startBoth(persist)
  const primaryControl = new PrimaryControl(primary.anvil, primary.ledger, primary.miner)
  const remoteControl = new RemoteControl(remote.anvil, remote.miner, remote.head)
  const faults = new FaultState()
  const issuer = createIssuer({
    primary: { ...primary, head: () => primary.ledger.head, firstBlock: FIRST_BLOCK },
    remote: { ...remote, firstBlock: REMOTE_FIRST_BLOCK },
    faults,
    pace: issuerPace,
  })

  let url = ''
  let listener: Listener | undefined
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (async () => {
      await listener?.close()
      issuer.stop()
      await Promise.all([primary.stop(), remote.stop()])
    })()
    return stopping
  }
  try {
    const { anvil, ledger } = primary
    listener = await listen(
      {
        '/primary/rpc': primaryRpcSurface({ ...primary, faults }),
        '/primary/explorer': explorerSurface({ anvil, ledger, index: new ExplorerIndex(ledger), faults }),
        '/primary/faucet': faucetSurface(() => `${url}/primary/rpc`),
        '/primary/sponsor': sponsorSurface(() => `${url}/primary/rpc`),
        '/remote/rpc': remoteRpcSurface({ ...remote, faults }),
        '/issuer/attestation': issuer.attestation,
        '/issuer/hub': issuer.hub,
        '/control': controlSurface(faults, primaryControl, remoteControl, issuer),
      },
      port,
    )
    url = listener.url
    await primary.miner.mine()
    const contracts = await Promise.all([
      deployOwn(`${url}/primary/rpc`, arcTestnet, () => primary.miner.mine()),
      deployOwn(`${url}/remote/rpc`, baseSepolia, () => remote.miner.mine()),
    ])
    issuer.start()
    primary.miner.start(blockTimeMs)
    remote.miner.start(blockTimeMs * REMOTE_PACE)
    return devnet(...contracts)
  } catch (error) {
    await stop()
    throw error
  }

  function devnet(primaryContracts: ContractAddresses, remoteContracts: ContractAddresses): Devnet {
    return {
      url,
      controlUrl: `${url}/control`,
      primary: {
        chainId: arcTestnetChain.id,
        rpcUrl: `${url}/primary/rpc`,
        explorerUrl: `${url}/primary/explorer`,
        explorerApi: `${url}/primary/explorer/api/v2`,
        faucetUrl: `${url}/primary/faucet`,
        sponsorUrl: `${url}/primary/sponsor`,
        usdc: arcTestnetChain.usdc.address,
        contracts: primaryContracts,
        accounts: testAccounts(),
        ...levers(primaryControl),
        backfill: (from, payees, age) => primaryControl.backfill(from, payees, age),
        get latestBlock() {
          return primaryControl.latestBlock
        },
      },
      remote: {
        chainId: baseSepoliaChain.id,
        rpcUrl: `${url}/remote/rpc`,
        usdc: baseSepoliaChain.usdc.address,
        contracts: remoteContracts,
        accounts: testAccounts(),
        ...levers(remoteControl),
        setNativeBalance: (address, nativeBalance) => remoteControl.setNativeBalance(address, nativeBalance),
        get latestBlock() {
          return remoteControl.latestBlock
        },
      },
      issuer: {
        attestationUrl: `${url}/issuer/attestation`,
        hubUrl: `${url}/issuer/hub`,
        setBurnLimit: (chain, amount) => issuer.setBurnLimit(chain, amount),
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
  /** Time between blocks of the primary chain; on the remote one four times that. Tests run well at 50. @default 500 */
  blockTimeMs?: number | undefined
  /**
   * Duration of a second of the issuer's time, in seconds: its waits for finality, its mints and its expiries. 1 is
   * real time.
   *
   * @default 0.02
   */
  issuerPace?: number | undefined
  /** Directory that keeps both chains between runs: written by `stop()`, continued by the next start. */
  persist?: string | undefined
}

/** A running devnet. */
export type Devnet = {
  /** Base URL of all endpoints, for example `http://127.0.0.1:8545`. */
  url: string
  /** Fault injection over HTTP. */
  controlUrl: string
  primary: PrimaryDevnet
  remote: RemoteDevnet
  issuer: IssuerDevnet
  /** Faults of the endpoints; see {@link Faults}. */
  faults: {
    readonly current: Faults
    /** Changes the named fields, keeps the rest. */
    set: (update: FaultsUpdate) => void
    clear: () => void
  }
  /** Stops everything and waits for it. Idempotent. */
  stop: () => Promise<void>
}

/** What both chains of a devnet have. */
export type DevnetChain = {
  chainId: number
  rpcUrl: string
  usdc: Address
  /** Addresses of our contracts. */
  contracts: ContractAddresses
  /** Accounts with 10,000 USDC each; the same on both chains. */
  accounts: readonly DevnetAccount[]
  /** Adds USDC (base units) to a balance, without a transaction or a record in the history. */
  fund: (address: Address, amount: bigint) => Promise<void>
  /** Makes blocks now. @default 1 */
  mine: (blocks?: number) => Promise<void>
  /** Moves the chain's clock forward and makes a block there. The other chain's clock does not change. */
  increaseTime: (seconds: number) => Promise<void>
  /** Puts an account on USDC's blocklist or takes it off. */
  setBlocked: (address: Address, blocked: boolean) => Promise<void>
  /** Pauses USDC, as its issuer can, or unpauses it. Native payments of the primary chain still pass. */
  setPaused: (paused: boolean) => Promise<void>
  /** Number of the newest block. */
  readonly latestBlock: bigint
}

/** The primary chain of a devnet. Account 1 of the well-known mnemonic is blocked there and not among the accounts. */
export type PrimaryDevnet = DevnetChain & {
  /** Pages for people: `/tx/<hash>`, `/address/<address>`. */
  explorerUrl: string
  /** Blockscout REST v2; the Etherscan-like API is at `<explorerUrl>/api`. */
  explorerApi: string
  /** POST `{address, amount?, token?}`. */
  faucetUrl: string
  /**
   * Gives an account a past: a payment of 1 USDC to each payee, in order, 100 in a block, dated `ageSeconds` ago. Explorer, logs and nonce know them;
   * balances do not move, and transactions cannot be looked up by RPC.
   */
  backfill: (from: Address, payees: readonly Address[], age?: { ageSeconds?: number | undefined }) => Promise<void>
  /** ERC-4337 bundler and ERC-7677 paymaster in one; wants `Authorization: Bearer devnet`. */
  sponsorUrl: string
}

/**
 * The remote chain of a devnet, where ether pays for gas: `fund` also lifts an account with less than one ether to that,
 * and the accounts hold ten.
 */
export type RemoteDevnet = DevnetChain & {
  /** Sets an account's ether (wei), for example to 0 for an account that cannot pay for gas. */
  setNativeBalance: (address: Address, nativeBalance: bigint) => Promise<void>
}

/** The issuer's services between the chains; the primary chain is domain 26, the remote one domain 6. */
export type IssuerDevnet = {
  /** Base URL of the attestation and forwarding API, in place of `https://iris-api-sandbox.circle.com`. */
  attestationUrl: string
  /** Base URL of the Hub API, in place of `https://gateway-api-testnet.circle.com`. */
  hubUrl: string
  /** Sets the limit of one burn on a chain (base units); 10 million USDC at first. */
  setBurnLimit: (chain: 'primary' | 'remote', amount: bigint) => Promise<void>
}

/** Starts both chains side by side; when one fails to start, the other is stopped. */
async function startBoth(persist: string | undefined) {
  const starting = [startPrimary(persist), startRemote(persist)] as const
  try {
    return await Promise.all(starting)
  } catch (error) {
    const settled = await Promise.allSettled(starting)
    await Promise.all(settled.map((one) => (one.status === 'fulfilled' ? one.value.stop() : undefined)))
    throw error
  }
}

function levers(
  control: ChainControl,
): Pick<ChainControl, 'fund' | 'mine' | 'increaseTime' | 'setBlocked' | 'setPaused'> {
  return {
    fund: (address, amount) => control.fund(address, amount),
    mine: (blocks) => control.mine(blocks),
    increaseTime: (seconds) => control.increaseTime(seconds),
    setBlocked: (address, blocked) => control.setBlocked(address, blocked),
    setPaused: (paused) => control.setPaused(paused),
  }
}
