import type { Address, Hex } from 'viem'

/** Everything an operator decides, checked at boot. Money is in USDC base units. */
export type Config = {
  /** What the process is: the service, or a keeper of its own, for good or for one round. */
  mode: 'service' | 'keeper' | 'keeper-once'
  host: string
  port: number
  /** Where the operator is served; it has no access control. */
  adminHost: string
  adminPort: number
  /** Prefix the proxy strips from paths before they arrive; part of what callers sign. */
  publicPathPrefix: string
  /** Exact origins; empty lets no browser in. */
  corsOrigins: readonly string[]
  /** Folder of the built web application, served beside the routes. */
  webDirectory: string | undefined
  /** Networks whose `X-Forwarded-For` is believed, in CIDR form. */
  trustedProxies: readonly string[]
  /** Instances behind one address; per-IP limits are divided by it. */
  instances: number
  /** Name of this instance in leases and in the audit chain. */
  instanceId: string
  store: { kind: 'sqlite'; directory: string } | { kind: 'postgres'; url: string }
  /** For how many days something is remembered that is of no more use. */
  retention: { auditDays: number; endedDays: number }
  chains: readonly ChainSettings[]
  /** Memory for the histories of payers, of each chain. */
  firewallCacheBytes: number
  /**
   * Operators of a chain's endpoints that must agree on what a box is before it is signed for.
   * @default 2 where a chain has endpoints of two operators or more, else 1
   */
  policyQuorum: number | undefined
  cosigner: KeySettings | undefined
  relayer: KeySettings | undefined
  /** Only where a keeper is asked for. */
  keeper: KeySettings | undefined
  keeping: KeeperSettings
  model: ModelSettings | undefined
  sponsor: SponsorSettings | undefined
  limits: Limits
  money: MoneyLimits
  /** Prefix of the documentation's error pages; without one, errors name no page. */
  docsBase: string | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** How one chain is reached. The first chain is the primary one. */
export type ChainSettings = {
  id: number
  /** Tried in order; all of them hear a broadcast. */
  rpcUrls: readonly string[]
  explorerApi: string | undefined
  /** Where event indexes start, where it is not the registry's block. */
  deployBlocks: { transfer?: bigint; spendPolicyFactory?: bigint; stealthAnnouncer?: bigint }
}

/** Where a key is. */
export type KeySettings =
  | { kind: 'raw'; privateKey: Hex }
  | { kind: 'keystore'; path: string; password: string }
  | { kind: 'remote'; url: string; address: Address; tls?: RemoteTls | undefined }

/** How both sides of a remote signer's connection prove who they are; all PEM. */
export type RemoteTls = {
  /** Shown to the signer. */
  cert?: string | undefined
  key?: string | undefined
  /** Who has to have signed the signer's certificate, instead of those that Node trusts. */
  ca?: string | undefined
}

/** What a keeper does. */
type KeeperSettings = {
  /** USDC base units, gas of returns on one chain in a day. */
  dailyLimit: bigint
  /** Likewise of pulls. */
  pullLimit: bigint
  /** Whom a keeper of its own asks for signatures. */
  serviceUrl: string | undefined
  /** Boxes to pull from besides those whose binding is in the store. */
  boxes: readonly { chainId: number; account: Address }[]
  /** A box that pays the keeper, and below what balance it is asked to; USDC base units. */
  refill: { chainId: number; box: Address; below: bigint } | undefined
}

/** Who gives the second opinion. */
export type ModelSettings = {
  provider: 'anthropic' | 'openai-compatible'
  apiKey: string
  baseUrl: string | undefined
  model: string
  /** Of a token. */
  price: ModelPrice
  maxCallsPerDay: number
  maxCostMicroUsdPerDay: number
}

/** What a token costs, in micro-USD; the same number as US dollars for a million tokens. */
export type ModelPrice = { input: number; output: number }

/** Who pays for gasless claims instead of the relayer: an ERC-4337 bundler and an ERC-7677 paymaster. */
export type SponsorSettings = { bundlerUrl: string; paymasterUrl: string; apiKey: string | undefined }

/** What callers may ask for. */
export type Limits = {
  addressUnitsPerDay: number
  globalUnitsPerDay: number
  /** Largest share of the day’s units and money, and of the places in flight, that one network block may use, in percent. */
  networkSharePercent: number
  /** Failed preflights an address may make in an hour. */
  preflightFailuresPerHour: number
  /** Requests a minute and address of the caller, by class. */
  perMinute: { read: number; health: number; cosign: number; signed: number; investigate: number }
  bodyBytes: number
  inFlight: number
  connections: number
  /** How long a signed request waits for its transaction before it answers 202. */
  waitMs: number
}

/** What the relayer may spend. */
export type MoneyLimits = {
  /** Native wei. */
  maxFeePerGas: bigint
  maxTransactionCost: bigint
  addressDaily: bigint
  globalDaily: bigint
  maxSeed: bigint
  /** `relayer.low` below this. */
  lowBalance: bigint
}
