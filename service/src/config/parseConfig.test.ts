import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError } from './ConfigError.js'
import { hideSecrets } from './hideSecrets.js'
import { parseConfig } from './parseConfig.js'
import { isWellKnown } from './wellKnownKeys.js'

const directories: string[] = []
afterEach(async () => {
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })))
})

function faultsOf(env: Record<string, string | undefined>, argv: readonly string[] = []): readonly string[] {
  try {
    parseConfig(env, argv)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ setting }) => setting)
    throw error
  }
  return []
}

const key = generatePrivateKey()
const knownKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

test('default: the defaults of docs/operating.md', () => {
  const { instanceId, store, ...config } = parseConfig({})
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    adminHost: '127.0.0.1',
    adminPort: 8788,
    publicPathPrefix: '',
    corsOrigins: [],
    trustedProxies: ['127.0.0.0/8', '::1/128'],
    instances: 1,
    cosigner: undefined,
    relayer: undefined,
    keeper: undefined,
    model: undefined,
    sponsor: undefined,
    limits: {
      addressUnitsPerDay: 50,
      globalUnitsPerDay: 2_000,
      networkSharePercent: 25,
      preflightFailuresPerHour: 20,
      perMinute: { read: 240, health: 240, cosign: 120, signed: 120, investigate: 60 },
      bodyBytes: 8_192,
      inFlight: 128,
      connections: 512,
      waitMs: 12_000,
    },
    money: {
      maxFeePerGas: 10n ** 12n,
      maxTransactionCost: 250_000n,
      addressDaily: 5_000_000n,
      globalDaily: 150_000_000n,
      maxSeed: 100_000n,
      lowBalance: 5_000_000n,
    },
    logLevel: 'info',
  })
  expect(config.chains.map(({ id }) => id)).toEqual([5042002])
  expect(config.chains[0]?.rpcUrls.length).toBeGreaterThan(0)
  expect(store).toEqual({ kind: 'sqlite', directory: resolve('holdfast-data') })
  expect(instanceId).not.toBe('')
})

test('behavior: everything can be set, money and lists in their forms', () => {
  const other = generatePrivateKey()
  const config = parseConfig(
    {
      COSIGNER_PK: key,
      RELAYER_SIGNER_URL: 'http://127.0.0.1:9000',
      RELAYER_ADDRESS: privateKeyToAddress(other),
      KEEPER_KEYSTORE: '/etc/keeper.json',
      KEEPER_PASSWORD: 'x',
      CORS_ORIGINS: 'https://app.example, http://localhost:5173',
      TRUSTED_PROXIES: '10.0.0.0/8,192.0.2.1,2001:db8::/32',
      DATABASE_URL: 'postgresql://u:p@db/holdfast',
      INSTANCES: '2',
      INSTANCE_ID: 'one',
      RPC_URLS_5042002: 'https://a.example/k,https://b.example',
      RPC_URLS_84532: 'https://c.example',
      DEPLOY_BLOCKS_84532: 'transfer:5,stealthAnnouncer:7',
      EXPLORER_API_84532: 'https://explorer.example/api/v2',
      MODEL_API_KEY: 'k',
      MODEL_NAME: 'some-model',
      MODEL_INPUT_USD: '0.25',
      MODEL_OUTPUT_USD: '2',
      MAX_TX_COST_USDC: '1.5',
    },
    ['--keeper', '--port', '0', '--admin-port=0'],
  )
  expect(config).toMatchObject({
    port: 0,
    adminPort: 0,
    cosigner: { kind: 'raw', privateKey: key },
    relayer: { kind: 'remote', url: 'http://127.0.0.1:9000' },
    keeper: { kind: 'keystore', path: '/etc/keeper.json', password: 'x' },
    corsOrigins: ['https://app.example', 'http://localhost:5173'],
    trustedProxies: ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32'],
    store: { kind: 'postgres', url: 'postgresql://u:p@db/holdfast' },
    model: {
      provider: 'anthropic',
      model: 'some-model',
      price: { input: 0.25, output: 2 },
      maxCallsPerDay: 1_000,
      maxCostMicroUsdPerDay: 10_000_000,
    },
    money: { maxTransactionCost: 1_500_000n },
  })
  expect(config.chains).toMatchObject([
    { id: 5042002, rpcUrls: ['https://a.example/k', 'https://b.example'] },
    { id: 84532, deployBlocks: { transfer: 5n, stealthAnnouncer: 7n }, explorerApi: 'https://explorer.example/api/v2' },
  ])
})

