import { createClient, custom, numberToHex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { type BridgeChainName, bridgeChainFacts, bridgeWriteChain } from '../chain/bridgeChains.js'
import { execute } from '../chain/transaction/execute.js'
import { approveCall, burnCall } from './internal/burnCall.js'
import { mintCall } from './internal/mintCall.js'
import { assertPayable, countOf, headOf } from './internal/wallet.js'

const wallet = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const quote = { amount: 1_000_000n, maxFee: 60_000n, total: 1_060_000n }
const attested = { messageBytes: '0x12', attestation: '0x34' } as const

/** A node on which gas costs 1 wei, with much USDC in the wallet. */
const nodeWith = (answers: Record<string, unknown>) =>
  createClient({
    transport: custom({
      request: async ({ method }) => {
        if (!Object.hasOwn(answers, method)) throw new Error(`unexpected ${method}`)
        return answers[method]
      },
    }),
  })

describe('before anything is signed', () => {
  const pay = (from: BridgeChainName, coin: bigint, allowance: bigint) =>
    assertPayable(
      nodeWith({
        eth_gasPrice: '0x1',
        eth_getBalance: numberToHex(coin),
        // Limit of a burn, balance and allowance alike.
        eth_call: pad(numberToHex(allowance)),
      }) as never,
      from,
      wallet,
      quote,
    )

  test('a wallet on Sei that cannot pay for new storage slots is refused', async () => {
    // What a burn was measured to take, and what other chains ask for.
    for (const gas of [250_000n, 379_263n])
      await expect(pay('Sei_Testnet', (gas * 3n) / 2n, quote.total)).rejects.toMatchObject({ code: 'no_gas' })
    await pay('Sei_Testnet', 750_000n, quote.total)
    await pay('Base_Sepolia', 375_000n, quote.total)
  })
})

describe('what a wallet can pay for', () => {
  type State = {
    total?: bigint
    limit?: bigint | null
    usdc?: bigint
    allowance?: bigint
    coin?: bigint
    down?: string
  }
  const pay = (
    { total = quote.total, limit = 10n ** 12n, usdc = total, allowance = total, coin = 10n ** 18n, down }: State,
    from: BridgeChainName = 'Base_Sepolia',
  ) => {
    const { usdc: token } = bridgeChainFacts(from)
    const client = createClient({
      transport: custom(
        {
          request: async ({ method, params }) => {
            if (method === down) throw new Error('gone')
            if (method === 'eth_gasPrice') return '0x1'
            if (method === 'eth_getBalance' && `${params}` === `${[wallet, 'latest']}`) return numberToHex(coin)
            if (method !== 'eth_call') throw new Error(`unexpected ${method} of ${params}`)
            const [{ to, data }] = params
            if (to !== token && limit === null) throw new Error('gone')
            // `allowance(address,address)`.
            return pad(numberToHex(to !== token ? (limit ?? 0n) : data.startsWith('0xdd62ed3e') ? allowance : usdc))
          },
        },
        { retryCount: 0 },
      ),
    })
    return assertPayable(client as never, from, wallet, { ...quote, total })
  }

  test('a burn of all that one may take, and of all that it has', async () => {
    await pay({})
    await pay({ limit: quote.total })
    // The chain refuses what is over the limit of a minter that does not answer.
    await pay({ limit: null })
    const documented = 10_000_000_000_000n
    await pay({ limit: null, total: documented })
    await expect(pay({ limit: null, total: documented + 1n })).rejects.toMatchObject({
      code: 'over_burn_limit',
      available: documented,
    })
  })

  test('where USDC pays for gas, it must cover that as well', async () => {
    const { approve, burn } = bridgeChainFacts('Arc_Testnet').gas
    const minFee = bridgeWriteChain('Arc_Testnet').minFeePerGas ?? 1n
    const gas = (wei: bigint) => (wei + 10n ** 12n - 1n) / 10n ** 12n
    const [alone, both] = [gas((minFee * burn * 3n) / 2n), gas((minFee * (approve + burn) * 3n) / 2n)]
    expect(alone).toBeGreaterThan(0n)
    await pay({ usdc: quote.total + alone }, 'Arc_Testnet')
    await expect(pay({ usdc: quote.total + alone - 1n }, 'Arc_Testnet')).rejects.toMatchObject({
      code: 'short_with_gas',
      required: quote.total + alone,
      available: quote.total + alone - 1n,
    })
    const short = { allowance: quote.total - 1n }
    await pay({ ...short, usdc: quote.total + both }, 'Arc_Testnet')
    await expect(pay({ ...short, usdc: quote.total + both - 1n }, 'Arc_Testnet')).rejects.toMatchObject({
      code: 'short_with_gas',
      required: quote.total + both,
    })
  })

  const { name: chain, nativeCurrency } = bridgeChainFacts('Base_Sepolia')
  test.each<[State, object]>([
    [{ limit: quote.total - 1n }, { code: 'over_burn_limit', required: quote.total, available: quote.total - 1n }],
    [{ usdc: quote.total - 1n }, { code: 'short_with_fee', required: quote.total, available: quote.total - 1n, chain }],
    [{ coin: 0n }, { code: 'no_gas', available: 0n, coin: nativeCurrency.symbol, chain }],
    [{ down: 'eth_getBalance' }, { message: expect.stringContaining(`while reading the balance of ${wallet}`) }],
    [{ down: 'eth_gasPrice' }, { message: expect.stringContaining('while reading the gas price') }],
  ])('error: %o', async (state, refusal) => {
    await expect(pay(state)).rejects.toMatchObject(refusal)
  })

  test('the newest block, and the transactions of a wallet', async () => {
    const asked: unknown[] = []
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      asked.push([method, params])
      return '0x10'
    }
    const client = createClient({ transport: custom({ request }) })
    expect([await headOf(client), await countOf(client, wallet)]).toEqual([16n, 16])
    expect(asked).toEqual([
      ['eth_blockNumber', undefined],
      ['eth_getTransactionCount', [wallet, 'latest']],
    ])
    const down = createClient({
      transport: custom({ request: () => Promise.reject(new Error('gone')) }, { retryCount: 0 }),
    })
    await expect(headOf(down)).rejects.toThrow('while reading the newest block')
    await expect(countOf(down, wallet)).rejects.toThrow(`while counting the transactions of ${wallet}`)
  })

  test('an approval costs gas as well, where the allowance is short', async () => {
    const { approve, burn } = bridgeChainFacts('Base_Sepolia').gas
    const [alone, both] = [(burn * 3n) / 2n, ((approve + burn) * 3n) / 2n]
    await pay({ coin: alone })
    await expect(pay({ coin: alone - 1n })).rejects.toMatchObject({ code: 'no_gas', required: alone })
    const allowance = quote.total - 1n
    await pay({ allowance, coin: both })
    await expect(pay({ allowance, coin: both - 1n })).rejects.toMatchObject({ code: 'no_gas', required: both })
  })
})

