import type { Actor } from '@holdfast/testkit/stage'
import { createWalletClient, custom, type Hex, type LocalAccount, type TypedDataDefinition } from 'viem'

/** What a wallet was asked to sign. */
export type Asked =
  | { kind: 'transaction'; to: string; data: Hex; cost: bigint }
  | { kind: 'signature'; primaryType: string; message: Readonly<Record<string, unknown>> }

/**
 * The same person with a wallet that records, in order, each transaction and typed message that it signs.
 *
 * @param refuses - Whether it records each request and then declines.
 */
export function watched(actor: Actor, { refuses = false } = {}): Actor & { asked: Asked[] } {
  const { account, chain, request } = actor.walletClient
  if (account?.type !== 'local') throw new Error('A local account is needed.')
  const asked: Asked[] = []
  const decide = () => {
    if (refuses) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
  }
  const watching: LocalAccount = {
    ...account,
    signTransaction: async (transaction, options) => {
      const { to, data, gas = 0n, maxFeePerGas, gasPrice } = transaction
      asked.push({
        kind: 'transaction',
        to: String(to),
        data: data ?? '0x',
        cost: gas * (maxFeePerGas ?? gasPrice ?? 0n),
      })
      decide()
      return account.signTransaction(transaction, options)
    },
    signTypedData: async (message) => {
      const { primaryType, message: fields } = message as unknown as TypedDataDefinition
      asked.push({ kind: 'signature', primaryType: String(primaryType), message: fields as Record<string, unknown> })
      decide()
      return account.signTypedData(message)
    },
  }
  const walletClient = createWalletClient({
    account: watching,
    ...(chain && { chain }),
    transport: custom({ request }),
  })
  return { ...actor, walletClient, asked }
}
