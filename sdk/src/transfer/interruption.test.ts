import { protectedTransferAbi } from '@holdfast/contracts'
import type { FaultRule } from '@holdfast/devnet'
import { type Actor, hasty, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { sampled } from '@holdfast/testkit/tier'
import type { Hash, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/base.js'
import { TransactionUnconfirmedError } from '../errors/transaction.js'
import { approveUsdc } from './allowance.js'
import { claim, waitForClaim } from './claim.js'
import { type ClaimSecret, generateClaimCode } from './claimSecret.js'
import { defineConfig } from './config.js'
import { findTransfer } from './findTransfer.js'
import { getTransfer } from './getTransfer.js'
import { registerConfig } from './registerConfig.js'
import { sendProtected } from './sendProtected.js'
import { sendProtectedWithAuthorization } from './sendProtectedWithAuthorization.js'
import { waitForSend } from './waitForSend.js'

let stage: TestStage
/** Alice twice: over a transport that gives up quickly, and for what must work over one that does not. */
let alice: Actor
let patientAlice: Actor
let bob: Actor
let configId: Hex

beforeAll(async () => {
  stage = await setTestStage()
  patientAlice = await stage.actor()
  alice = hasty(patientAlice, stage.devnet.primary.rpcUrl, 500)
  bob = await stage.actor(0n)
  configId = (await registerConfig(patientAlice, defineConfig())).configId
  await approveUsdc(patientAlice, 900_000_000n)
})
afterAll(() => stage?.stop())

const faults: Record<string, FaultRule> = {
  'the endpoint is gone': { kind: 'reset', times: null },
  'one answer is lost after the request was carried out': { kind: 'reset-after' },
  'one request is throttled': { kind: 'rate-limit' },
  'one request times out': { kind: 'hang' },
}

/** A flow makes fewer requests than this before it polls for its receipt. */
const deepest = 14

/** What is lost is tried at every request, in either tier; anything else also at a sample of them. */
const requestsOf = ({ kind, times }: FaultRule, row: number) => {
  const count = times === null ? 40 : deepest
  return kind.startsWith('reset') ? Array.from({ length: count }, (_, index) => index) : sampled(count, row)
}

/** On a busy machine no block comes in the time that an impatient caller waits: the last attempt has all the time. */
const attemptsOf = (fault: string, rule: FaultRule) => {
  const skips = requestsOf(rule, Object.keys(faults).indexOf(fault))
  const isPatient = (index: number) => index === skips.length
  return [...skips, Math.max(...skips)].map((skip, index) => ({
    skip,
    isPatient: isPatient(index),
    payer: isPatient(index) ? hasty(patientAlice, stage.devnet.primary.rpcUrl, 10_000) : alice,
    timeoutMs: isPatient(index) ? 60_000 : 400,
  }))
}

const transfersUnder = async (claimHash: Hex) => {
  const logs = await stage.publicClient.getContractEvents({
    address: stage.devnet.primary.contracts.transferContract,
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
    fromBlock: stage.devnet.primary.latestBlock - 5_000n,
  })
  return logs.filter(({ args }) => args.claimHash === claimHash)
}

describe.each(Object.entries(faults))('sending while %s', (fault, rule) => {
  test('the sender finds out what happened, and nothing is sent twice', async () => {
    let succeeded = 0
    for (const { skip, isPatient, payer, timeoutMs } of attemptsOf(fault, rule)) {
      // An endpoint that stays gone is survived only by a flow that was over before.
      if (succeeded > 0 && (rule.times === null || isPatient)) break
      const { claimHash } = generateClaimCode()
      const nonceBefore = await stage.publicClient.getTransactionCount({ address: alice.address })
      let reported: Hash | undefined
      stage.devnet.faults.set({ rpc: { rules: [{ ...rule, skip }] } })
      const outcome = await sendProtected(
        payer,
        { configId, to: bob.address, amount: 1_000_000n, claimHash },
        { skipRiskCheck: true, timeoutMs, onTransactionHash: (hash) => (reported = hash) },
      ).catch((error: unknown) => error)
      stage.devnet.faults.clear()
      // Whatever was broadcast has its block by now.
      await stage.devnet.primary.mine(3)

      const created = await transfersUnder(claimHash)
      const nonceAfter = await stage.publicClient.getTransactionCount({ address: alice.address })
      expect(created.length, `request ${skip}`).toBeLessThanOrEqual(1)
      expect(nonceAfter - nonceBefore, `request ${skip}`).toBe(created.length)
      if (!(outcome instanceof Error)) {
        succeeded += 1
        expect(created).toHaveLength(1)
        continue
      }
      expect(outcome, `request ${skip}`).toBeInstanceOf(ServiceError)
      if (outcome instanceof TransactionUnconfirmedError) {
        expect(outcome.txHash).toBe(reported)
        const [transfer] = created
        if (transfer) {
          const found = await waitForSend(stage, outcome.txHash as Hash, claimHash)
          expect(found.transferId).toBe(transfer.args.transferId)
          expect((await findTransfer(stage, { sender: alice.address, claimHash }))?.transferId).toBe(found.transferId)
        }
      } else expect(created, `request ${skip}: ${outcome.message}`).toHaveLength(0)
    }
    expect(succeeded).toBeGreaterThan(0)
  })
})

describe.each(Object.entries(faults))('claiming while %s', (fault, rule) => {
  test('the claimant finds out what happened, and the recipient is paid once', async () => {
    let succeeded = 0
    for (const { skip, isPatient, payer, timeoutMs } of attemptsOf(fault, rule)) {
      // An endpoint that stays gone is survived only by a flow that was over before.
      if (succeeded > 0 && (rule.times === null || isPatient)) break
      const secret = generateClaimCode()
      const transferId = await lock(secret)
      const before = await stage.balanceOf(bob.address)
      stage.devnet.faults.set({ rpc: { rules: [{ ...rule, skip }] } })
      const outcome = await claim(payer, transferId, secret.code, secret.salt, {
        recipient: bob.address,
        timeoutMs,
      }).catch((error: unknown) => error)
      stage.devnet.faults.clear()
      await stage.devnet.primary.mine(3)

      const { status } = await getTransfer(stage, transferId)
      const paid = (await stage.balanceOf(bob.address)) - before
      expect(paid).toBe(status === 'CLAIMED' ? 1_000_000n : 0n)
      if (!(outcome instanceof Error)) {
        succeeded += 1
        expect(status).toBe('CLAIMED')
        continue
      }
      expect(outcome).toBeInstanceOf(ServiceError)
      expect(everything(outcome), `request ${skip}`).not.toContain(secret.code)
      expect(everything(outcome)).not.toContain(secret.salt.slice(2))
      if (outcome instanceof TransactionUnconfirmedError) {
        if (status === 'CLAIMED')
          expect(await waitForClaim(stage, transferId, outcome.txHash as Hash)).toBe(outcome.txHash)
      } else expect(status, `request ${skip}: ${outcome.message}`).toBe('PENDING')
    }
    expect(succeeded).toBeGreaterThan(0)
  })
})

test('a receipt that is late: the hash leads to the outcome', async () => {
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 40 } })
  const { claimHash } = generateClaimCode()
  const outcome = await sendProtected(
    patientAlice,
    { configId, to: bob.address, amount: 1n, claimHash },
    { skipRiskCheck: true, timeoutMs: 300 },
  ).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(TransactionUnconfirmedError)
  const { txHash } = outcome as TransactionUnconfirmedError
  await stage.devnet.primary.mine(50)
  const found = await waitForSend(stage, txHash as Hash, claimHash)
  stage.devnet.faults.clear()
  expect(found.transferId).toBe((await transfersUnder(claimHash))[0]?.args.transferId)
})

