import { randomBytes } from 'node:crypto'
import type { Devnet } from '@holdfast/devnet'
import { STEALTH_ANNOUNCER_DEPLOY_BLOCK } from '@holdfast/sdk/chain'
import { type ClaimKey, recoverClaimHash, signClaim } from '@holdfast/sdk/transfer'
import { RELAY_TIMING } from '@holdfast/testkit/relayTiming'
import {
  type Address,
  bytesToHex,
  type Hex,
  hexToNumber,
  keccak256,
  numberToHex,
  pad,
  stringToHex,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { AdmissionPart, AdmissionRequest } from '../src/admission/Admission.js'
import { createAdmission } from '../src/admission/createAdmission.js'
import { connectChain } from '../src/chains/connectChain.js'
import type { ServedChain } from '../src/chains/ServedChain.js'
import type { MoneyLimits } from '../src/config/Config.js'
import { openSigner } from '../src/keys/openSigner.js'
import type { Signer } from '../src/keys/Signer.js'
import { createRelay } from '../src/relay/createRelay.js'
import type { Outcome } from '../src/relay/Outcome.js'
import { type AnnounceContent, announceKey } from '../src/relay/operations/announce.js'
import { type ClaimContent, claimKey } from '../src/relay/operations/claim.js'
import { boxOf, type CreateContent, createKey } from '../src/relay/operations/create.js'
import { type GasContent, gasKey } from '../src/relay/operations/gas.js'
import type { Relay } from '../src/relay/Relay.js'
import type { Store } from '../src/store/Store.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'
import type { Log } from '../src/telemetry/Telemetry.js'

export const PRIMARY = 5042002

/** Nothing happened on the devnet before: reading the millions of blocks from the real start takes a second. */
export const DEVNET_START = { transfer: STEALTH_ANNOUNCER_DEPLOY_BLOCK }

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent }

/** Prints everything, for a test that fails. */
export const loud: Log = {
  debug: console.log,
  info: console.log,
  warn: console.log,
  error: console.log,
  child: () => loud,
}

/** The default money limits of docs/operating.md. */
export const MONEY: MoneyLimits = {
  maxFeePerGas: 1_000_000_000_000n,
  maxTransactionCost: 250_000n,
  addressDaily: 150_000_000n,
  globalDaily: 150_000_000n,
  maxSeed: 100_000n,
  lowBalance: 5_000_000n,
}

/** A relayer with 1,000 USDC on a devnet, and everything it needs. */
export async function openRelay(devnet: Devnet, store: Store, options: openRelay.Options = {}): Promise<RelayStage> {
  const { privateKey = generatePrivateKey(), funds = 1_000_000_000n, money = MONEY, timing, onStep } = options
  const signer = await openSigner({ kind: 'raw', privateKey })
  if (funds > 0n) await devnet.primary.fund(signer.address, funds)
  const chain = options.chain ?? (await connectTo(devnet))
  const admission = createAdmission({
    store,
    config: { limits: { addressUnitsPerDay: 2_000, globalUnitsPerDay: 10_000, networkSharePercent: 25 }, money },
    now: Date.now,
    log: silent,
    relayerBalance: (chainId) => relay.balance(chainId),
  })
  const parts = {
    store,
    admission,
    chains: new Map([[PRIMARY, chain]]),
    signer,
    config: { money, sponsor: options.sponsor, instanceId: 'test' },
    log: options.log ?? silent,
    metrics: options.metrics ?? createMetrics({ version: '0.0.0', commit: 'test' }),
    now: Date.now,
  }
  const relay = createRelay(parts, { timing: { ...RELAY_TIMING, ...timing }, onStep })
  const finish = async (id: string, waitMs = 120_000): Promise<Outcome> => {
    const { outcome } = await admission.wait(id, { waitMs, signal: new AbortController().signal })
    if (outcome === undefined) throw new Error('The operation has no outcome.')
    return JSON.parse(outcome)
  }
  const ask = async (part: AdmissionPart, changes: Partial<AdmissionRequest> = {}) => {
    const result = await admission.admit({ ...part, signer: someone(), network: undefined, ...changes })
    if ('refused' in result) throw new Error(result.refused)
    relay.wake()
    return result.operation.id
  }
  return {
    signer,
    chain,
    admission,
    relay,
    ask,
    finish,
    do: async (part) => finish(await ask(part)),
    nonce: async () =>
      hexToNumber(
        await chain.client.request({ method: 'eth_getTransactionCount', params: [signer.address, 'latest'] }),
      ),
  }
}

