import type { BrowserContext, Page } from 'playwright-core'
import { type Address, createPublicClient, createWalletClient, type Hex, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'

/** What a wallet can be made to do. */
type WalletKnobs = {
  /** The person says no. */
  rejects: boolean
  /** The person closes the window: there is no answer, and no transaction. */
  isClosed: boolean
  /** How many prompts are answered before `isClosed` holds. */
  answersBeforeClosed: number
  /** Makes the transaction with this number, from 1, and never answers: the person has closed the window too early. */
  silentAt: number | undefined
  /** Answers this much later. */
  lateMs: number
  /** Makes the transaction with this number, from 1, and answers with an error. */
  failsThoughSentAt: number | undefined
  /** Gives the transaction with this number, from 1, too little gas: it is mined, and fails. */
  revertsAt: number | undefined
  /** Replaces one value in what is signed, as a clipper does, or makes another call of it. */
  swaps: { from: Hex; to: Hex } | ((data: Hex) => Promise<Hex>) | undefined
  /** Called with the number of each transaction before it is made: to change something in the middle of a payment. */
  beforeSending: ((number: number, isApproval: boolean) => unknown) | undefined
}

/** How a wallet announces itself. */
export type WalletInfo = { uuid: string; name: string; icon: string; rdns: string }

/** What was asked of the wallet. */
export type WalletStub = {
  knobs: WalletKnobs
  asked: string[]
  /** How often the wallet was asked for a signature or a transaction. */
  prompts: () => number
  /** How many transactions it has sent. */
  sent: () => number
  /** Has the wallet tell a page that its account or its chain is another one; no account locks it. */
  tell: (page: Page, change: { accounts?: readonly Address[]; chainId?: number }) => Promise<void>
}

/**
 * Announces a wallet to every page of a context by EIP-6963. Its key is in this process.
 *
 * @param chainId - Of the chain behind `rpcUrl`.
 */
export async function stubWallet(
  context: BrowserContext,
  {
    account,
    rpcUrl,
    chainId,
    info = TEST_WALLET,
  }: { account: PrivateKeyAccount; rpcUrl: string; chainId: number; info?: WalletInfo },
): Promise<WalletStub> {
  const knobs: WalletKnobs = {
    rejects: false,
    isClosed: false,
    answersBeforeClosed: 0,
    silentAt: undefined,
    lateMs: 0,
    failsThoughSentAt: undefined,
    revertsAt: undefined,
    swaps: undefined,
    beforeSending: undefined,
  }
  const asked: string[] = []
  const transport = http(rpcUrl, { retryCount: 0, timeout: 120_000 })
  const wallet = createWalletClient({ account, transport })
  const node = createPublicClient({ transport })
  let made = 0
  let [isConnected, shown, chain] = [false, [account.address] as readonly Address[], chainId]

  /** What a person does with a window of the wallet. */
  const decide = async (): Promise<'answer' | 'never'> => {
    if (knobs.rejects) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    if (knobs.isClosed && knobs.answersBeforeClosed === 0) return 'never'
    if (knobs.isClosed) knobs.answersBeforeClosed -= 1
    // A slow person, and no condition to wait for.
    if (knobs.lateMs > 0) await new Promise((resolve) => setTimeout(resolve, knobs.lateMs))
    return 'answer'
  }
  const never = () => new Promise<never>(() => {})

  const answer = async (method: string, params: unknown): Promise<unknown> => {
    const [first, second] = Array.isArray(params) ? params : []
    switch (method) {
      case 'eth_requestAccounts':
        isConnected = true
        return shown
      case 'eth_accounts':
        // Else the page connects by itself, as it may with a wallet that knows it.
        return isConnected ? shown : []
      case 'eth_chainId':
        return `0x${chain.toString(16)}`
      case 'eth_signTypedData_v4':
        return (await decide()) === 'never' ? never() : account.signTypedData(JSON.parse(String(second)))
      case 'personal_sign':
        return (await decide()) === 'never' ? never() : account.signMessage({ message: { raw: first } })
      case 'eth_sendTransaction': {
        if ((await decide()) === 'never') return never()
        const number = ++made
        const { to, data, value, gas } = first as Record<string, Hex | undefined>
        await knobs.beforeSending?.(number, data?.startsWith(approveSelector) === true)
        const hash = await wallet.sendTransaction({
          chain: null,
          to: to as Address,
          data: await swapped(data, knobs.swaps),
          value: value === undefined ? undefined : BigInt(value),
          gas: knobs.revertsAt === number ? leastGas(data) : gas === undefined ? undefined : BigInt(gas),
        })
        if (knobs.failsThoughSentAt === number) throw Object.assign(new Error('Internal error'), { code: -32603 })
        return knobs.silentAt === number ? never() : hash
      }
      default:
        if (method.startsWith('wallet_')) throw Object.assign(new Error(`${method} is not supported.`), { code: 4200 })
        // Whatever else a page asks, a node answers.
        return node.request({ method, params } as never)
    }
  }

  await context.exposeFunction('__wallet', async (method: string, params: unknown) => {
    asked.push(method)
    try {
      return { result: await answer(method, params) }
    } catch (error) {
      const { code = -32603, message = 'failed' } = error as { code?: number; message?: string }
      return { error: { code, message } }
    }
  })
  await context.addInitScript((info) => {
    const listeners = new Map<string, Set<(value: unknown) => void>>()
    const provider = {
      async request({ method, params }: { method: string; params?: unknown }) {
        // Exposed above.
        const { result, error } = await Reflect.get(globalThis, '__wallet')(method, params)
        if (error) throw Object.assign(new Error(error.message), { code: error.code })
        return result
      },
      on(event: string, listener: (value: unknown) => void) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
      removeListener(event: string, listener: (value: unknown) => void) {
        listeners.get(event)?.delete(listener)
      },
    }
    Reflect.set(globalThis, '__tellWallet', (event: string, value: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(value)
    })
    const announce = () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }, info)
  return {
    knobs,
    asked,
    prompts: () =>
      asked.filter((method) => /^(eth_sendTransaction|eth_signTypedData_v4|personal_sign)$/.test(method)).length,
    sent: () => made,
    async tell(page, change) {
      if (change.accounts !== undefined) shown = change.accounts
      if (change.chainId !== undefined) chain = change.chainId
      await page.evaluate(
        ({ accounts, chainId: next }) => {
          const tell = Reflect.get(globalThis, '__tellWallet')
          if (accounts !== undefined) tell('accountsChanged', accounts)
          if (next !== undefined) tell('chainChanged', `0x${next.toString(16)}`)
        },
        { accounts: change.accounts && [...change.accounts], chainId: change.chainId },
      )
    },
  }
}

/** The wallet of a person who has one. */
export const TEST_WALLET: WalletInfo = {
  uuid: '4a0f1d0c-7a4e-4a52-9f0e-7d5c2b8f6a10',
  name: 'Test wallet',
  icon: 'data:image/svg+xml,<svg/>',
  rdns: 'example.wallet',
}

/** Selector of `approve`. */
const approveSelector = '0x095ea7b3'

/** What a node demands for the bytes of a transaction (EIP-7623), with nothing left to write anything. */
function leastGas(data: Hex = '0x'): bigint {
  const tokens = [...Buffer.from(data.slice(2), 'hex')].reduce((sum, byte) => sum + (byte === 0 ? 1 : 4), 0)
  return BigInt(21_000 + 10 * tokens + 100)
}

async function swapped(data: Hex | undefined, swaps: WalletKnobs['swaps']): Promise<Hex | undefined> {
  if (data === undefined || swaps === undefined) return data
  if (typeof swaps === 'function') return swaps(data)
  // The same length, so what is left of the call stays as it was.
  return data.toLowerCase().replaceAll(swaps.from.slice(2).toLowerCase(), swaps.to.slice(2).toLowerCase()) as Hex
}