test('a transaction the node swallowed: unconfirmed, and the same transfer can be sent again', async () => {
  stage.devnet.faults.set({ rpc: { dropTransactions: 1 } })
  const { claimHash } = generateClaimCode()
  const params = { configId, to: bob.address, amount: 1n, claimHash }
  await expect(sendProtected(patientAlice, params, { skipRiskCheck: true, timeoutMs: 300 })).rejects.toBeInstanceOf(
    TransactionUnconfirmedError,
  )
  stage.devnet.faults.clear()
  expect(await findTransfer(stage, { sender: alice.address, claimHash })).toBeUndefined()
  expect((await sendProtected(patientAlice, params, { skipRiskCheck: true })).transferId).toBeGreaterThan(0n)
})

test('waiting can be stopped, and says what is known', async () => {
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 1_000 } })
  const stop = new AbortController()
  const sending = sendProtected(
    patientAlice,
    { configId, to: bob.address, amount: 1n, claimHash: generateClaimCode().claimHash },
    { skipRiskCheck: true, signal: stop.signal, onStep: (step) => step === 'confirm' && stop.abort() },
  )
  await expect(sending).rejects.toMatchObject({
    name: 'TransactionUnconfirmedError',
    txHash: expect.stringMatching(/^0x/),
  })
  stage.devnet.faults.clear()
})

async function lock(secret: ClaimSecret): Promise<bigint> {
  const { transferId } = await sendProtectedWithAuthorization(
    patientAlice,
    { configId, to: bob.address, amount: 1_000_000n, claimHash: secret.claimHash },
    { skipRiskCheck: true },
  )
  return transferId
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
