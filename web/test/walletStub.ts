import type { Page } from 'playwright-core'
import { type Address, createPublicClient, createWalletClient, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** What a wallet can be made to do. */
type WalletKnobs = {
  /** The person says no. */
  rejects: boolean
  /** The person closes the window: there is no answer, and no transaction. */
  isClosed: boolean
  /** Never answers for a transaction that names this address, which is made all the same: the person has closed its window. */
  silentOn: Address | undefined
  /** Replaces one address in what is signed, as a clipper does. */
  swaps: { from: Address; to: Address } | undefined
}

/** What was asked of the wallet. */
export type WalletStub = { knobs: WalletKnobs; asked: string[] }

/**
 * Announces a wallet to a page by EIP-6963. Its key is in this process.
 *
 * @param chainId - Of the chain behind `rpcUrl`.
 */
export async function stubWallet(
  page: Page,
  { account, rpcUrl, chainId }: { account: PrivateKeyAccount; rpcUrl: string; chainId: number },
): Promise<WalletStub> {
  const stub: WalletStub = {
    knobs: { rejects: false, isClosed: false, silentOn: undefined, swaps: undefined },
    asked: [],
  }
  const transport = http(rpcUrl, { retryCount: 0, timeout: 30_000 })
  const wallet = createWalletClient({ account, transport })
  const node = createPublicClient({ transport })
  let isConnected = false

  const answer = async (method: string, params: unknown): Promise<unknown> => {
    const [first] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_requestAccounts':
        isConnected = true
        return [account.address]
      case 'eth_accounts':
        // Else the page connects by itself, as it may with a wallet that knows it.
        return isConnected ? [account.address] : []
      case 'eth_chainId':
        return `0x${chainId.toString(16)}`
      case 'eth_sendTransaction': {
        if (stub.knobs.isClosed) return new Promise(() => {})
        if (stub.knobs.rejects) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
        const { to, data, value, gas } = first as Record<string, Hex | undefined>
        const hash = await wallet.sendTransaction({
          chain: null,
          to: to as Address,
          data: swapped(data, stub.knobs.swaps),
          value: value === undefined ? undefined : BigInt(value),
          gas: gas === undefined ? undefined : BigInt(gas),
        })
        const { silentOn } = stub.knobs
        const isSilent = silentOn !== undefined && data?.includes(silentOn.slice(2).toLowerCase())
        return isSilent ? new Promise(() => {}) : hash
      }
      default:
        if (method.startsWith('wallet_')) throw Object.assign(new Error(`${method} is not supported.`), { code: 4200 })
        // Whatever else a page asks, a node answers.
        return node.request({ method, params } as never)
    }
  }

  await page.exposeFunction('__wallet', async (method: string, params: unknown) => {
    stub.asked.push(method)
    try {
      return { result: await answer(method, params) }
    } catch (error) {
      const { code = -32603, message = 'failed' } = error as { code?: number; message?: string }
      return { error: { code, message } }
    }
  })
  await page.addInitScript(() => {
    const provider = {
      async request({ method, params }: { method: string; params?: unknown }) {
        // Exposed above.
        const { result, error } = await Reflect.get(globalThis, '__wallet')(method, params)
        if (error) throw Object.assign(new Error(error.message), { code: error.code })
        return result
      },
      on() {},
      removeListener() {},
    }
    const info = {
      uuid: '4a0f1d0c-7a4e-4a52-9f0e-7d5c2b8f6a10',
      name: 'Test wallet',
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'example.wallet',
    }
    const announce = () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    addEventListener('eip6963:requestProvider', announce)
    announce()
  })
  return stub
}

function swapped(data: Hex | undefined, swaps: WalletKnobs['swaps']): Hex | undefined {
  if (data === undefined || swaps === undefined) return data
  // The same length, so what is left of the call stays as it was.
  return data.toLowerCase().replaceAll(swaps.from.slice(2).toLowerCase(), swaps.to.slice(2).toLowerCase()) as Hex
}
