import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { DEPLOYMENTS, deployedChainIds, PRIMARY_CHAIN_ID } from '@holdfast/sdk/chain'
import { type Address, isAddress } from 'viem'
import { parseCidr } from './addresses.js'
import type { ChainSettings, Config, ModelPrice, ModelSettings, SponsorSettings } from './Config.js'
import { ConfigError } from './ConfigError.js'
import { listPriceOf } from './internal/listPrices.js'
import { readArguments } from './internal/readArguments.js'
import { readKey } from './internal/readKey.js'
import { operatorOf } from './operatorOf.js'
import { Settings } from './Settings.js'

/**
 * Reads all settings at once, from the command line first and then from the environment.
 *
 * @param env - Any setting may come from a file: `NAME_FILE`.
 * @throws {@link ConfigError} naming every fault, and no value.
 * @throws {@link ConfigError} naming every fault, and no value.
 * @example
 * const config = parseConfig(process.env, process.argv.slice(2))
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, argv: readonly string[] = []): Config {
  const { values, faults, keeper, keeperOnly, once } = readArguments(argv)
  const settings = new Settings({ ...env, ...values })
  settings.faults.push(...faults)
  const isProduction = env.NODE_ENV === 'production'

  const directory = resolve(settings.text('DATA_DIR') ?? 'holdfast-data')
  const databaseUrl = settings.url('DATABASE_URL', settings.text('DATABASE_URL'), ['postgres:', 'postgresql:'])
  // Limits are divided by it: a number that a template left blank must not become 1.
  if (settings.isBlank('INSTANCES')) settings.fault('INSTANCES', 'given, but blank')
  const instances = settings.integer('INSTANCES', 1, { least: 1, most: 1_000 })
  const instanceId = settings.text('INSTANCE_ID') ?? (hostname() || 'one')
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(instanceId))
    settings.fault('INSTANCE_ID', 'not 1 to 64 letters, digits, dots or dashes')
  if (instances > 1 && settings.text('INSTANCE_ID') === undefined)
    settings.fault('INSTANCE_ID', 'needed where there are several instances: their leases and audit chains carry it')
  if (instances > 1 && databaseUrl === undefined)
    settings.fault('DATABASE_URL', 'needed where there are several instances: an embedded store has one owner')

  const chains = readChains(settings)
  const cosigner = readKey(settings, 'COSIGNER', { isProduction })
  const relayer = readKey(settings, 'RELAYER', { isProduction })
  const keeperKey = readKey(settings, 'KEEPER', { isProduction })
  const keeps = keeper || keeperOnly
  if (keeps && keeperKey === undefined)
    settings.fault('KEEPER_PK', `needed for ${keeperOnly ? '--keeper-only' : '--keeper'}`)
  if (keeper && keeperOnly) settings.fault('--keeper-only', 'not together with --keeper')
  if (once && !keeperOnly) settings.fault('--once', 'only with --keeper-only')
  assertDifferent(settings, { COSIGNER: cosigner?.address, RELAYER: relayer?.address, KEEPER: keeperKey?.address })

  const config: Config = {
    mode: keeperOnly ? (once ? 'keeper-once' : 'keeper') : 'service',
    host: readHost(settings, 'HOST'),
    port: settings.integer('PORT', 8787, { least: 0, most: 65_535 }),
    adminHost: readHost(settings, 'ADMIN_HOST'),
    adminPort: settings.integer('ADMIN_PORT', 8788, { least: 0, most: 65_535 }),
    publicPathPrefix: readPrefix(settings),
    corsOrigins: readOrigins(settings),
    webDirectory: resolved(settings.text('WEB_DIR')),
    trustedProxies: readNetworks(settings),
    instances,
    instanceId,
    store: databaseUrl === undefined ? { kind: 'sqlite', directory } : { kind: 'postgres', url: databaseUrl },
    retention: {
      auditDays: settings.integer('AUDIT_KEPT_DAYS', 365, { least: 30, most: 36_500 }),
      endedDays: settings.integer('ENDED_KEPT_DAYS', 30, { least: 30, most: 36_500 }),
    },
    chains,
    firewallCacheBytes:
      settings.integer('FIREWALL_CACHE_MB', cacheMebibytes(chains.length), { least: 1, most: 65_536 }) * mebibyte,
    policyQuorum: readQuorum(settings, chains),
    cosigner: cosigner?.key,
    relayer: relayer?.key,
    keeper: keeps ? keeperKey?.key : undefined,
    keeping: {
      dailyLimit: settings.usdc('KEEPER_DAILY_USDC', 5_000_000n),
      pullLimit: settings.usdc('KEEPER_PULLS_DAILY_USDC', 5_000_000n),
      serviceUrl: settings.url('SERVICE_URL', settings.text('SERVICE_URL')),
      boxes: readBoxes(settings, 'KEEPER_BOXES'),
      refill: readRefill(settings),
    },
    model: readModel(settings),
    sponsor: readSponsor(settings),
    limits: readLimits(settings),
    money: {
      maxFeePerGas: settings.wei('MAX_FEE_PER_GAS', 1_000_000_000_000n),
      maxTransactionCost: settings.usdc('MAX_TX_COST_USDC', 250_000n),
      addressDaily: settings.usdc('ADDRESS_DAILY_USDC', 5_000_000n),
      globalDaily: settings.usdc('GLOBAL_DAILY_USDC', 150_000_000n),
      maxSeed: settings.usdc('MAX_SEED_USDC', 100_000n),
      lowBalance: settings.usdc('LOW_BALANCE_USDC', 5_000_000n),
    },
    docsBase: settings.url('DOCS_BASE', settings.text('DOCS_BASE')),
    logLevel: settings.oneOf('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent']) ?? 'info',
  }
  if (config.port !== 0 && config.port === config.adminPort) settings.fault('ADMIN_PORT', 'the same as PORT')
  if (config.money.maxSeed < 50_000n) settings.fault('MAX_SEED_USDC', 'below 0.05, the least that a seed gives')
  if (settings.faults.length > 0) throw new ConfigError(settings.faults)
  return config
}

/** Settings that contain a secret, or a URL that may contain one: removed from the environment once they are read. */
export const SECRET_SETTINGS: readonly string[] = [
  ...['COSIGNER', 'RELAYER', 'KEEPER'].flatMap((name) => [
    `${name}_PK`,
    `${name}_PASSWORD`,
    `${name}_SIGNER_URL`,
    `${name}_SIGNER_KEY`,
  ]),
  'MODEL_API_KEY',
  'MODEL_BASE_URL',
  'SERVICE_URL',
  'SPONSOR_API_KEY',
  'SPONSOR_BUNDLER_URL',
  'SPONSOR_PAYMASTER_URL',
  'DATABASE_URL',
]