describe('what a transaction carries', () => {
  const route = { recipient: wallet, quote, finalityThreshold: 2000 } as const

  test('on Cronos at least the floors, since its nodes estimate too little', () => {
    expect(approveCall('Cronos_Testnet', 1n).minGas).toBe(150_000n)
    expect(burnCall({ from: 'Cronos_Testnet', to: 'Arc_Testnet', ...route }).minGas).toBe(500_000n)
    expect(mintCall('Cronos_Testnet', attested).minGas).toBe(400_000n)
  })

  test('no floor of the source on the destination, and none elsewhere', () => {
    expect(burnCall({ from: 'Arc_Testnet', to: 'Cronos_Testnet', ...route }).minGas).toBeUndefined()
    expect(mintCall('Arc_Testnet', attested).minGas).toBeUndefined()
  })

  test.each([
    [30_600, 500_000n],
    [480_000, 600_000n],
  ])('an estimate of %i is brought to %i', async (estimate, carried) => {
    const { chainId } = bridgeChainFacts('Cronos_Testnet')
    let gas: bigint | undefined
    const node = nodeWith({
      eth_estimateGas: numberToHex(estimate),
      eth_chainId: numberToHex(chainId),
      eth_getTransactionCount: '0x0',
      eth_maxPriorityFeePerGas: '0x1',
      eth_getBlockByNumber: { number: '0x1', timestamp: '0x1', baseFeePerGas: '0x1', transactions: [] },
    })
    const account = {
      address: wallet,
      type: 'local',
      signTransaction: async (transaction: { gas: bigint }) => {
        gas = transaction.gas
        throw new Error('not signed')
      },
    }
    const clients = { publicClient: node, walletClient: { ...node, account } } as never
    const call = burnCall({ from: 'Cronos_Testnet', to: 'Arc_Testnet', ...route })
    await expect(execute(clients, bridgeWriteChain('Cronos_Testnet'), call)).rejects.toThrow()
    expect(gas).toBe(carried)
  })
})