test('behavior: values from files, removed from the environment afterwards', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'holdfast-config-'))
  directories.push(directory)
  await writeFile(join(directory, 'key'), `${key}\n`)
  const config = parseConfig({ RELAYER_PK_FILE: join(directory, 'key') })
  expect(config.relayer).toEqual({ kind: 'raw', privateKey: key })
  expect(faultsOf({ RELAYER_PK_FILE: join(directory, 'none') })).toEqual(['RELAYER_PK_FILE'])
  expect(faultsOf({ RELAYER_PK_FILE: join(directory, 'key'), RELAYER_PK: key })).toEqual(['RELAYER_PK'])
  const url = 'https://token@a.example/k'
  const env = {
    RELAYER_PK: key,
    MODEL_API_KEY: 'k',
    RPC_URLS_5042002: url,
    EXPLORER_API_5042002: url,
    MODEL_BASE_URL: url,
    SPONSOR_BUNDLER_URL: url,
    SPONSOR_PAYMASTER_URL: url,
    COSIGNER_SIGNER_URL: url,
    RELAYER_SIGNER_URL: url,
    KEEPER_SIGNER_URL: url,
    KEEPER_SIGNER_KEY: 'k',
    SERVICE_URL: url,
    PORT: '1',
  }
  hideSecrets(env)
  expect(env).toEqual({ PORT: '1' })
})

test('error: reports all faults at once, by name, without values', () => {
  const secret = 'sk-do-not-print'
  const env = {
    COSIGNER_PK: '0x',
    RELAYER_PK: `0x${'00'.repeat(32)}`,
    PORT: '65536',
    HOST: 'not a host',
    CORS_ORIGINS: `*,${secret}`,
    TRUSTED_PROXIES: '10.0.0.0/99',
    PUBLIC_PATH_PREFIX: 'x/',
    INSTANCES: 'two',
    RPC_URLS_1: 'https://x',
    RPC_URLS_84532: secret,
    DEPLOY_BLOCKS_84532: 'transfer=1',
    DATABASE_URL: secret,
    LOG_LEVEL: 'loud',
    MAX_TX_COST_USDC: '0.1234567',
    MAX_FEE_PER_GAS: '-1',
    MODEL_API_KEY: secret,
    MODEL_PROVIDER: 'openai-compatible',
    SPONSOR_BUNDLER_URL: 'https://bundler.example',
  }
  const faults = faultsOf(env, ['--keeper', '--cosigner-pk', secret])
  expect([...faults].sort()).toEqual([
    '--cosigner-pk',
    'CORS_ORIGINS',
    'COSIGNER_PK',
    'DATABASE_URL',
    'DEPLOY_BLOCKS_84532',
    'HOST',
    'INSTANCES',
    'KEEPER_PK',
    'LOG_LEVEL',
    'MAX_FEE_PER_GAS',
    'MAX_TX_COST_USDC',
    'MODEL_BASE_URL',
    'PORT',
    'PUBLIC_PATH_PREFIX',
    'RELAYER_PK',
    'RPC_URLS_1',
    'RPC_URLS_84532',
    'SPONSOR_PAYMASTER_URL',
    'TRUSTED_PROXIES',
    'command line',
  ])
  try {
    parseConfig(env, ['--keeper', '--cosigner-pk', secret])
  } catch (error) {
    expect(String(error)).not.toContain(secret)
  }
})