function assertDifferent(settings: Settings, addresses: Readonly<Record<string, Address | undefined>>): void {
  const names = Object.keys(addresses)
  names.forEach((name, place) => {
    const twin = names
      .slice(0, place)
      .find((other) => addresses[other]?.toLowerCase() === addresses[name]?.toLowerCase())
    if (addresses[name] !== undefined && twin !== undefined) settings.fault(`${name}_PK`, `the same key as ${twin}_PK`)
  })
}

function readHost(settings: Settings, setting: 'HOST' | 'ADMIN_HOST'): string {
  const host = settings.text(setting) ?? '127.0.0.1'
  if (isIP(host) === 0 && !/^[a-z0-9.-]{1,253}$/i.test(host)) settings.fault(setting, 'not an address to listen on')
  return host
}

function readPrefix(settings: Settings): string {
  const prefix = settings.text('PUBLIC_PATH_PREFIX') ?? ''
  if (!/^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)*$/.test(prefix))
    settings.fault('PUBLIC_PATH_PREFIX', 'not a plain path without a slash at the end')
  return prefix
}

function readOrigins(settings: Settings): readonly string[] {
  const origins = settings.list('CORS_ORIGINS')
  const isOrigin = (origin: string) =>
    /^https?:[^*]*$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  if (!origins.every(isOrigin))
    settings.fault('CORS_ORIGINS', 'not a list of origins: scheme, host and port, no path, no wildcard')
  return [...new Set(origins)]
}

function resolved(given: string | undefined): string | undefined {
  return given === undefined ? undefined : resolve(given)
}

function readNetworks(settings: Settings): readonly string[] {
  const given = settings.text('TRUSTED_PROXIES')
  if (given === undefined) return ['127.0.0.0/8', '::1/128']
  const networks = settings.list('TRUSTED_PROXIES')
  if (networks.some((network) => parseCidr(network) === undefined))
    settings.fault('TRUSTED_PROXIES', 'not a list of networks, such as 10.0.0.0/8')
  return networks.map((network) => (network.includes('/') ? network : `${network}/${isIP(network) === 6 ? 128 : 32}`))
}