export declare namespace openRelay {
  type Options = {
    privateKey?: Hex
    funds?: bigint
    chain?: ServedChain
    money?: MoneyLimits
    sponsor?: createRelay.Parts['config']['sponsor']
  } & Partial<Pick<createRelay.Parts, 'log' | 'metrics'>> &
    createRelay.Options
}

export type RelayStage = {
  signer: Signer
  chain: ServedChain
  admission: ReturnType<typeof createAdmission>
  relay: Relay
  /** Admits one operation; returns its id. */
  ask: (part: AdmissionPart, changes?: Partial<AdmissionRequest>) => Promise<string>
  finish: (id: string, waitMs?: number) => Promise<Outcome>
  do: (part: AdmissionPart) => Promise<Outcome>
  /** Mined transactions of the relayer. */
  nonce: () => Promise<number>
}

/** @param urls - Default: the devnet's own. */
export function connectTo(devnet: Devnet, urls = [devnet.primary.rpcUrl], timeoutMs = 1_000): Promise<ServedChain> {
  const settings = { id: PRIMARY, rpcUrls: urls, explorerApi: undefined, deployBlocks: DEVNET_START }
  return connectChain(settings, { timeoutMs })
}

/** A fresh caller with an unused signature. */
export const someone = () => ({
  address: bytesToHex(randomBytes(20)),
  timestamp: Date.now(),
  digest: bytesToHex(randomBytes(32)),
})

/** An operation as a route would request it. */
export function partOf(
  kind: AdmissionPart['operation']['kind'],
  key: string,
  content: unknown,
  hold = 60_000n,
): AdmissionPart {
  const text = JSON.stringify(content)
  const operation = { key, kind, chainId: PRIMARY, content: text, contentHash: keccak256(stringToHex(text)) }
  return { operation, units: 1, hold }
}

/** The creation of a new box. */
export function someBox(chain: ServedChain, salt: Hex = bytesToHex(randomBytes(32))) {
  const hash = (number: number) => keccak256(pad(numberToHex(number)))
  const content: CreateContent = {
    ownerHash: hash(1),
    salt,
    policy: {
      token: chain.deployment.usdc,
      cosigner: address(11),
      vaultHash: hash(2),
      target: address(12),
      maxAmount: '5000000',
      perPullMax: '0',
      expiry: 2_000_000_000,
      interval: 0,
      mode: 0,
    },
  }
  const box = boxOf(chain, content)
  return { box, content, part: partOf('create', createKey(chain, box), content) }
}

/** The claim of a transfer as the route requests it. */
export function claimPart(chain: ServedChain, transferId: bigint, { code, salt }: { code: string; salt: Hex }) {
  const content: ClaimContent = { transferId: String(transferId), code, salt }
  return partOf('claim', claimKey(chain, content), content)
}

/** The claim of a transfer by its key, as the route requests it. */
export async function keyClaimPart(chain: ServedChain, key: ClaimKey, transferId: bigint, recipient: Address) {
  const signed = await signClaim(key, { chainId: chain.id, transferId, recipient })
  const claimHash = (await recoverClaimHash(signed, { chainId: chain.id })) ?? zeroHash
  const content: ClaimContent = { ...signed, transferId: String(transferId), claimHash }
  return partOf('claim', claimKey(chain, content), content)
}

/**
 * The announcement of a box for a fresh stealth address.
 *
 * @param created - Key of the creation that it waits for.
 */
export function someAnnouncement(chain: ServedChain, box: Address, created?: string) {
  const content: AnnounceContent = {
    stealthAddress: privateKeyToAccount(generatePrivateKey()).address,
    ephemeralPubKey: `0x02${'ab'.repeat(32)}`,
    metadata: `0x07${box.slice(2).toLowerCase()}`,
    box,
    ...(created !== undefined && { createKey: created }),
  }
  return { content, part: partOf('announce', announceKey(chain, content), content) }
}

/** A gas seed. */
export function seedPart(chain: ServedChain, to: Address, amount: bigint, hold?: bigint) {
  return partOf('gas', gasKey(chain, to), { to, amount: String(amount) } satisfies GasContent, hold)
}

const address = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`