describe('origins', () => {
  test.each([
    '*',
    'null',
    'https://app.example/',
    'https://app.example/x',
    'HTTPS://app.example',
    'https://*.example',
    'ftp://a.b',
    'app.example',
  ])('error: %s', (origin) => expect(faultsOf({ CORS_ORIGINS: origin })).toEqual(['CORS_ORIGINS']))
})

// What the public listener would refuse is a fault of its setting, which is named.
test.each(['pay', '/pay/', '/', '/a//b', '/..', '/../a', '/a/./b', '/%61', '/a?b'])(
  'error: the prefix `%s`',
  (prefix) => expect(faultsOf({ PUBLIC_PATH_PREFIX: prefix })).toEqual(['PUBLIC_PATH_PREFIX']),
)
test.each(['/pay', '/pay/v1.0', '/..a'])('behavior: the prefix `%s`', (prefix) =>
  expect(parseConfig({ PUBLIC_PATH_PREFIX: prefix }).publicPathPrefix).toBe(prefix),
)
test.each([
  '10.0.0.0/33',
  '10.0.0.0/08',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '::/129',
  '::ffff:10.0.0.0/8',
  '10.0.0/8',
  'proxy',
])('error: the proxy `%s`', (network) =>
  expect(faultsOf({ TRUSTED_PROXIES: `127.0.0.1, ${network}` })).toEqual(['TRUSTED_PROXIES']),
)

const remoteWith = (env: Record<string, string>) => ({
  RELAYER_SIGNER_URL: 'https://signer.example',
  RELAYER_ADDRESS: privateKeyToAddress(key),
  ...env,
})

describe('keys', () => {
  test.each<[string, Record<string, string>, string]>([
    ['short', { RELAYER_PK: '0x01' }, 'RELAYER_PK'],
    ['without 0x', { RELAYER_PK: key.slice(2) }, 'RELAYER_PK'],
    [
      'the order of the curve',
      { RELAYER_PK: '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141' },
      'RELAYER_PK',
    ],
    ['one key twice', { RELAYER_PK: key, COSIGNER_PK: key.toUpperCase().replace('0X', '0x') }, 'RELAYER_PK'],
    [
      'the same key remotely',
      { COSIGNER_PK: key, KEEPER_SIGNER_URL: 'http://x', KEEPER_ADDRESS: privateKeyToAddress(key) },
      'KEEPER_PK',
    ],
    ['two places', { RELAYER_PK: key, RELAYER_KEYSTORE: '/x', RELAYER_PASSWORD: 'x' }, 'RELAYER_PK'],
    ['no password', { RELAYER_KEYSTORE: '/x' }, 'RELAYER_PASSWORD'],
    ['a certificate without its key', remoteWith({ RELAYER_SIGNER_CERT: 'x' }), 'RELAYER_SIGNER_KEY'],
    ['a key without its certificate', remoteWith({ RELAYER_SIGNER_KEY: 'x' }), 'RELAYER_SIGNER_CERT'],
    [
      'an authority without TLS',
      remoteWith({ RELAYER_SIGNER_CA: 'x', RELAYER_SIGNER_URL: 'http://x' }),
      'RELAYER_SIGNER_URL',
    ],
    ['no address', { RELAYER_SIGNER_URL: 'http://x' }, 'RELAYER_ADDRESS'],
    ['publicly known', { RELAYER_PK: knownKey, NODE_ENV: 'production' }, 'RELAYER_PK'],
    ['a small number', { RELAYER_PK: `0x${'0'.repeat(63)}1`, NODE_ENV: 'production' }, 'RELAYER_PK'],
  ])('error: %s', (_, env, setting) => expect(faultsOf(env)).toEqual([setting]))

  test('behavior: a remote signer with certificates', () => {
    const certificates = { RELAYER_SIGNER_CERT: 'c', RELAYER_SIGNER_KEY: 'k', RELAYER_SIGNER_CA: 'a' }
    expect(parseConfig(remoteWith(certificates)).relayer).toMatchObject({ tls: { cert: 'c', key: 'k', ca: 'a' } })
    expect(parseConfig(remoteWith({})).relayer).not.toHaveProperty('tls')
  })

  test('behavior: a publicly known key is accepted in development', () => {
    expect(faultsOf({ RELAYER_PK: knownKey })).toEqual([])
    expect(isWellKnown(privateKeyToAddress(knownKey))).toBe(true)
    expect(isWellKnown(privateKeyToAddress(key))).toBe(false)
  })
})

