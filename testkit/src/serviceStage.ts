import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Devnet, FIRST_BLOCK } from '@holdfast/devnet'
import type { Config, Log } from '@holdfast/service'
import { parseConfig, type RunningService, startService } from '@holdfast/service'
import { keccak256, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { vi } from 'vitest'
import { assertDescribed } from './described.js'
import { ask, sign } from './http.js'
import { RELAY_TIMING } from './relayTiming.js'
import { SCRATCH } from './scratch.js'
import { traceText } from './secretTrace.js'

/** Prints nothing; the text is searched for secrets. */
const note: Log['info'] = (message, fields) => traceText('the log of a service', `${message} ${JSON.stringify(fields)}`)
const traced: Log = {
  debug: note,
  info: note,
  warn: note,
  error: note,
  child(fields) {
    note('', fields)
    return traced
  },
}

/**
 * A service on a devnet, with a funded relayer, in a directory of its own that a restart reuses. Its indexes have
 * reached the head, and no limit of a few seconds fails a test on a busy machine. Every answer must be described in
 * `openapi.json`.
 */
export async function openService(devnet: Devnet, options: openService.Options = {}): Promise<ServiceStage> {
  const directory = options.directory ?? (await mkdtemp(join(SCRATCH, 'holdfast-service-')))
  const relayer = options.relayer ?? generatePrivateKey()
  const cosigner = options.cosigner ?? generatePrivateKey()
  if (options.relayer === undefined && (options.funds ?? 1n) > 0n)
    await devnet.primary.fund(privateKeyToAccount(relayer).address, options.funds ?? 1_000_000_000n)
  const env: Record<string, string | undefined> = {
    DATA_DIR: directory,
    PORT: '0',
    ADMIN_PORT: '0',
    RPC_URLS_5042002: devnet.primary.rpcUrl,
    EXPLORER_API_5042002: devnet.primary.explorerApi,
    // First block of the devnet: before it there are millions of empty blocks.
    DEPLOY_BLOCKS_5042002: `transfer:${FIRST_BLOCK},spendPolicyFactory:${FIRST_BLOCK}`,
    RELAYER_PK: relayer,
    COSIGNER_PK: cosigner,
    ADDRESS_DAILY_USDC: '150',
    SIGNED_PER_MINUTE: '100000',
    READS_PER_MINUTE: '100000',
    ...options.env,
  }
  const config: Config = parseConfig(env)
  const service = await startService(config, {
    log: options.log ?? traced,
    relay: { timing: { ...RELAY_TIMING, ...options.relay } },
    indexes: { timing: { pollMs: 200, standbyMs: 200 } },
    patienceMs: 60_000,
    http: { drainDelayMs: 0, drainTimeoutMs: 60_000, lingerMs: 50, checkAnswers: true },
    ...options.service,
  })
  // With a test's own clock the newest block may be too old for a complete index.
  if (options.service?.now === undefined) await untilIndexed(service.url)
  return {
    service,
    directory,
    env,
    keys: { relayer, cosigner: privateKeyToAccount(cosigner).address },
    async get(path, headers) {
      const answer = await ask(`${service.url}${path}`, headers && { headers })
      assertDescribed('GET', path, answer)
      return answer
    },
    async ask(path, body, by = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const headers = by.headers ?? (await sign(path, text, { account: by.account }))
      const answer = await ask(`${service.url}${path}`, { body: text, headers })
      assertDescribed('POST', path, answer)
      return answer
    },
    forget: () => rm(directory, { recursive: true, force: true }),
  }
}

/** A history without the indexes is incomplete, and the co-signer vetoes. */
function untilIndexed(url: string): Promise<void> {
  const look = async () => {
    const lists = ['announcements', `verified-recipients?sender=${newAccount().address}`]
    const answers = await Promise.all(lists.map((list) => ask(`${url}/api/${list}`)))
    if (answers.some(({ status, body }) => status === 200 && !body.complete)) throw new Error('Blocks are unread.')
  }
  return vi.waitFor(look, { timeout: 120_000, interval: 20 })
}

export declare namespace openService {
  type Options = {
    directory?: string
    relayer?: `0x${string}`
    cosigner?: `0x${string}`
    funds?: bigint
    env?: Record<string, string | undefined>
    log?: Log
    relay?: Partial<Record<keyof typeof RELAY_TIMING, number>>
    service?: startService.Options
  }
}

export type ServiceStage = {
  service: RunningService
  directory: string
  env: Record<string, string | undefined>
  keys: { relayer: `0x${string}`; cosigner: `0x${string}` }
  get: (path: string, headers?: Record<string, string>) => Promise<ask.Answer>
  /** A signed request; by a new account unless one is named, or with headers made before. */
  ask: (
    path: string,
    body: unknown,
    by?: { account?: ReturnType<typeof privateKeyToAccount>; headers?: Record<string, string> },
  ) => Promise<ask.Answer>
  forget: () => Promise<void>
}

/** Terms of a box for a day, as a request names them, between strangers. */
export function somePolicy(token: string, cosigner: string, changes: Record<string, unknown> = {}) {
  return {
    token,
    owner: newAccount().address,
    vault: newAccount().address,
    cosigner,
    target: newAccount().address,
    maxAmount: '5000000',
    perPullMax: '0',
    expiry: Math.floor(Date.now() / 1000) + 86_400,
    interval: 0,
    mode: 0,
    ...changes,
  }
}

export const newAccount = () => privateKeyToAccount(generatePrivateKey())

/** 32 fresh bytes. */
export const randomHash = () => keccak256(toHex(generatePrivateKey()))
