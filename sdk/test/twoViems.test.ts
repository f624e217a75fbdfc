import { setTestStage, type TestStage } from '@holdfast/testkit/stage'
import * as old from 'viem-2.38'
import { privateKeyToAccount } from 'viem-2.38/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClientPair } from '../src/chain/clients.js'
import { primaryChain } from '../src/chain/viemChain.js'
import { ChainUnavailableError } from '../src/errors/chain.js'
import { SignatureDeclinedError, TransactionUnconfirmedError } from '../src/errors/transaction.js'
import { TransferUnavailableError, WrongClaimCodeError } from '../src/errors/transfer.js'
import { claim } from '../src/transfer/claim.js'
import { generateClaimCode } from '../src/transfer/claimSecret.js'
import { defineConfig } from '../src/transfer/config.js'
import { registerConfig } from '../src/transfer/registerConfig.js'
import { sendProtectedWithAuthorization } from '../src/transfer/sendProtectedWithAuthorization.js'

/** An application whose clients come from another copy of viem than the library's own. */

let stage: TestStage
let clients: ClientPair
beforeAll(async () => {
  stage = await setTestStage()
  const account = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
  await stage.devnet.primary.fund(account.address, 1_000_000_000n)
  clients = clientsOf(account)
})
afterAll(() => stage?.stop())

function clientsOf(account: ReturnType<typeof privateKeyToAccount>): ClientPair {
  const transport = old.http(stage.devnet.primary.rpcUrl, { retryCount: 0, timeout: 2_000 })
  const chain = primaryChain as old.Chain
  // Two copies have two types; at run time a client is a client.
  return {
    publicClient: old.createPublicClient({ chain, transport, pollingInterval: 25 }),
    walletClient: old.createWalletClient({ account, chain, transport }),
  } as unknown as ClientPair
}

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error)

test('outcomes and failures are distinguished as with one copy', async () => {
  const { configId } = await registerConfig(clients, defineConfig())
  const secret = generateClaimCode()
  const to = (await stage.actor(0n)).address
  const params = { configId, to, amount: 1_000_000n, claimHash: secret.claimHash }
  const { transferId } = await sendProtectedWithAuthorization(clients, params, { skipRiskCheck: true })

  const wrong = generateClaimCode()
  expect(await caught(claim(clients, transferId, wrong.code, wrong.salt, { recipient: to }))).toBeInstanceOf(
    WrongClaimCodeError,
  )
  expect(await caught(claim(clients, 999n, wrong.code, wrong.salt))).toMatchObject({ reason: 'unknown' })

  stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', match: 'eth_estimateGas' }] } })
  expect(await caught(claim(clients, transferId, secret.code, secret.salt, { recipient: to }))).toBeInstanceOf(
    ChainUnavailableError,
  )

  stage.devnet.faults.set({ rpc: { rules: [], receiptDelayBlocks: 1_000 } })
  const late = await caught(claim(clients, transferId, secret.code, secret.salt, { recipient: to, timeoutMs: 300 }))
  expect(late).toBeInstanceOf(TransactionUnconfirmedError)
  stage.devnet.faults.clear()
  expect(await caught(claim(clients, transferId, secret.code, secret.salt, { recipient: to }))).toBeInstanceOf(
    TransferUnavailableError,
  )
})

test('a person who declines is recognised', async () => {
  const account = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
  const declining = clientsOf({
    ...account,
    signTransaction: async () => {
      throw new old.UserRejectedRequestError(new Error('User rejected the request.'))
    },
  })
  const config = defineConfig({ recallWindow: 7_200 })
  expect(await caught(registerConfig(declining, config))).toBeInstanceOf(SignatureDeclinedError)
})