test('error: a blank number of instances', () => {
  for (const INSTANCES of ['', '  ']) expect(faultsOf({ INSTANCES })).toEqual(['INSTANCES'])
  expect(faultsOf({}, ['--instances='])).toEqual(['INSTANCES'])
  expect(faultsOf({ INSTANCES: undefined })).toEqual([])
  // The file counts.
  expect(faultsOf({ INSTANCES: '', INSTANCES_FILE: '/none/at/all' })).toEqual(['INSTANCES_FILE'])
})

test('behavior: a separate keeper', () => {
  const account = privateKeyToAddress(knownKey)
  const env = {
    KEEPER_PK: key,
    KEEPER_DAILY_USDC: '0.5',
    SERVICE_URL: 'https://pay.example',
    KEEPER_BOXES: `5042002:${account}, 84532:${account}`,
  }
  expect(parseConfig(env, ['--keeper-only'])).toMatchObject({
    mode: 'keeper',
    keeper: { kind: 'raw' },
    keeping: {
      dailyLimit: 500_000n,
      serviceUrl: 'https://pay.example',
      boxes: [
        { chainId: 5042002, account },
        { chainId: 84532, account },
      ],
    },
  })
  expect(parseConfig(env, ['--keeper-only', '--once']).mode).toBe('keeper-once')
  expect(parseConfig(env, ['--keeper']).mode).toBe('service')
  expect(faultsOf({}, ['--keeper-only'])).toEqual(['KEEPER_PK'])
  expect(faultsOf(env, ['--once'])).toEqual(['--once'])
  expect(faultsOf(env, ['--keeper', '--keeper-only'])).toEqual(['--keeper-only'])
  for (const KEEPER_BOXES of [account, `1:${account}`, `5042002:${account}:x`, '5042002:0x12'])
    expect(faultsOf({ ...env, KEEPER_BOXES })).toEqual(['KEEPER_BOXES'])
  expect(faultsOf({ ...env, SERVICE_URL: 'pay.example' })).toEqual(['SERVICE_URL'])
})

test('behavior: a box that refills the keeper', () => {
  const box = privateKeyToAddress(knownKey)
  const refillOf = (env: Record<string, string>) => parseConfig(env).keeping.refill
  expect(refillOf({})).toBeUndefined()
  expect(refillOf({ KEEPER_REFILL_BOX: `5042002:${box}` })).toEqual({ chainId: 5042002, box, below: 1_000_000n })
  const below = { KEEPER_REFILL_BOX: `84532:${box}`, KEEPER_REFILL_BELOW_USDC: '0.5' }
  expect(refillOf(below)).toEqual({ chainId: 84532, box, below: 500_000n })
  for (const KEEPER_REFILL_BOX of [box, `5042002:${box},84532:${box}`])
    expect(faultsOf({ KEEPER_REFILL_BOX })).toEqual(['KEEPER_REFILL_BOX'])
})

