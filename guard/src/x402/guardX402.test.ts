import { genuine, impostor, stranger } from '@holdfast/testkit/riskScene'
import { x402Client } from '@x402/core/client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { getAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { CHAIN_ID, provider, USDC } from '../../test/recorder.js'
import { createGrants } from '../judge/createGrants.js'
import { createPins } from './createPins.js'
import { type ChangedPayee, type GuardX402Options, guardX402 } from './guardX402.js'

const account = privateKeyToAccount(generatePrivateKey())
const payer = account.address
const shop = '0x8ad1b0b1e1ae382dbdc898ea68012ffcb2ff1234'
const likeShop = '0x8ad1c3788d81257612e2581a6ea0ada244ee1234'

let signatures: number
let warnings: ChangedPayee[]
let isNew: boolean
beforeEach(() => {
  signatures = 0
  warnings = []
  isNew = false
})

const sources = {
  ...provider,
  getAddressActivity: async () =>
    isNew ? { transactionCount: 0, firstSeenAt: null } : { transactionCount: 7, firstSeenAt: new Date(0) },
}

/** The published client with the published scheme, guarded. */
function clientOf(options: Partial<GuardX402Options> = {}) {
  const client = new x402Client()
  const signer = {
    address: account.address,
    signTypedData: (data: never) => {
      signatures++
      return account.signTypedData(data)
    },
  }
  client.register(`eip155:${CHAIN_ID}`, new ExactEvmScheme(signer))
  client.setSpendControls({
    allowedAssets: [{ network: `eip155:${CHAIN_ID}`, asset: USDC, maxAmountPerPayment: '1000000' }],
  })
  return guardX402(client, {
    payer,
    checkOptions: { provider: sources },
    onWarning: (warning) => warnings.push(warning),
    ...options,
  })
}

const asking = (payTo: string, url = 'https://shop.example/x', amount = '10000') => ({
  x402Version: 2,
  error: 'PAYMENT-SIGNATURE header is required',
  resource: { url, description: '', mimeType: 'application/json' },
  accepts: [
    {
      scheme: 'exact',
      network: `eip155:${CHAIN_ID}` as const,
      amount,
      asset: USDC,
      payTo,
      maxTimeoutSeconds: 60,
      extra: { name: 'USDC', version: '2', assetTransferMethod: 'eip3009' },
    },
  ],
  extensions: {},
})

describe('guardX402', () => {
  test('behavior: an imitation is refused with the reason, and nothing is signed', async () => {
    const paid = clientOf().createPaymentPayload(asking(impostor))
    await expect(paid).rejects.toThrow(
      /^Payment creation aborted: Holdfast: 0xd9A1C3\.\.3a91 resembles 0xd9A1b0\.\.3a91/,
    )
    expect(signatures).toBe(0)
  })

  test('behavior: a payee and a merchant without history are paid', async () => {
    isNew = true
    const client = clientOf()
    for (const payTo of [genuine, stranger]) {
      const { payload } = await client.createPaymentPayload(asking(payTo, `https://${payTo}.example/`))
      expect(payload).toMatchObject({ authorization: { to: getAddress(payTo) } })
    }
    expect([signatures, warnings]).toEqual([2, []])
  })

  test('behavior: another payee of a host is reported and not pinned; one like the pinned one is refused', async () => {
    const pins = createPins()
    const client = clientOf({ pins })
    await client.createPaymentPayload(asking(shop))
    await client.createPaymentPayload(asking(shop))
    expect(warnings).toEqual([])
    await client.createPaymentPayload(asking(stranger))
    expect(warnings).toMatchObject([{ host: 'shop.example', payee: stranger, pinned: [getAddress(shop)] }])
    expect(await pins.list()).toEqual([{ host: 'shop.example', payee: getAddress(shop) }])
    await expect(client.createPaymentPayload(asking(likeShop))).rejects.toThrow('Holdfast: ')
    await expect(client.createPaymentPayload(asking(likeShop, 'https://other.example/'))).rejects.toThrow('Holdfast: ')
    expect(signatures).toBe(3)
    await pins.pin({ host: 'shop.example', payee: stranger })
    await client.createPaymentPayload(asking(stranger))
    expect(warnings).toHaveLength(1)
  })

  test('behavior: a refused payee is not pinned', async () => {
    const pins = createPins()
    await clientOf({ pins })
      .createPaymentPayload(asking(impostor))
      .catch(() => {})
    expect(await pins.list()).toEqual([])
  })

  test('behavior: sources that are down stop the payment', async () => {
    const down = { ...provider, getOutgoingCounterparties: () => Promise.reject(new Error('down')) }
    const paid = clientOf({ checkOptions: { provider: down } }).createPaymentPayload(asking(genuine))
    await expect(paid).rejects.toThrow('cannot check yet')
    expect(signatures).toBe(0)
  })

  test('behavior: a permission lets one payment pass, up to its amount', async () => {
    const grants = createGrants()
    const client = clientOf({ grants })
    await client.createPaymentPayload(asking(impostor)).catch(() => {})
    grants.allow(grants.list()[0]?.code ?? '')
    await expect(client.createPaymentPayload(asking(impostor, undefined, '10001'))).rejects.toThrow('Holdfast: ')
    await client.createPaymentPayload(asking(impostor))
    await expect(client.createPaymentPayload(asking(impostor))).rejects.toThrow('Holdfast: ')
    expect(signatures).toBe(1)
  })

  test('error: a network that cannot be checked', async () => {
    const client = clientOf()
    const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
    client.register(network, { scheme: 'exact', createPaymentPayload: async () => ({ x402Version: 2, payload: {} }) })
    client.setSpendControls(false)
    const [accepted] = asking(genuine).accepts
    const request = { ...asking(genuine), accepts: accepted ? [{ ...accepted, network }] : [] }
    await expect(client.createPaymentPayload(request)).rejects.toThrow(
      'Holdfast: payments on this network cannot be checked.',
    )
  })
})
