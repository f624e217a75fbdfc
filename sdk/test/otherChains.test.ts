import { commonCode, type PlainChain, startPlainChain } from '@holdfast/testkit/plainChain'
import type { Actor } from '@holdfast/testkit/stage'
import { createPublicClient, createWalletClient, type Hex, http } from 'viem'
import { baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PRIMARY_CHAIN_ID } from '../src/chain/constants.js'
import { deployedChainIds } from '../src/chain/registry.js'
import { holdfastPublicActions } from '../src/decorators/holdfastPublicActions.js'
import { holdfastWalletActions } from '../src/decorators/holdfastWalletActions.js'
import { approveUsdc } from '../src/transfer/allowance.js'
import { cancel } from '../src/transfer/cancel.js'
import { cancelWithSignature, signCancel } from '../src/transfer/cancelWithSignature.js'
import { claim } from '../src/transfer/claim.js'
import { generateClaimCode } from '../src/transfer/claimSecret.js'
import { defineConfig } from '../src/transfer/config.js'
import { findTransfer } from '../src/transfer/findTransfer.js'
import { getTransfer } from '../src/transfer/getTransfer.js'
import { approvePermit } from '../src/transfer/permit.js'
import { reclaimExpired } from '../src/transfer/reclaimExpired.js'
import { reclaimExpiredBatch } from '../src/transfer/reclaimExpiredBatch.js'
import { registerConfig } from '../src/transfer/registerConfig.js'
import { rekey } from '../src/transfer/rekey.js'
import { sendProtected } from '../src/transfer/sendProtected.js'
import { sendProtectedWithPermit } from '../src/transfer/sendProtectedWithPermit.js'

const options = { skipRiskCheck: true } as const
let code: { token: Hex; permit: Hex }
beforeAll(async () => {
  code = await commonCode()
})

describe.each(deployedChainIds().filter((id) => id !== PRIMARY_CHAIN_ID))('chain %d', (chainId) => {
  let chain: PlainChain
  let alice: Actor
  let bob: Actor
  beforeAll(async () => {
    chain = await startPlainChain(chainId, code)
    alice = await chain.actor()
    bob = await chain.actor()
  })
  afterAll(() => chain?.stop())

  test('every operation works at the addresses of the registry', async () => {
    const { configId } = await registerConfig(alice, defineConfig({ recallWindow: 60 }))
    const lock = async (send = sendProtected) => {
      const secret = generateClaimCode()
      const params = { configId, to: bob.address, amount: 1_000_000n, claimHash: secret.claimHash }
      return { secret, ...(await send(alice, params, options)) }
    }
    await approveUsdc(alice, 100_000_000n)
    await approvePermit(alice)

    const first = await lock()
    await claim(bob, first.transferId, first.secret.code, first.secret.salt)
    const second = await lock(sendProtectedWithPermit)
    const fresh = generateClaimCode()
    await rekey(alice, second.transferId, fresh.claimHash)
    await claim(bob, second.transferId, fresh.code, fresh.salt)
    const third = await lock()
    await cancel(alice, third.transferId)
    const fourth = await lock()
    await cancelWithSignature(bob, await signCancel(alice, fourth.transferId))
    const [fifth, sixth] = [await lock(), await lock()]
    const head = await alice.publicClient.getBlockNumber()
    const found = await findTransfer(alice, {
      sender: alice.address,
      claimHash: fifth.secret.claimHash,
      fromBlock: head > 500n ? head - 500n : 0n,
    })
    expect(found?.transferId).toBe(fifth.transferId)
    await chain.increaseTime(61)
    await reclaimExpired(bob, fifth.transferId)
    expect((await reclaimExpiredBatch(bob, [sixth.transferId])).reclaimed).toEqual([sixth.transferId])

    const statuses = await Promise.all(
      [first, second, third, fourth, fifth, sixth].map(
        async ({ transferId }) => (await getTransfer(bob, transferId)).status,
      ),
    )
    expect(statuses).toEqual(['CLAIMED', 'CLAIMED', 'CANCELLED', 'CANCELLED', 'RECLAIMED', 'RECLAIMED'])
  })
})

test("clients of viem's own Base Sepolia, whose blocks have a type of their own, are accepted", async () => {
  const chain = await startPlainChain(baseSepolia.id, code)
  try {
    const { address, walletClient } = await chain.actor()
    const transport = http(chain.url)
    const reader = createPublicClient({ chain: baseSepolia, transport }).extend(holdfastPublicActions())
    const wallet = createWalletClient({ account: walletClient.account, chain: baseSepolia, transport }).extend(
      holdfastWalletActions(),
    )
    await wallet.approveUsdc(5n)
    expect(await reader.getAllowance(address)).toBe(5n)
    expect((await getTransfer({ publicClient: reader }, 1n)).status).toBe('NONE')
  } finally {
    await chain.stop()
  }
})
