import { protectedTransferAbi } from '@holdfast/contracts'
import type { FaultRule } from '@holdfast/devnet'
import { type Actor, hasty, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { sampled } from '@holdfast/testkit/tier'
import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ServiceError } from '../errors/base.js'
import { claimPaymentLink } from '../links/claimPaymentLink.js'
import { createPaymentLink } from '../links/createPaymentLink.js'
import { findPaymentLink } from '../links/findPaymentLink.js'
import type { OpenLink } from '../links/types.js'
import { approveUsdc } from '../transfer/allowance.js'
import { cancelWithSignature } from '../transfer/cancelWithSignature.js'
import { claimKeyFromLink, generateLinkSecret } from '../transfer/claimKey.js'
import { defineConfig } from '../transfer/config.js'
import { getTransfer } from '../transfer/getTransfer.js'
import { registerConfig } from '../transfer/registerConfig.js'
import { release } from '../transfer/release.js'
import { sendProtected } from '../transfer/sendProtected.js'
import type { TransferStatus } from '../transfer/types.js'
import { signReadyCancel } from './readyCancel.js'

let stage: TestStage
let alice: Actor
let bob: Actor
let keyed: Hex
let released: Hex
const amount = 1_000_000n
const origin = 'https://pay.example'

beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  bob = await stage.actor(0n)
  keyed = (await registerConfig(alice, defineConfig({ claimMode: 'KEY' }))).configId
  released = (await registerConfig(alice, defineConfig({ claimMode: 'KEY_RELEASE' }))).configId
  await approveUsdc(alice, 900_000_000n)
})
afterAll(() => stage?.stop())

const faults: Record<string, FaultRule> = {
  'the endpoint is gone': { kind: 'reset', times: null },
  'one answer is lost after the request was carried out': { kind: 'reset-after' },
}
/** A write makes fewer requests than this before it polls for its receipt. */
const deepest = 12

/** An open transfer, without the library's own way to make it. */
async function lock(configId: Hex): Promise<OpenLink> {
  const linkSecret = generateLinkSecret()
  const { claimHash } = claimKeyFromLink(linkSecret)
  const { transferId } = await sendProtected(alice, { configId, to: zeroAddress, amount, claimHash })
  return { kind: 'payment', chainId: 5042002, transferId, linkSecret }
}

async function statusOf({ transferId }: Pick<OpenLink, 'transferId'>): Promise<TransferStatus> {
  return (await getTransfer(stage, transferId)).status
}

async function createdUnder(linkSecret: Hex): Promise<number> {
  const { claimHash } = claimKeyFromLink(linkSecret)
  const logs = await stage.publicClient.getContractEvents({
    address: stage.devnet.primary.contracts.transferContract,
    abi: protectedTransferAbi,
    eventName: 'TransferCreated',
    fromBlock: stage.devnet.primary.latestBlock - 5_000n,
  })
  return logs.filter(({ args }) => args.claimHash === claimHash).length
}

/** One write, and what its caller does after an interruption: it asks what happened, and goes on only where nothing did. */
type Write = {
  begin: () => Promise<{
    act: (clients: Actor, timeoutMs?: number) => Promise<unknown>
    isDone: () => Promise<boolean>
  }>
}

const guard = { skipRiskCheck: true } as const
const writes: Record<string, Write> = {
  'creating a link': {
    async begin() {
      const linkSecret = generateLinkSecret()
      return {
        act: (clients, timeoutMs) =>
          createPaymentLink(clients, { configId: keyed, amount, linkSecret, origin }, { timeoutMs }),
        async isDone() {
          const count = await createdUnder(linkSecret)
          expect(count).toBeLessThanOrEqual(1)
          const found = await findPaymentLink(stage, { sender: alice.address, linkSecret })
          expect(found === undefined).toBe(count === 0)
          return found !== undefined
        },
      }
    },
  },
  'claiming a link': {
    async begin() {
      const link = await lock(keyed)
      const before = await stage.balanceOf(bob.address)
      return {
        act: (clients, timeoutMs) => claimPaymentLink(clients, link, { recipient: bob.address, timeoutMs }),
        async isDone() {
          const isClaimed = (await statusOf(link)) === 'CLAIMED'
          expect((await stage.balanceOf(bob.address)) - before).toBe(isClaimed ? amount : 0n)
          return isClaimed
        },
      }
    },
  },
  'releasing a link': {
    async begin() {
      const link = await lock(released)
      const before = await stage.balanceOf(bob.address)
      return {
        act: (clients, timeoutMs) => release(clients, link.transferId, bob.address, { ...guard, timeoutMs }),
        async isDone() {
          const isPaid = (await statusOf(link)) === 'CLAIMED'
          expect((await stage.balanceOf(bob.address)) - before).toBe(isPaid ? amount : 0n)
          return isPaid
        },
      }
    },
  },
  'using a ready cancel': {
    async begin() {
      const link = await lock(keyed)
      const ready = await signReadyCancel(alice, link.transferId)
      return {
        act: (clients, timeoutMs) => cancelWithSignature(clients, ready, { timeoutMs }),
        isDone: async () => (await statusOf(link)) === 'CANCELLED',
      }
    },
  },
}

describe.each(Object.entries(faults))('while %s', (_, rule) => {
  test.each(Object.entries(writes))(
    '%s can be repeated after any request, and moves money once',
    async (name, { begin }) => {
      const row = Object.keys(writes).indexOf(name)
      for (const skip of sampled(deepest, row)) {
        const { act, isDone } = await begin()
        stage.devnet.faults.set({ rpc: { rules: [{ ...rule, skip }] } })
        const outcome = await act(hasty(alice, stage.devnet.primary.rpcUrl, 500), 400).catch((error: unknown) => error)
        stage.devnet.faults.clear()
        // Whatever was broadcast has its block by now.
        await stage.devnet.primary.mine(3)
        if (outcome instanceof Error) expect(outcome, `request ${skip}`).toBeInstanceOf(ServiceError)
        if (!(await isDone())) await act(alice)
        expect(await isDone(), `request ${skip}`).toBe(true)
      }
    },
  )
})
