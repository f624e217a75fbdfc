import { primaryChain } from '@holdfast/sdk/chain'
import { payerProvider } from '@holdfast/sdk/risk'
import type { NodeFault } from '@holdfast/testkit/recordingNode'
import { x402Client } from '@x402/core/client'
import { x402Facilitator } from '@x402/core/facilitator'
import { toClientEvmSigner, toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmScheme as ExactEvmFacilitator } from '@x402/evm/exact/facilitator'
import { type Address, createPublicClient, createWalletClient, fallback, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type GuardStage, setGuardStage } from '../../test/guardStage.js'
import { guardX402 } from '../x402/guardX402.js'

/** The published x402 client and facilitator, whose endpoints are a guard and, behind it, a second node that pays everything. */

const chain = primaryChain
const network = `eip155:${chain.id}` as const
const account = privateKeyToAccount(generatePrivateKey())
/** Broadcasts what others have signed. */
const settler = privateKeyToAccount(generatePrivateKey())

let running: GuardStage
let { stage, guard, node, open, usdc, genuine, imitation } = {} as GuardStage
let signatures: number

beforeAll(async () => {
  running = await setGuardStage(account)
  ;({ stage, guard, node, open, usdc, genuine, imitation } = running)
  await stage.devnet.primary.fund(settler.address, 1_000_000_000n)
})
beforeEach(() => {
  signatures = 0
  for (const one of [node, open]) one.reset()
})
afterAll(() => running?.stop())

const transport = () =>
  fallback(
    [guard.url, open.url].map((url) => http(url, { retryCount: 0 })),
    { retryCount: 0 },
  )
const requirementsOf = (payTo: Address, assetTransferMethod: 'eip3009' | 'permit2') => ({
  scheme: 'exact',
  network,
  amount: '10000',
  asset: usdc,
  payTo,
  maxTimeoutSeconds: 600,
  extra: { name: 'USDC', version: '2', assetTransferMethod },
})
const asking = (payTo: Address, method: 'eip3009' | 'permit2' = 'eip3009') => ({
  x402Version: 2,
  resource: { url: 'https://shop.example/x', description: '', mimeType: 'application/json' },
  accepts: [requirementsOf(payTo, method)],
  // The client then signs an allowance as well, and reads from its endpoint for it.
  extensions: method === 'permit2' ? { eip2612GasSponsoring: { info: {}, schema: {} } } : {},
})

/** Reads through both endpoints, and signs with the key of the payer. */
function buyer(): x402Client {
  const reader = createPublicClient({ chain, transport: transport() })
  const signer = {
    address: account.address,
    signTypedData: (data: never) => {
      signatures++
      return account.signTypedData(data)
    },
  }
  const client = new x402Client().register(network, new ExactEvmScheme(toClientEvmSigner(signer, reader)))
  client.setSpendControls({ allowedAssets: [{ network, asset: usdc, maxAmountPerPayment: '1000000' }] })
  return client
}

const guarded = () =>
  guardX402(buyer(), {
    payer: account.address,
    checkOptions: { provider: payerProvider([{ chainId: chain.id, client: stage.publicClient }]) },
    chains: [
      { chainId: chain.id, client: createPublicClient({ chain, transport: http(guard.url, { retryCount: 0 }) }) },
    ],
  })

function facilitator(): x402Facilitator {
  const client = createWalletClient({ account: settler, chain, transport: transport() }).extend(publicActions)
  const signer = toFacilitatorEvmSigner({ ...client, address: settler.address } as never)
  return new x402Facilitator().register(network, new ExactEvmFacilitator(signer))
}

const sends = (methods: readonly string[]) => methods.filter((method) => /send/i.test(method))
const faults = ['none', '429', '502', 'silent', 'reset'] as const satisfies readonly NodeFault[]

describe.each(faults)('an imitation, while the node is: %s', (fault) => {
  test.each(['eip3009', 'permit2'] as const)(
    'the guarded client signs nothing and asks no second node: %s',
    async (method) => {
      node.fault = fault
      const paid = guarded().createPaymentPayload(asking(imitation, method))
      await expect(paid).rejects.toThrow(/^Payment creation aborted: Holdfast: .*Not the same\./)
      expect(signatures).toBe(0)
      expect(open.methods).toEqual([])
      // What the check reads of the payee is not a payment.
      expect(sends(node.methods)).toEqual([])
    },
  )

  test('a facilitator cannot settle what an unguarded client has signed: no node gets the transaction', async () => {
    const payload = await buyer().createPaymentPayload(asking(imitation))
    node.fault = fault
    const settled = facilitator().settle(payload as never, requirementsOf(imitation, 'eip3009') as never)
    expect(await settled.catch((error: unknown) => ({ success: false, error }))).toMatchObject({ success: false })
    expect([...sends(node.methods), ...sends(open.methods)]).toEqual([])
  })
})

test('a known payee is signed for, and a facilitator behind the guard settles it', async () => {
  const payload = await guarded().createPaymentPayload(asking(genuine))
  expect(signatures).toBe(1)
  const settled = await facilitator().settle(payload as never, requirementsOf(genuine, 'eip3009') as never)
  expect(settled).toMatchObject({ success: true })
  expect(sends(node.methods)).toEqual(['eth_sendRawTransaction'])
  expect(sends(open.methods)).toEqual([])
})
