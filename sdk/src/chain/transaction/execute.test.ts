import { createWalletClient, http } from 'viem'
import { generatePrivateKey, nonceManager, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, setTestStage, type TestStage } from '../../../test/devnet.js'
import { TransactionRevertedError } from '../../errors/transaction.js'
import { cancel } from '../../transfer/cancel.js'
import { claim } from '../../transfer/claim.js'
import { generateClaimCode } from '../../transfer/claimSecret.js'
import { defineConfig } from '../../transfer/config.js'
import { getTransfer } from '../../transfer/getTransfer.js'
import { registerConfig } from '../../transfer/registerConfig.js'
import { sendProtectedWithAuthorization } from '../../transfer/sendProtectedWithAuthorization.js'
import { primaryChain } from '../viemChain.js'

let stage: TestStage
let alice: Actor
let carol: Actor
beforeAll(async () => {
  stage = await setTestStage()
  alice = await stage.actor()
  carol = await stage.actor()
})
afterAll(() => stage?.stop())

/** The same actor, who does something else between simulating and signing. */
function delayed(actor: Actor, meanwhile: () => Promise<unknown>): Actor {
  const { account } = actor.walletClient
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const signTransaction: typeof account.signTransaction = async (...args) => {
    await meanwhile()
    return account.signTransaction(...args)
  }
  return {
    ...actor,
    walletClient: createWalletClient({
      account: { ...account, signTransaction },
      chain: primaryChain,
      transport: http(stage.devnet.primary.rpcUrl),
    }),
  }
}

test('error: a transaction that is mined but reverts, because the chain moved on after the simulation', async () => {
  const { configId } = await registerConfig(alice, defineConfig())
  const secret = generateClaimCode()
  const bob = await stage.actor(0n)
  const { transferId } = await sendProtectedWithAuthorization(
    alice,
    { configId, to: bob.address, amount: 1_000_000n, claimHash: secret.claimHash },
    { skipRiskCheck: true },
  )
  const late = delayed(carol, () => cancel(alice, transferId))
  const error = await claim(late, transferId, secret.code, secret.salt).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(TransactionRevertedError)
  const { txHash } = error as TransactionRevertedError
  expect((await stage.publicClient.getTransactionReceipt({ hash: txHash })).status).toBe('reverted')
  expect((await getTransfer(carol, transferId)).status).toBe('CANCELLED')
})

// viem's own counter can hand a number out twice when a block comes between two of its reads; then nothing is lost, but the
// count is short, so a fresh account tries again.
test('behavior: an account with a nonce manager sends many at once, without a gap', { retry: 3 }, async () => {
  const account = privateKeyToAccount(generatePrivateKey(), { nonceManager })
  await stage.devnet.primary.fund(account.address, 1_000_000_000n)
  const transport = http(stage.devnet.primary.rpcUrl)
  const many: Actor = {
    address: account.address,
    publicClient: stage.publicClient,
    walletClient: createWalletClient({ account, chain: primaryChain, transport }),
  }
  const results = await Promise.all(
    [1, 2, 3, 4, 5].map((hours) => registerConfig(many, defineConfig({ recallWindow: hours * 3_600 }))),
  )
  expect(new Set(results.map(({ txHash }) => txHash)).size).toBe(5)
  expect(await stage.publicClient.getTransactionCount({ address: account.address })).toBe(5)
})