/** The primary chain, and every other one that endpoints are named for. */
function readChains(settings: Settings): readonly ChainSettings[] {
  const form = /^(?:RPC_URLS|EXPLORER_API|DEPLOY_BLOCKS)_([0-9]+)(?:_FILE)?$/
  const named = new Map<number, string>()
  for (const name of settings.namesLike(form)) named.set(Number(form.exec(name)?.[1]), name)
  const known = deployedChainIds()
  for (const [id, name] of named) if (!known.includes(id)) settings.fault(name, 'not a chain the service works on')
  const served = known.filter((id) => id === PRIMARY_CHAIN_ID || [...settings.list(`RPC_URLS_${id}`)].length > 0)
  return served.map((id) => {
    const given = settings.list(`RPC_URLS_${id}`)
    // An endpoint that is listed twice would agree with itself.
    const rpcUrls = [...new Set(given.length > 0 ? given : (DEPLOYMENTS[id]?.rpcUrls ?? []))]
    for (const url of given) settings.url(`RPC_URLS_${id}`, url)
    return {
      id,
      rpcUrls,
      explorerApi: settings.url(`EXPLORER_API_${id}`, settings.text(`EXPLORER_API_${id}`)),
      deployBlocks: readDeployBlocks(settings, id),
    }
  })
}

/** On a chain with endpoints of fewer operators no box could ever be signed for. */
function readQuorum(settings: Settings, chains: readonly ChainSettings[]): number | undefined {
  if (settings.text('POLICY_QUORUM') === undefined) return undefined
  const quorum = settings.integer('POLICY_QUORUM', 1, { least: 1, most: 8 })
  for (const { id, rpcUrls } of chains) {
    const operators = new Set(rpcUrls.filter((url) => URL.canParse(url)).map(operatorOf))
    if (operators.size < quorum) settings.fault(`RPC_URLS_${id}`, 'endpoints of fewer operators than POLICY_QUORUM')
  }
  return quorum
}

/** `transfer:1,spendPolicyFactory:2,stealthAnnouncer:3`, each only where it differs from the registry. */
function readDeployBlocks(settings: Settings, chainId: number): ChainSettings['deployBlocks'] {
  const setting = `DEPLOY_BLOCKS_${chainId}`
  const blocks: Partial<Record<'transfer' | 'spendPolicyFactory' | 'stealthAnnouncer', bigint>> = {}
  for (const item of settings.list(setting)) {
    const match = /^(transfer|spendPolicyFactory|stealthAnnouncer):(0|[1-9][0-9]{0,14})$/.exec(item)
    if (match === null) settings.fault(setting, 'not of the form transfer:1,spendPolicyFactory:2,stealthAnnouncer:3')
    // Both groups match, and the first is one of the names.
    else blocks[match[1] as keyof typeof blocks] = BigInt(match[2] as string)
  }
  return blocks
}

/** `5042002:0x…,84532:0x…` */
function readBoxes(settings: Settings, setting: 'KEEPER_BOXES' | 'KEEPER_REFILL_BOX'): Config['keeping']['boxes'] {
  return settings.list(setting).flatMap((item) => {
    const [id = '', account = '', ...rest] = item.split(':')
    if (rest.length === 0 && deployedChainIds().includes(Number(id)) && isAddress(account))
      return [{ chainId: Number(id), account }]
    settings.fault(setting, 'not a list of boxes, such as 5042002:0x…, each with a right checksum')
    return []
  })
}

function readRefill(settings: Settings): Config['keeping']['refill'] {
  const below = settings.usdc('KEEPER_REFILL_BELOW_USDC', 1_000_000n)
  const [first, ...rest] = readBoxes(settings, 'KEEPER_REFILL_BOX')
  if (rest.length > 0) return settings.fault('KEEPER_REFILL_BOX', 'more than one box')
  return first && { chainId: first.chainId, box: first.account, below }
}

