import { protectedTransferAbi } from '@holdfast/contracts'
import type { FaultRule } from '@holdfast/devnet'
import { type Actor, hasty, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { sampled, tiered } from '@holdfast/testkit/tier'
import { type Address, type Hash, type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WriteOptions } from '../chain/transaction/execute.js'
import { ServiceError } from '../errors/base.js'
import { TransactionUnconfirmedError } from '../errors/transaction.js'
import { approveUsdc } from './allowance.js'
import { cancelBatch } from './cancelBatch.js'
import { waitForClaim } from './claim.js'
import { type ClaimKey, claimKeyFromLink, generateLinkSecret } from './claimKey.js'
import { claimWithKey } from './claimWithKey.js'
import { claimWithKeyBatch } from './claimWithKeyBatch.js'
import { defineConfig } from './config.js'
import { getTransfer } from './getTransfer.js'
import type { SendFields } from './internal/prepareSend.js'
import { approvePermit } from './permit.js'
import { registerConfig } from './registerConfig.js'
import { rekeyWithSignature, signRekey } from './rekeyWithSignature.js'
import { release } from './release.js'
import { releaseWithSignature, signRelease } from './releaseWithSignature.js'
import { requestRelease } from './requestRelease.js'
import { sendProtected } from './sendProtected.js'
import { sendProtectedBatch } from './sendProtectedBatch.js'
import { signBatchAuthorization, submitBatchAuthorization } from './sendProtectedBatchWithAuthorization.js'
import { signBatchWitness, submitBatchWitness } from './sendProtectedBatchWithWitness.js'
import { signSendWitness, submitSendWitness } from './sendProtectedWithWitness.js'
import { signClaim } from './signClaim.js'
import type { TransferStatus } from './types.js'
import { waitForSend } from './waitForSend.js'

/** One write: how it is made, and what shows that it has happened. */
type Attempt = {
  /** A signature made by an earlier try is submitted again. */
  write: (clients: Actor, options: WriteOptions) => Promise<unknown>
  /** Whether all of it has happened. A part, or more than once, is a failure of its own. */
  hasHappened: () => Promise<boolean>
  /** Learns the outcome from the hash that an unconfirmed write leaves. */
  recover?: ((txHash: Hash) => Promise<unknown>) | undefined
  /** Texts that no error may contain. */
  secrets: readonly string[]
}

let stage: TestStage
/** Alice twice: over a transport that gives up quickly, and for what must work over one that does not. */
let alice: Actor
let patientAlice: Actor
let bob: Address
let keyed: Hex
let released: Hex
const amount = 1_000n
const chainId = 5042002
const unguarded = { skipRiskCheck: true } as const

beforeAll(async () => {
  stage = await setTestStage()
  patientAlice = await stage.actor()
  alice = hasty(patientAlice, stage.devnet.primary.rpcUrl, 500)
  bob = (await stage.actor(0n)).address
  keyed = (await registerConfig(patientAlice, defineConfig({ claimMode: 'KEY' }))).configId
  released = (await registerConfig(patientAlice, defineConfig({ claimMode: 'KEY_RELEASE' }))).configId
  await approveUsdc(patientAlice, 900_000_000n)
  await approvePermit(patientAlice)
})
afterAll(() => stage?.stop())

type Made = SendFields & { key: ClaimKey }

const make = (fields: Partial<SendFields> = {}): Made => {
  const key = claimKeyFromLink(generateLinkSecret())
  return { configId: keyed, to: bob, amount, claimHash: key.claimHash, ...fields, key }
}

async function locked(made: readonly Made[]): Promise<{ ids: bigint[]; secrets: string[] }> {
  const sent = await sendProtectedBatch(patientAlice, made, unguarded)
  return { ids: sent.map(({ transferId }) => transferId), secrets: made.map(({ key }) => key.privateKey.slice(2)) }
}

const createdUnder = async ({ claimHash }: Made) => {
  const logs = await stage.publicClient.getContractEvents({
    address: stage.devnet.primary.contracts.transferContract,
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
    fromBlock: stage.devnet.primary.latestBlock - 200n,
  })
  return logs.filter(({ args }) => args.claimHash === claimHash).length
}

/** All or none of them, each at most once. */
async function areCreated(made: readonly Made[]): Promise<boolean> {
  const counts = await Promise.all(made.map(createdUnder))
  expect(new Set(counts).size).toBe(1)
  expect(counts[0]).toBeLessThanOrEqual(1)
  return counts[0] === 1
}

async function areAll(ids: readonly bigint[], wanted: TransferStatus): Promise<boolean> {
  const states = await Promise.all(ids.map(async (id) => (await getTransfer(stage, id)).status))
  expect(new Set(states).size).toBe(1)
  return states[0] === wanted
}

/** A send of one or of three, told by the events of its claim hashes. */
function sending(
  made: readonly Made[],
  write: Attempt['write'],
  signature: () => string | undefined = () => undefined,
) {
  const recover = (txHash: Hash) => Promise.all(made.map(({ claimHash }) => waitForSend(stage, txHash, claimHash)))
  const attempt: Attempt = {
    write,
    recover,
    hasHappened: () => areCreated(made),
    get secrets() {
      const signed = signature()?.slice(2)
      return [...made.map(({ key }) => key.privateKey.slice(2)), ...(signed ? [signed] : [])]
    },
  }
  return attempt
}

const three = (fields?: Partial<SendFields>) => [make(fields), make(fields), make(fields)]

const writes: Record<string, () => Promise<Attempt>> = {
  'a batch by approval': async () => {
    const items = three()
    return sending(items, (clients, options) => sendProtectedBatch(clients, items, { ...options, ...unguarded }))
  },
  'a batch by authorization': async () => {
    const items = three()
    let signed: Awaited<ReturnType<typeof signBatchAuthorization>> | undefined
    const write: Attempt['write'] = async (clients, options) => {
      signed ??= await signBatchAuthorization(clients, items, unguarded)
      return submitBatchAuthorization(clients, signed, { ...options, ...unguarded })
    }
    return sending(items, write, () => signed?.signature)
  },
  'a batch by witness': async () => {
    const items = three()
    let signed: Awaited<ReturnType<typeof signBatchWitness>> | undefined
    const write: Attempt['write'] = async (clients, options) => {
      signed ??= await signBatchWitness(clients, items, unguarded)
      return submitBatchWitness(clients, signed, { ...options, ...unguarded })
    }
    return sending(items, write, () => signed?.signature)
  },
  'a send by witness': async () => {
    const item = make()
    let signed: Awaited<ReturnType<typeof signSendWitness>> | undefined
    const write: Attempt['write'] = async (clients, options) => {
      signed ??= await signSendWitness(clients, item, unguarded)
      return submitSendWitness(clients, signed, { ...options, ...unguarded })
    }
    return sending([item], write, () => signed?.signature)
  },
  'an open transfer': async () => {
    const item = make({ to: zeroAddress })
    return sending([item], (clients, options) => sendProtected(clients, item, { ...options, ...unguarded }))
  },
  'the claim of an open transfer': async () => {
    const item = make({ to: zeroAddress })
    const { ids, secrets } = await locked([item])
    const [transferId = 0n] = ids
    const signed = await signClaim(item.key, { chainId, transferId, recipient: bob })
    return {
      write: (clients, options) => claimWithKey(clients, signed, options),
      recover: (txHash) => waitForClaim(stage, transferId, txHash),
      hasHappened: () => areAll(ids, 'CLAIMED'),
      secrets,
    }
  },
  'a batch of claims': async () => {
    const items = three()
    const { ids, secrets } = await locked(items)
    const sign = ({ key }: Made, place: number) =>
      signClaim(key, { chainId, transferId: ids[place] ?? 0n, recipient: bob })
    const signed = await Promise.all(items.map(sign))
    return {
      write: (clients, options) => claimWithKeyBatch(clients, signed, options),
      recover: (txHash) => Promise.all(ids.map((id) => waitForClaim(stage, id, txHash))),
      hasHappened: () => areAll(ids, 'CLAIMED'),
      secrets,
    }
  },
  'a batch of cancellations': async () => {
    const { ids, secrets } = await locked(three())
    return {
      write: (clients, options) => cancelBatch(clients, ids, options),
      hasHappened: () => areAll(ids, 'CANCELLED'),
      secrets,
    }
  },
  'the request of a release': async () => {
    const item = make({ configId: released, to: zeroAddress })
    const { ids, secrets } = await locked([item])
    const [transferId = 0n] = ids
    const signed = await signClaim(item.key, { chainId, transferId, recipient: bob })
    return {
      write: (clients, options) => requestRelease(clients, signed, options),
      hasHappened: async () => {
        const asked = await stage.publicClient.getContractEvents({
          address: stage.devnet.primary.contracts.transferContract,
          abi: protectedTransferAbi,
          eventName: 'ReleaseRequested',
          args: { transferId },
          fromBlock: stage.devnet.primary.latestBlock - 200n,
        })
        return asked.length > 0
      },
      secrets,
    }
  },
  'a release': async () => {
    const { ids, secrets } = await locked([make({ configId: released, to: zeroAddress })])
    const [transferId = 0n] = ids
    return {
      write: (clients, options) => release(clients, transferId, bob, { ...options, ...unguarded }),
      hasHappened: () => areAll(ids, 'CLAIMED'),
      secrets,
    }
  },
  'a release by signature': async () => {
    const { ids, secrets } = await locked([make({ configId: released, to: zeroAddress })])
    const [transferId = 0n] = ids
    let signed: Awaited<ReturnType<typeof signRelease>> | undefined
    return {
      write: async (clients, options) => {
        signed ??= await signRelease(clients, transferId, bob, unguarded)
        return releaseWithSignature(clients, signed, options)
      },
      hasHappened: () => areAll(ids, 'CLAIMED'),
      get secrets() {
        return signed ? [...secrets, signed.signature.slice(2)] : secrets
      },
    }
  },
  'a rekey by signature': async () => {
    const { ids, secrets } = await locked([make()])
    const [transferId = 0n] = ids
    const fresh = claimKeyFromLink(generateLinkSecret())
    let signed: Awaited<ReturnType<typeof signRekey>> | undefined
    return {
      write: async (clients, options) => {
        signed ??= await signRekey(clients, transferId, fresh.claimHash)
        return rekeyWithSignature(clients, signed, options)
      },
      hasHappened: async () => (await getTransfer(stage, transferId)).claimHash === fresh.claimHash,
      get secrets() {
        return [...secrets, fresh.privateKey.slice(2), ...(signed ? [signed.signature.slice(2)] : [])]
      },
    }
  },
}

const faults: Record<string, FaultRule> = {
  'the endpoint is gone': { kind: 'reset', times: null },
  'one answer is lost after the request was carried out': { kind: 'reset-after' },
  'one request is throttled': { kind: 'rate-limit' },
  'one request times out': { kind: 'hang' },
}

/** A write makes fewer requests than this before it polls for its receipt. */
const deepest = 16

/** What is lost is tried at every request in the deep tests; anything else at every third in either tier. */
const requestsOf = ({ kind, times }: FaultRule, row: number) =>
  kind.startsWith('reset')
    ? sampled(times === null ? 3 * deepest : deepest, row)
    : Array.from({ length: deepest }, (_, index) => index).filter((index) => index % 3 === row % 3)

/** Every fault of each in the deep tests, else one, and another for the next. */
const cases = Object.keys(writes).flatMap((name, row) =>
  Object.entries(faults)
    .filter((_, column) => tiered(column === row % 4, true))
    .map(([fault, rule]) => [name, fault, rule, row] as const),
)

describe('every write of the second version', () => {
  test.each(cases)('%s, while %s', async (name, _, rule, row) => {
    // `name` is a key of the table.
    const begin = writes[name] as () => Promise<Attempt>
    let succeeded = 0
    for (const skip of requestsOf(rule, row)) {
      // An endpoint that stays gone is survived only by a write that was over before.
      if (rule.times === null && succeeded > 0) break
      const attempt = await begin()
      const nonceBefore = await nonceOf(alice.address)
      let reported: Hash | undefined
      stage.devnet.faults.set({ rpc: { rules: [{ ...rule, skip }] } })
      const failure = await failureOf(
        attempt.write(alice, { timeoutMs: 400, onTransactionHash: (hash) => (reported = hash) }),
      )
      stage.devnet.faults.clear()
      // Whatever was broadcast has its block by now.
      await stage.devnet.primary.mine(3)

      const at = `request ${skip}`
      const happened = await attempt.hasHappened()
      expect((await nonceOf(alice.address)) - nonceBefore, at).toBe(happened ? 1 : 0)
      if (failure === undefined) {
        succeeded += 1
        expect(happened, at).toBe(true)
        continue
      }
      expect(failure, at).toBeInstanceOf(ServiceError)
      for (const secret of attempt.secrets) expect(everything(failure), at).not.toContain(secret)
      if (failure instanceof TransactionUnconfirmedError) expect(failure.txHash, at).toBe(reported)
      // Any other error says that nothing was sent.
      else expect([happened, (failure as ServiceError).effect], `${at}: ${failure}`).toEqual([false, 'none'])
      if (happened) await attempt.recover?.(reported as Hash)
      else await attempt.write(patientAlice, {})
      expect(await attempt.hasHappened(), at).toBe(true)
    }
    expect(succeeded).toBeGreaterThan(0)
  })
})

const nonceOf = (address: Address) => stage.publicClient.getTransactionCount({ address })

function failureOf(running: Promise<unknown>): Promise<unknown> {
  return running.then(
    () => undefined,
    (error: unknown) => error,
  )
}

function everything(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return [
    error.message,
    error.stack,
    JSON.stringify(Object.values(error), (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    everything(error.cause),
  ].join('\n')
}
