import type { Address, Hex } from 'viem'

/** Everything an operator decides, checked at boot. Money is in USDC base units. */
export type Config = {
  /** What the process runs: the service, or a separate keeper, continuous or for one round. */
  mode: 'service' | 'keeper' | 'keeper-once'
  host: string
  port: number
  /** Address of the operator's listener; it has no access control. */
  adminHost: string
  adminPort: number
  /** Prefix the proxy strips from paths before they arrive; part of what callers sign. */
  publicPathPrefix: string
  /** Exact origins; with an empty list no browser is allowed. */
  corsOrigins: readonly string[]
  /** Folder of the built web application, served beside the routes. */
  webDirectory: string | undefined
  /** Networks whose `X-Forwarded-For` is believed, in CIDR form. */
  trustedProxies: readonly string[]
  /** Instances behind one address; per-IP limits are divided by this number. */
  instances: number
  /** Name of this instance in leases and in the audit chain. */
  instanceId: string
  store: { kind: 'sqlite'; directory: string } | { kind: 'postgres'; url: string }
  /** For how many days records are kept that are no longer needed. */
  retention: { auditDays: number; endedDays: number }
  chains: readonly ChainSettings[]
  /** Memory for payers' histories, for each chain. */
  firewallCacheBytes: number
  /**
   * Number of operators of a chain's endpoints that must agree on the terms of a box before it is signed for.
   * @default 2 where a chain has endpoints of two operators or more, else 1
   */
  policyQuorum: number | undefined
  cosigner: KeySettings | undefined
  relayer: KeySettings | undefined
  /** Only when a keeper is requested. */
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
  /** Tried in order; all of them receive a broadcast. */
  rpcUrls: readonly string[]
  explorerApi: string | undefined
  /** Start blocks of event indexes, where they differ from the registry's. */
  deployBlocks: { transfer?: bigint; spendPolicyFactory?: bigint; stealthAnnouncer?: bigint }
}

/** Where a key is stored. */
export type KeySettings =
  | { kind: 'raw'; privateKey: Hex }
  | { kind: 'keystore'; path: string; password: string }
  | { kind: 'remote'; url: string; address: Address; tls?: RemoteTls | undefined }

/** How both sides of a remote signer's connection authenticate; all PEM. */
export type RemoteTls = {
  /** Shown to the signer. */
  cert?: string | undefined
  key?: string | undefined
  /** Authority that must have signed the signer's certificate, instead of those that Node trusts. */
  ca?: string | undefined
}

/** What a keeper does. */
type KeeperSettings = {
  /** USDC base units, gas of returns on one chain in a day. */
  dailyLimit: bigint
  /** Likewise of pulls. */
  pullLimit: bigint
  /** Service that a separate keeper asks for signatures. */
  serviceUrl: string | undefined
  /** Boxes to pull from, in addition to those whose binding is in the store. */
  boxes: readonly { chainId: number; account: Address }[]
  /** A box that pays the keeper, and the balance below which it is asked to; USDC base units. */
  refill: { chainId: number; box: Address; below: bigint } | undefined
}

/** The model that gives the second opinion. */
export type ModelSettings = {
  provider: 'anthropic' | 'openai-compatible'
  apiKey: string
  baseUrl: string | undefined
  model: string
  /** Price of a token. */
  price: ModelPrice
  maxCallsPerDay: number
  maxCostMicroUsdPerDay: number
}

/** The price of a token in micro-USD; the same number is US dollars for a million tokens. */
export type ModelPrice = { input: number; output: number }

/** A sponsor that pays for gasless claims instead of the relayer: an ERC-4337 bundler and an ERC-7677 paymaster. */
export type SponsorSettings = { bundlerUrl: string; paymasterUrl: string; apiKey: string | undefined }

/** What callers may request. */
export type Limits = {
  addressUnitsPerDay: number
  globalUnitsPerDay: number
  /**
   * Largest share of the day’s units and money, and of the places in flight, that one network block may use, in
   * percent.
   */
  networkSharePercent: number
  /** Failed preflight checks that an address may cause in an hour. */
  preflightFailuresPerHour: number
  /** Requests per minute and address of the caller, by class. */
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
  /** A balance below this raises `relayer.low`. */
  lowBalance: bigint
}
