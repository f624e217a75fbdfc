import { multicall3FromAbi } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { createWalletClient, custom, encodeFunctionData, type Hash, type Hex } from 'viem'
import type { Actor } from './stage.js'

/** Answers of a wallet, by method. */
export type Answers = Record<string, (params: readonly unknown[]) => Promise<unknown>>

/** The same account in a wallet that holds its key: the library only uses JSON-RPC. */
export function walletOf(actor: Actor, asked: string[], answers: Answers = {}): Actor {
  const transport = custom(
    {
      request: async ({ method, params }: { method: string; params: readonly unknown[] }) => {
        asked.push(method)
        const answer = { ...basics(actor), ...answers }[method]
        if (answer) return answer(params)
        if (method.startsWith('wallet_')) throw Object.assign(new Error('unsupported'), { code: 4200 })
        return actor.publicClient.request({ method, params } as never)
      },
    },
    { retryCount: 0 },
  )
  return { ...actor, walletClient: createWalletClient({ account: actor.address, chain: primaryChain, transport }) }
}

/** What every such wallet answers. */
export function basics({ walletClient }: Actor): Answers {
  const account = walletClient.account ?? null
  return {
    eth_sendTransaction: ([request]) => {
      const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = request as Record<string, Hex>
      return walletClient.sendTransaction({
        account,
        chain: primaryChain,
        to,
        data,
        gas: BigInt(gas ?? 0),
        maxFeePerGas: BigInt(maxFeePerGas ?? 0),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? 0),
      } as Parameters<typeof walletClient.sendTransaction>[0])
    },
    eth_signTypedData_v4: ([, text]) => {
      const typedData = JSON.parse(text as string) as Parameters<typeof walletClient.signTypedData>[0]
      return walletClient.signTypedData({ ...typedData, account } as Parameters<typeof walletClient.signTypedData>[0])
    },
  }
}

/** EIP-5792 over the chain's caller-preserving multicall: one transaction, all or nothing. */
export function batching(actor: Actor): Answers {
  return {
    wallet_getCapabilities: async () => ({ '0x4cef52': { atomic: { status: 'supported' } } }),
    wallet_sendCalls: async ([request]) => {
      const { calls } = request as { calls: { to: Hex; data: Hex }[] }
      const hash = await actor.walletClient.sendTransaction({
        account: actor.walletClient.account ?? null,
        chain: primaryChain,
        to: '0x522fAf9A91c41c443c66765030741e4AaCe147D0',
        data: encodeFunctionData({
          abi: multicall3FromAbi,
          functionName: 'aggregate3',
          args: [calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }))],
        }),
      } as Parameters<typeof actor.walletClient.sendTransaction>[0])
      return { id: hash }
    },
    wallet_getCallsStatus: async ([id]) => {
      const receipt = await actor.publicClient.request({ method: 'eth_getTransactionReceipt', params: [id as Hash] })
      return {
        version: '2.0.0',
        id,
        chainId: '0x4cef52',
        atomic: true,
        status: receipt ? 200 : 100,
        receipts: receipt ? [receipt] : [],
      }
    },
  }
}