function readModel(settings: Settings): ModelSettings | undefined {
  const apiKey = settings.text('MODEL_API_KEY')
  const provider = settings.oneOf('MODEL_PROVIDER', ['anthropic', 'openai-compatible']) ?? 'anthropic'
  const baseUrl = settings.url('MODEL_BASE_URL', settings.text('MODEL_BASE_URL'))
  const name = settings.text('MODEL_NAME')
  const maxCallsPerDay = settings.integer('MODEL_CALLS_PER_DAY', 1_000, { least: 0, most: 1_000_000 })
  const maxCost = settings.usdc('MODEL_COST_USD_PER_DAY', 10_000_000n)
  const given = readPrice(settings)
  if (apiKey === undefined) return undefined
  if (provider === 'openai-compatible' && baseUrl === undefined)
    settings.fault('MODEL_BASE_URL', 'needed for MODEL_PROVIDER=openai-compatible')
  const model = name ?? defaultModels[provider]
  // Of the default model the list price counts at any host, so that a key and a host are enough to start.
  const price = given ?? listPriceOf({ provider, baseUrl: name && baseUrl, model })
  if (price === undefined)
    return settings.fault('MODEL_INPUT_USD', 'needed: no list price of this model is known, so no ceiling would hold')
  return { provider, apiKey, baseUrl, model, price, maxCallsPerDay, maxCostMicroUsdPerDay: Number(maxCost) }
}

/** Small models of which the list price is known. */
const defaultModels = { anthropic: 'claude-haiku-4-5', 'openai-compatible': 'gpt-5-mini' } as const

/** Both prices, or neither. Zero is valid, for a self-hosted model. */
function readPrice(settings: Settings): ModelPrice | undefined {
  const [input, output] = ['MODEL_INPUT_USD', 'MODEL_OUTPUT_USD'] as const
  const isGiven = [input, output].filter((setting) => settings.text(setting) !== undefined)
  if (isGiven.length === 0) return undefined
  if (isGiven.length === 1) return settings.fault(isGiven[0] === input ? output : input, `needed for ${isGiven[0]}`)
  return { input: Number(settings.usdc(input, 0n)) / 1e6, output: Number(settings.usdc(output, 0n)) / 1e6 }
}

function readSponsor(settings: Settings): SponsorSettings | undefined {
  const bundlerUrl = settings.url('SPONSOR_BUNDLER_URL', settings.text('SPONSOR_BUNDLER_URL'))
  const paymasterUrl = settings.url('SPONSOR_PAYMASTER_URL', settings.text('SPONSOR_PAYMASTER_URL'))
  const apiKey = settings.text('SPONSOR_API_KEY')
  if (bundlerUrl === undefined && paymasterUrl === undefined) return undefined
  if (bundlerUrl === undefined) return settings.fault('SPONSOR_BUNDLER_URL', 'needed for SPONSOR_PAYMASTER_URL')
  if (paymasterUrl === undefined) return settings.fault('SPONSOR_PAYMASTER_URL', 'needed for SPONSOR_BUNDLER_URL')
  return { bundlerUrl, paymasterUrl, apiKey }
}

function readLimits(settings: Settings): Config['limits'] {
  const count = { least: 1, most: 1_000_000_000 }
  return {
    addressUnitsPerDay: settings.integer('ADDRESS_UNITS_PER_DAY', 50, count),
    globalUnitsPerDay: settings.integer('GLOBAL_UNITS_PER_DAY', 2_000, count),
    networkSharePercent: settings.integer('NETWORK_SHARE_PERCENT', 25, { least: 1, most: 100 }),
    preflightFailuresPerHour: settings.integer('PREFLIGHT_FAILURES_PER_HOUR', 20, count),
    perMinute: {
      read: settings.integer('READS_PER_MINUTE', 240, count),
      health: settings.integer('HEALTH_PER_MINUTE', 240, count),
      cosign: settings.integer('COSIGN_PER_MINUTE', 120, count),
      signed: settings.integer('SIGNED_PER_MINUTE', 120, count),
      investigate: settings.integer('INVESTIGATE_PER_MINUTE', 60, count),
    },
    bodyBytes: settings.integer('MAX_BODY_BYTES', 8_192, { least: 1_024, most: 1_048_576 }),
    inFlight: settings.integer('MAX_IN_FLIGHT', 128, { least: 1, most: 100_000 }),
    connections: settings.integer('MAX_CONNECTIONS', 512, { least: 1, most: 100_000 }),
    waitMs: settings.integer('WAIT_MS', 12_000, { least: 0, most: 14_000 }),
  }
}

const mebibyte = 1024 * 1024

/**
 * Of each chain: all caches together take at most a sixteenth of the heap, since a reading needs several times as much.
 */
function cacheMebibytes(chains: number): number {
  const { heap_size_limit } = getHeapStatistics()
  return Math.max(1, Math.min(64, Math.floor(heap_size_limit / mebibyte / 16 / Math.max(1, chains))))
}
