import { resolve } from 'node:path'
import { getHeapStatistics } from 'node:v8'
import { deployedChainIds } from '@holdfast/sdk/chain'
import { keccak256, stringToHex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { Config } from './Config.js'
import { ConfigError } from './ConfigError.js'
import { hideSecrets } from './hideSecrets.js'
import { parseConfig } from './parseConfig.js'

type Env = Record<string, string | undefined>

const mebibyte = 1024 * 1024
const key = generatePrivateKey()
const box = privateKeyToAddress(key)

/** Everything that the bounds of another setting depend on. */
const base: Env = {
  COSIGNER_PK: key,
  DATABASE_URL: 'postgres://db/holdfast',
  INSTANCE_ID: 'one',
  KEEPER_REFILL_BOX: `5042002:${box}`,
  MODEL_API_KEY: 'k',
  MODEL_INPUT_USD: '1',
  MODEL_OUTPUT_USD: '2',
  POLICY_QUORUM: '1',
  RPC_URLS_5042002: Array.from({ length: 8 }, (_, index) => `https://${index}.example`).join(),
}

/** The faults, one a line. */
function faultsOf(env: Env, argv: readonly string[] = []): string {
  try {
    parseConfig(env, argv)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

/** A configuration with one field changed, which it must have. */
function changed(config: Config, path: string, value: unknown): Config {
  const set = (object: object, [name = '', ...rest]: readonly string[]): object => {
    expect(object).toHaveProperty(name)
    // The path leads through objects to a field.
    const field = (object as Record<string, unknown>)[name]
    // As above.
    return { ...object, [name]: rest.length === 0 ? value : set(field as object, rest) }
  }
  // Its fields are those of the configuration.
  return set(config, path.split('.')) as Config
}

describe.each<[setting: string, path: string, least: number, most: number, unit?: number]>([
  ['PORT', 'port', 0, 65_535],
  ['ADMIN_PORT', 'adminPort', 0, 65_535],
  ['INSTANCES', 'instances', 1, 1_000],
  ['AUDIT_KEPT_DAYS', 'retention.auditDays', 30, 36_500],
  ['ENDED_KEPT_DAYS', 'retention.endedDays', 30, 36_500],
  ['FIREWALL_CACHE_MB', 'firewallCacheBytes', 1, 65_536, mebibyte],
  ['POLICY_QUORUM', 'policyQuorum', 1, 8],
  ['MODEL_CALLS_PER_DAY', 'model.maxCallsPerDay', 0, 1_000_000],
  ['ADDRESS_UNITS_PER_DAY', 'limits.addressUnitsPerDay', 1, 1_000_000_000],
  ['GLOBAL_UNITS_PER_DAY', 'limits.globalUnitsPerDay', 1, 1_000_000_000],
  ['NETWORK_SHARE_PERCENT', 'limits.networkSharePercent', 1, 100],
  ['PREFLIGHT_FAILURES_PER_HOUR', 'limits.preflightFailuresPerHour', 1, 1_000_000_000],
  ['READS_PER_MINUTE', 'limits.perMinute.read', 1, 1_000_000_000],
  ['HEALTH_PER_MINUTE', 'limits.perMinute.health', 1, 1_000_000_000],
  ['COSIGN_PER_MINUTE', 'limits.perMinute.cosign', 1, 1_000_000_000],
  ['SIGNED_PER_MINUTE', 'limits.perMinute.signed', 1, 1_000_000_000],
  ['INVESTIGATE_PER_MINUTE', 'limits.perMinute.investigate', 1, 1_000_000_000],
  ['MAX_BODY_BYTES', 'limits.bodyBytes', 1_024, 1_048_576],
  ['MAX_IN_FLIGHT', 'limits.inFlight', 1, 100_000],
  ['MAX_CONNECTIONS', 'limits.connections', 1, 100_000],
  ['WAIT_MS', 'limits.waitMs', 0, 14_000],
])('the number %s', (setting, path, least, most, unit = 1) => {
  test('default: sets its own field, from its least to its most', () => {
    for (const value of [least, most])
      expect(parseConfig({ ...base, [setting]: `${value}` })).toEqual(changed(parseConfig(base), path, value * unit))
  })

  test('error: outside its bounds, or no whole number', () => {
    for (const value of [`${least - 1}`, `${most + 1}`, '1.5', `+${most}`, `0${most}`, `${most}n`])
      expect(faultsOf({ ...base, [setting]: value })).toBe(`${setting}: not a whole number from ${least} to ${most}`)
  })
})

describe.each<[setting: string, path: string]>([
  ['KEEPER_DAILY_USDC', 'keeping.dailyLimit'],
  ['KEEPER_PULLS_DAILY_USDC', 'keeping.pullLimit'],
  ['KEEPER_REFILL_BELOW_USDC', 'keeping.refill.below'],
  ['MAX_TX_COST_USDC', 'money.maxTransactionCost'],
  ['ADDRESS_DAILY_USDC', 'money.addressDaily'],
  ['GLOBAL_DAILY_USDC', 'money.globalDaily'],
  ['MAX_SEED_USDC', 'money.maxSeed'],
  ['LOW_BALANCE_USDC', 'money.lowBalance'],
])('the amount %s', (setting, path) => {
  test('default: sets its own field', () => {
    for (const [text, amount] of [
      ['0.05', 50_000n],
      ['7.000001', 7_000_001n],
      ['999999999', 999_999_999_000_000n],
    ] as const)
      expect(parseConfig({ ...base, [setting]: text })).toEqual(changed(parseConfig(base), path, amount))
  })

  test('error: no amount', () => {
    for (const text of ['-1', '+1', '01', '1.', '.5', '1.1234567', '1000000000', '1e3', 'x1', '1x', '1,5'])
      expect(faultsOf({ ...base, [setting]: text })).toBe(`${setting}: not an amount of USDC, such as 0.25`)
  })
})

test('behavior: amounts of zero, the least seed, the cost and the prices of a model', () => {
  expect(parseConfig({ GLOBAL_DAILY_USDC: '0' }).money.globalDaily).toBe(0n)
  expect(faultsOf({ MAX_SEED_USDC: '0.049999' })).toBe('MAX_SEED_USDC: below 0.05, the least that a seed gives')
  const model = parseConfig({ ...base, MODEL_COST_USD_PER_DAY: '0.5' })
  expect(model).toEqual(changed(parseConfig(base), 'model.maxCostMicroUsdPerDay', 500_000))
  expect(model.model?.price).toEqual({ input: 1, output: 2 })
  for (const setting of ['MODEL_INPUT_USD', 'MODEL_OUTPUT_USD', 'MODEL_COST_USD_PER_DAY'])
    expect(faultsOf({ ...base, [setting]: '-1' })).toBe(`${setting}: not an amount of USDC, such as 0.25`)
})

test('behavior: the ceiling of fees', () => {
  const ceilingOf = (wei: string) => parseConfig({ ...base, MAX_FEE_PER_GAS: wei })
  for (const wei of ['1', '9'.repeat(30)])
    expect(ceilingOf(wei)).toEqual(changed(parseConfig(base), 'money.maxFeePerGas', BigInt(wei)))
  for (const wei of ['0', '01', '-1', '1.0', '1e9', 'x1', '1x', '1'.repeat(31)])
    expect(faultsOf({ MAX_FEE_PER_GAS: wei })).toBe('MAX_FEE_PER_GAS: not an amount of wei')
})

test('behavior: all caches of the firewall together take at most a sixteenth of the heap', () => {
  const ids = deployedChainIds()
  const served = parseConfig(Object.fromEntries(ids.map((id) => [`RPC_URLS_${id}`, 'https://a.example'])))
  expect(served.chains).toHaveLength(ids.length)
  const most = getHeapStatistics().heap_size_limit / 16
  for (const { chains, firewallCacheBytes } of [parseConfig({}), served]) {
    const share = most / chains.length
    expect(firewallCacheBytes).toBeLessThanOrEqual(share)
    // Whole MiB, and no more than 64 of them.
    expect(firewallCacheBytes).toBeGreaterThan(Math.min(64 * mebibyte - 1, share - mebibyte))
    expect(firewallCacheBytes).toBeLessThanOrEqual(64 * mebibyte)
  }
})

describe('text', () => {
  test.each<[setting: string, path: string, value: string, read?: string]>([
    ['HOST', 'host', '0.0.0.0'],
    ['HOST', 'host', 'pay.example'],
    ['ADMIN_HOST', 'adminHost', '::1'],
    ['WEB_DIR', 'webDirectory', 'web', resolve('web')],
    ['DATABASE_URL', 'store', 'postgresql://other/db'],
    ['INSTANCE_ID', 'instanceId', 'Az0._-'.padEnd(64, 'x')],
    ['SERVICE_URL', 'keeping.serviceUrl', 'http://pay.example'],
    ['DOCS_BASE', 'docsBase', 'https://docs.example/'],
    ['LOG_LEVEL', 'logLevel', 'silent'],
    ['MODEL_API_KEY', 'model.apiKey', 'other'],
    ['MODEL_NAME', 'model.model', 'some-model'],
    ['MODEL_BASE_URL', 'model.baseUrl', 'http://127.0.0.1:1'],
  ])('default: %s sets %s: %s', (setting, path, value, read: string = value) => {
    const expected = path === 'store' ? { kind: 'postgres', url: value } : read
    expect(parseConfig({ ...base, [setting]: ` ${value}\n` })).toEqual(changed(parseConfig(base), path, expected))
  })

  test('behavior: the folder of the embedded store, and a sponsor with and without a key', () => {
    expect(parseConfig({ DATA_DIR: 'data' }).store).toEqual({ kind: 'sqlite', directory: resolve('data') })
    const [bundler, paymaster] = ['https://bundler.example', 'https://paymaster.example']
    const both = { SPONSOR_BUNDLER_URL: bundler, SPONSOR_PAYMASTER_URL: paymaster }
    const sponsor = { bundlerUrl: bundler, paymasterUrl: paymaster, apiKey: undefined }
    expect(parseConfig(both).sponsor).toEqual(sponsor)
    expect(parseConfig({ ...both, SPONSOR_API_KEY: 'k' }).sponsor).toEqual({ ...sponsor, apiKey: 'k' })
    expect(parseConfig({ SPONSOR_API_KEY: 'k' }).sponsor).toBeUndefined()
  })

  test.each([
    ...['COSIGNER', 'RELAYER', 'KEEPER'].map((name) => `${name}_SIGNER_URL`),
    ...['SERVICE_URL', 'MODEL_BASE_URL', 'SPONSOR_BUNDLER_URL', 'SPONSOR_PAYMASTER_URL', 'EXPLORER_API_5042002'],
  ])('error: %s is not a URL of HTTP', (setting) => {
    const others = { SPONSOR_BUNDLER_URL: 'https://b.example', SPONSOR_PAYMASTER_URL: 'https://p.example' }
    for (const value of ['ws://a.example', 'a.example'])
      expect(faultsOf({ ...others, [setting]: value })).toContain(`${setting}: not a URL of http: or https:`)
  })

  test('error: a provider of models that is not known; several instances without their names', () => {
    expect(faultsOf({ MODEL_PROVIDER: 'x' })).toBe('MODEL_PROVIDER: not one of anthropic, openai-compatible')
    expect(faultsOf({ INSTANCES: '2', DATABASE_URL: 'postgres://db' })).toBe(
      'INSTANCE_ID: needed where there are several instances: their leases and audit chains carry it',
    )
  })

  test('behavior: a proxy without a length is one address', () => {
    const { trustedProxies } = parseConfig({ TRUSTED_PROXIES: '2001:db8::1, 192.0.2.1,0.0.0.0/0' })
    expect(trustedProxies).toEqual(['2001:db8::1/128', '192.0.2.1/32', '0.0.0.0/0'])
  })

  test('behavior: deploy blocks, each of a contract', () => {
    const blocksOf = (text: string) => parseConfig({ DEPLOY_BLOCKS_5042002: text }).chains[0]?.deployBlocks
    expect(blocksOf('transfer:0,spendPolicyFactory:20, stealthAnnouncer:999999999999999')).toEqual({
      transfer: 0n,
      spendPolicyFactory: 20n,
      stealthAnnouncer: 999_999_999_999_999n,
    })
    for (const text of [
      'xtransfer:1',
      'transfer:1x',
      'transfer:01',
      'transfer:1000000000000000',
      'transfer:',
      'usdc:1',
    ])
      expect(faultsOf({ DEPLOY_BLOCKS_5042002: text })).toBe(
        'DEPLOY_BLOCKS_5042002: not of the form transfer:1,spendPolicyFactory:2,stealthAnnouncer:3',
      )
  })

  test('error: a setting for a chain that is not served, in a file too', () => {
    for (const setting of ['RPC_URLS_1', 'EXPLORER_API_1', 'DEPLOY_BLOCKS_1', 'RPC_URLS_1_FILE'])
      expect(faultsOf({ [setting]: 'https://a.example' })).toBe(`${setting}: not a chain the service works on`)
    expect(faultsOf({ RPC_URLS_99: 'https://a.example' })).toBe('RPC_URLS_99: not a chain the service works on')
    expect(faultsOf({ MY_RPC_URLS_1: 'x', RPC_URLS_1_OLD: 'x', RPC_URLS_: 'x', RPC_URLS_1: undefined })).toBe('')
  })
})

describe('keys', () => {
  const names = ['COSIGNER', 'RELAYER', 'KEEPER'] as const
  const known = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

  test.each(names)('error: of %s, in every other form', (name) => {
    const setting = `${name}_PK`
    const fault = `${setting}: not a private key: 32 bytes of 0x hex in the range of the curve`
    for (const raw of [`x${key}`, `${key}0`, `${key} x`, key.slice(2), `0X${key.slice(2)}`, `0x${'g'.repeat(64)}`])
      expect(faultsOf({ [setting]: raw })).toBe(fault)
    expect(faultsOf({ [setting]: known, NODE_ENV: 'production' })).toBe(`${setting}: a publicly known key`)
    expect(faultsOf({ [setting]: known, NODE_ENV: 'staging' })).toBe('')
    const operator = keccak256(stringToHex('holdfast devnet operator'))
    expect(faultsOf({ [setting]: operator, NODE_ENV: 'production' })).toBe(`${setting}: a publicly known key`)
  })

  test.each(names)('behavior: of %s, the greatest, in its three places', (name) => {
    const field = name.toLowerCase() as Lowercase<typeof name>
    const greatest = '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140'
    const keyOf = (env: Env) =>
      parseConfig({ KEEPER_PK: name === 'KEEPER' ? undefined : key, ...env }, ['--keeper'])[field]
    const upper = `0x${greatest.slice(2).toUpperCase()}`
    expect(keyOf({ [`${name}_PK`]: upper })).toEqual({ kind: 'raw', privateKey: greatest })
    const stored = { [`${name}_KEYSTORE`]: '/x', [`${name}_PASSWORD`]: 'secret' }
    expect(keyOf(stored)).toEqual({ kind: 'keystore', path: '/x', password: 'secret' })
    const remote = { [`${name}_SIGNER_URL`]: 'https://signer.example', [`${name}_ADDRESS`]: privateKeyToAddress(known) }
    const expected = { kind: 'remote', url: 'https://signer.example', address: privateKeyToAddress(known) }
    expect(keyOf(remote)).toEqual(expected)
    expect(keyOf({ ...remote, [`${name}_SIGNER_CA`]: 'a' })).toEqual({
      ...expected,
      tls: { cert: undefined, key: undefined, ca: 'a' },
    })
  })

  test('error: the address of a remote key with a wrong checksum; certificates without a signer', () => {
    const wrong = box.replace(/[a-f]/i, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
    const remote = { RELAYER_SIGNER_URL: 'https://signer.example', RELAYER_ADDRESS: wrong }
    const needed = 'RELAYER_ADDRESS: needed for RELAYER_SIGNER_URL, with a right checksum'
    expect(faultsOf(remote)).toBe(needed)
    expect(faultsOf({ ...remote, RELAYER_ADDRESS: undefined })).toBe(needed)
    expect(faultsOf({ RELAYER_SIGNER_CA: 'a' })).toBe('RELAYER_SIGNER_URL: not https, so certificates cannot be used')
  })

  test('behavior: a keeper’s key is not kept without a keeper', () => {
    expect(parseConfig({ KEEPER_PK: key }).keeper).toBeUndefined()
    expect(parseConfig({ KEEPER_PK: key }, ['--keeper-only']).keeper).toEqual({ kind: 'raw', privateKey: key })
  })

  test.each([
    ...names.flatMap((name) => ['PK', 'PASSWORD', 'SIGNER_URL', 'SIGNER_KEY'].map((kind) => `${name}_${kind}`)),
    ...['DATABASE_URL', 'SERVICE_URL', 'RPC_URLS_1', 'EXPLORER_API_84532'],
    ...['MODEL_API_KEY', 'MODEL_BASE_URL', 'SPONSOR_API_KEY', 'SPONSOR_BUNDLER_URL', 'SPONSOR_PAYMASTER_URL'],
  ])('behavior: %s is removed from the environment, and nothing else', (setting) => {
    const others = { PORT: '1', [`MY_${setting}`]: 'x', [`${setting}_FILE`]: 'x' }
    const env: Env = { ...others, [setting]: 'secret' }
    hideSecrets(env)
    expect(env).toEqual(others)
  })
})

describe('the command line', () => {
  test.each([
    ['--host', 'HOST', '0.0.0.0'],
    ['--port', 'PORT', '1'],
    ['--admin-host', 'ADMIN_HOST', '::1'],
    ['--admin-port', 'ADMIN_PORT', '2'],
    ['--data-dir', 'DATA_DIR', 'data'],
    ['--instances', 'INSTANCES', '3'],
    ['--instance-id', 'INSTANCE_ID', 'two'],
    ['--log-level', 'LOG_LEVEL', 'error'],
  ])('behavior: %s is %s, and comes first', (option, setting, value) => {
    const env = setting === 'DATA_DIR' ? { DATA_DIR: 'other' } : { ...base, [setting]: base[setting] }
    const expected = parseConfig({ ...env, [setting]: value })
    expect(expected).not.toEqual(parseConfig(env))
    for (const argv of [[option, value], [`${option}=${value}`]]) expect(parseConfig(env, argv)).toEqual(expected)
  })

  test('error: an option without a value, and what is not an option: it may be a secret', () => {
    for (const argv of [['--port'], ['--port', '--keeper']])
      expect(faultsOf({ KEEPER_PK: key }, argv)).toContain('--port: needs a value')
    expect(faultsOf({}, ['--toString'])).toBe('command line: not an option')
    for (const secret of [key, `x--${'k'.repeat(8)}`, `--${'k'.repeat(33)}`, '--keeper=1x'])
      expect(faultsOf({}, [secret])).toBe(`${secret === '--keeper=1x' ? '--keeper' : 'command line'}: not an option`)
    expect(faultsOf({}, ['--cosigner-pk=secret'])).toBe('--cosigner-pk: not an option')
  })
})

test('error: every message, in full', () => {
  const wrong = {
    INSTANCES: '2',
    INSTANCE_ID: 'a b',
    HOST: 'not a host',
    PUBLIC_PATH_PREFIX: 'x/',
    CORS_ORIGINS: 'see https://app.example',
    TRUSTED_PROXIES: 'proxy',
    RPC_URLS_5042002: 'a.example',
    POLICY_QUORUM: '2',
    KEEPER_BOXES: `5042002:${box}:x`,
    KEEPER_REFILL_BOX: `5042002:${box},5042002:${box}`,
    RELAYER_PK: key,
    COSIGNER_PK: key,
    MODEL_API_KEY: 'k',
    MODEL_PROVIDER: 'openai-compatible',
    MODEL_NAME: 'm',
    MODEL_OUTPUT_USD: '1',
    SPONSOR_PAYMASTER_URL: 'https://paymaster.example',
    DOCS_BASE: 'ftp://docs.example',
    LOG_LEVEL: 'loud',
    PORT: '9',
    ADMIN_PORT: '9',
  }
  expect(faultsOf(wrong, ['--keeper', '--keeper-only', '--once'])).toMatchInlineSnapshot(`
    "INSTANCE_ID: not 1 to 64 letters, digits, dots or dashes
    DATABASE_URL: needed where there are several instances: an embedded store has one owner
    RPC_URLS_5042002: not a URL of http: or https:
    KEEPER_PK: needed for --keeper-only
    --keeper-only: not together with --keeper
    RELAYER_PK: the same key as COSIGNER_PK
    HOST: not an address to listen on
    PUBLIC_PATH_PREFIX: not a plain path without a slash at the end
    CORS_ORIGINS: not a list of origins: scheme, host and port, no path, no wildcard
    TRUSTED_PROXIES: not a list of networks, such as 10.0.0.0/8
    RPC_URLS_5042002: endpoints of fewer operators than POLICY_QUORUM
    KEEPER_BOXES: not a list of boxes, such as 5042002:0x…, each with a right checksum
    KEEPER_REFILL_BOX: more than one box
    MODEL_INPUT_USD: needed for MODEL_OUTPUT_USD
    MODEL_BASE_URL: needed for MODEL_PROVIDER=openai-compatible
    MODEL_INPUT_USD: needed: no list price of this model is known, so no ceiling would hold
    SPONSOR_BUNDLER_URL: needed for SPONSOR_PAYMASTER_URL
    DOCS_BASE: not a URL of http: or https:
    LOG_LEVEL: not one of debug, info, warn, error, silent
    ADMIN_PORT: the same as PORT"
  `)
  expect(
    faultsOf(
      {
        INSTANCES: ' ',
        RELAYER_PK: key,
        RELAYER_KEYSTORE: '/x',
        COSIGNER_KEYSTORE: '/x',
        KEEPER_SIGNER_CERT: 'c',
        MODEL_INPUT_USD: '1',
        SPONSOR_BUNDLER_URL: 'https://bundler.example',
        DATABASE_URL: 'https://db.example',
        MODEL_API_KEY_FILE: '/none/at/all',
        DATA_DIR_FILE: '/dev/null',
        SERVICE_URL: 'https://a.example',
        SERVICE_URL_FILE: '/x',
      },
      ['--keeper', '--once'],
    ),
  ).toMatchInlineSnapshot(`
    "DATA_DIR_FILE: the file is empty
    DATABASE_URL: not a URL of postgres: or postgresql:
    INSTANCES: given, but blank
    COSIGNER_PASSWORD: needed for COSIGNER_KEYSTORE
    RELAYER_PK: more than one of RELAYER_PK, RELAYER_KEYSTORE, RELAYER_SIGNER_URL
    KEEPER_SIGNER_KEY: needed for KEEPER_SIGNER_CERT
    KEEPER_PK: needed for --keeper
    --once: only with --keeper-only
    SERVICE_URL: set twice, also as SERVICE_URL_FILE
    MODEL_API_KEY_FILE: the file cannot be read
    MODEL_OUTPUT_USD: needed for MODEL_INPUT_USD
    SPONSOR_PAYMASTER_URL: needed for SPONSOR_BUNDLER_URL"
  `)
  expect(
    faultsOf({ KEEPER_SIGNER_KEY: 'k', MODEL_API_KEY: 'k', MODEL_NAME: 'm' }, ['--keeper-only']),
  ).toMatchInlineSnapshot(`
    "KEEPER_SIGNER_CERT: needed for KEEPER_SIGNER_KEY
    KEEPER_PK: needed for --keeper-only
    MODEL_INPUT_USD: needed: no list price of this model is known, so no ceiling would hold"
  `)
})
