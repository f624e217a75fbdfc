import { viemChainFor } from '@holdfast/sdk/chain'
import type { CosignBind, CosignProof, CosignRequest } from '@holdfast/sdk/wire'
import { cosignAuthMessageOf } from '@holdfast/sdk/wire'
import { type Address, createClient, createTransport, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createAudit } from '../src/audit/createAudit.js'
import { createTally, type Tally } from '../src/audit/createTally.js'
import type { ServedChain } from '../src/chains/ServedChain.js'
import type { Cosigner } from '../src/cosign/Cosigner.js'
import { createCosigner } from '../src/cosign/createCosigner.js'
import type { Announcements, Firewall, FirewallVerdict } from '../src/cosign/Firewall.js'
import { openSigner } from '../src/keys/openSigner.js'
import type { Signer } from '../src/keys/Signer.js'
import type { Store } from '../src/store/Store.js'
import { createMetrics } from '../src/telemetry/createMetrics.js'
import type { Log, LogFields } from '../src/telemetry/Telemetry.js'

/** A co-signer for tests, whose firewall, announcements, clock and chain a test can make fail or lie. */
export async function openCosigner(options: openCosigner.Options): Promise<CosignStage> {
  const { store, chain, instanceId = 'test', signer = await freshSigner() } = options
  const lines: { level: string; message: string; fields: LogFields | undefined }[] = []
  const at = (level: string) => (message: string, fields?: LogFields) => {
    lines.push({ level, message, fields })
  }
  const log: Log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), child: () => log }
  const metrics = createMetrics({ version: '0.2.0', commit: 'test' })
  const stopping = new AbortController()
  const stage: CosignStage['stage'] = {
    offsetMs: 0,
    paid: new Set<string>(),
    announced: new Set<string>(),
    announcements: { complete: true, sinceBlock: undefined },
    verdict: {},
    checks: [],
    firewallFails: undefined,
  }
  const now = () => Date.now() + stage.offsetMs
  const firewall: Firewall = {
    version: 'test-1',
    async check(chainId, payer, target, { fresh }) {
      stage.checks.push({ chainId, payer, target, fresh })
      if (stage.firewallFails) return stage.firewallFails() as Promise<FirewallVerdict>
      const known: FirewallVerdict = {
        level: 'safe',
        complete: true,
        reasons: [],
        resembles: [],
        hasPaid: stage.paid.has(payer.toLowerCase()),
        cursor: '7',
      }
      return { ...known, ...stage.verdict }
    },
  }
  const announcements: Announcements = {
    namesOwner: (_, address) => ({
      ...stage.announcements,
      namesOwner: stage.announced.has(address.toLowerCase()),
    }),
  }
  const parts = {
    store,
    chains: new Map([[chain.id, chain]]),
    keys: { cosigner: signer },
    log,
    metrics,
    now,
    elapsed: now,
    stopping: stopping.signal,
    config: { instanceId },
  }
  const audit = createAudit(parts)
  const tally = createTally({ audit, log, now, elapsed: now })
  const timing = { readMs: 3_000, firewallMs: 1_500, simulateMs: 3_000, ...options.timing }
  const cosigner = await createCosigner(
    { ...parts, audit, tally, firewall, announcements, ...options.sources },
    { timing, quorum: options.quorum },
  )
  return { cosigner, signer, stage, lines, metrics, parts, tally, stop: () => stopping.abort() }
}

export declare namespace openCosigner {
  type Options = {
    store: Store
    chain: ServedChain
    instanceId?: string | undefined
    signer?: Signer | undefined
    timing?: createCosigner.Timing | undefined
    quorum?: number | undefined
    sources?: Partial<Pick<createCosigner.Parts, 'firewall' | 'announcements'>> | undefined
  }
}

export type CosignStage = {
  cosigner: Cosigner
  signer: Signer
  stage: {
    offsetMs: number
    /** Accounts that have paid, in lower case. */
    paid: Set<string>
    /** Stealth addresses, in lower case. */
    announced: Set<string>
    announcements: { complete: boolean; sinceBlock: bigint | undefined }
    verdict: Partial<FirewallVerdict>
    checks: { chainId: number; payer: Address; target: Address; fresh: boolean }[]
    firewallFails: (() => unknown) | undefined
  }
  lines: { level: string; message: string; fields: LogFields | undefined }[]
  metrics: ReturnType<typeof createMetrics>
  parts: Omit<createCosigner.Parts, 'audit' | 'tally' | 'firewall' | 'announcements'>
  tally: Tally
  stop: () => void
}

/** A fresh key. */
export function freshSigner(privateKey: Hex = generatePrivateKey()): Promise<Signer> {
  return openSigner({ kind: 'raw', privateKey })
}

/** A chain whose node a test can make fail, answer falsely or hang; it records its requests. */
export function faultyChain(chain: ServedChain): ServedChain & { fault: Fault | undefined; asked: Asked[] } {
  const asked: Asked[] = []
  const faulty = { ...chain, fault: undefined as Fault | undefined, asked }
  const request = async (given: Asked) => {
    asked.push(given)
    const ask = () => chain.client.request(given as never) as Promise<unknown>
    return faulty.fault ? faulty.fault(given, ask) : ask()
  }
  const transport = () =>
    createTransport({ key: 'faulty', name: 'faulty', type: 'custom', retryCount: 0, request: request as never })
  faulty.client = createClient({ chain: viemChainFor(chain.id), transport })
  return faulty
}

type Asked = { method: string; params: [{ to?: Address; data: Hex }, string] }
type Fault = (given: Asked, ask: () => Promise<unknown>) => unknown

/** Whether a request is the simulation, and not the read of the box. */
export const isSimulation = ({ params }: Asked) => params[0].to !== undefined

/** An owner of boxes, who can prove it. */
export function freshOwner() {
  const account = privateKeyToAccount(generatePrivateKey())
  return {
    address: account.address,
    /** The same request with the owner's signature. */
    async prove<request extends CosignRequest | Omit<CosignBind, 'auth'>>(
      request: request,
      timestamp = Date.now(),
    ): Promise<request & { auth: CosignProof }> {
      const proof = { address: account.address, timestamp }
      const signature = await account.signMessage({ message: cosignAuthMessageOf(request, proof) })
      return { ...request, auth: { ...proof, signature } }
    },
  }
}