test('error: a model of unknown price, or with one of two prices', () => {
  const model = { MODEL_API_KEY: 'k', MODEL_NAME: 'claude-haiku-4-5' }
  expect(parseConfig(model).model?.price).toEqual({ input: 1, output: 5 })
  expect(faultsOf({ ...model, MODEL_NAME: 'llama-9' })).toEqual(['MODEL_INPUT_USD'])
  expect(faultsOf({ ...model, MODEL_BASE_URL: 'https://gateway.example' })).toEqual(['MODEL_INPUT_USD'])
  expect(faultsOf({ ...model, MODEL_INPUT_USD: '1' })).toEqual(['MODEL_OUTPUT_USD'])
  expect(faultsOf({ ...model, MODEL_INPUT_USD: '1', MODEL_OUTPUT_USD: 'x' })).toEqual(['MODEL_OUTPUT_USD'])
  expect(faultsOf({ MODEL_NAME: 'llama-9' })).toEqual([])
})

test.each([
  [{}, 'claude-haiku-4-5', { input: 1, output: 5 }],
  [{ MODEL_BASE_URL: 'http://127.0.0.1:9000' }, 'claude-haiku-4-5', { input: 1, output: 5 }],
  [
    { MODEL_PROVIDER: 'openai-compatible', MODEL_BASE_URL: 'https://gateway.example/v1' },
    'gpt-5-mini',
    { input: 0.25, output: 2 },
  ],
])('default: a key is enough for a model, with %j', (settings, model, price) => {
  expect(parseConfig({ MODEL_API_KEY: 'k', ...settings }).model).toMatchObject({ model, price })
})

test('behavior: how long records are kept', () => {
  expect(parseConfig({}).retention).toEqual({ auditDays: 365, endedDays: 30 })
  expect(faultsOf({ AUDIT_KEPT_DAYS: '29', ENDED_KEPT_DAYS: '29' })).toEqual(['AUDIT_KEPT_DAYS', 'ENDED_KEPT_DAYS'])
})

test('behavior: the address of the operator’s listener', () => {
  expect(parseConfig({ ADMIN_HOST: '0.0.0.0' }).adminHost).toBe('0.0.0.0')
  expect(parseConfig({}, ['--admin-host', '::1']).adminHost).toBe('::1')
  expect(faultsOf({ ADMIN_HOST: 'not a host' })).toEqual(['ADMIN_HOST'])
})

test('behavior: a quorum, and enough endpoints for it', () => {
  const two = { RPC_URLS_5042002: 'https://a.example, https://b.example' }
  expect(parseConfig(two).policyQuorum).toBeUndefined()
  expect(parseConfig({ ...two, POLICY_QUORUM: '2' }).policyQuorum).toBe(2)
  expect(faultsOf({ ...two, POLICY_QUORUM: '3' })).toEqual(['RPC_URLS_5042002'])
  expect(faultsOf({ ...two, POLICY_QUORUM: '0' })).toEqual(['POLICY_QUORUM'])
  const twice = { RPC_URLS_5042002: 'https://a.example,https://a.example', POLICY_QUORUM: '2' }
  expect(faultsOf(twice)).toEqual(['RPC_URLS_5042002'])
  const other = { ...two, RPC_URLS_84532: 'https://c.example', POLICY_QUORUM: '2' }
  expect(faultsOf(other)).toEqual(['RPC_URLS_84532'])
  // Two endpoints of one operator do not make a quorum.
  const sameOperator =
    'https://rpc.drpc.testnet.arc.io,https://rpc.drpc.testnet.arc.network,https://arc-testnet.drpc.org'
  expect(faultsOf({ RPC_URLS_5042002: sameOperator, POLICY_QUORUM: '2' })).toEqual(['RPC_URLS_5042002'])
  expect(parseConfig({ POLICY_QUORUM: '4' }).policyQuorum).toBe(4)
  expect(faultsOf({ POLICY_QUORUM: '5' })).toEqual(['RPC_URLS_5042002'])
})

test('error: several instances without the settings they need', () => {
  expect(faultsOf({ INSTANCES: '2' })).toEqual(['INSTANCE_ID', 'DATABASE_URL'])
})
