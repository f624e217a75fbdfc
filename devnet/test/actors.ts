import { createPublicClient, createWalletClient, erc20Abi, type Hex, http, type PublicClient } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { arcTestnet } from 'viem/chains'
import type { Devnet } from '../src/index.js'

/** A client that reads, with polling fast enough for tests. */
export function reader(devnet: Devnet): PublicClient {
  return createPublicClient({
    chain: arcTestnet,
    transport: http(devnet.primary.rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  })
}

/** A client that signs. */
export function signer(devnet: Devnet, account: PrivateKeyAccount) {
  const transport = http(devnet.primary.rpcUrl, { retryCount: 0 })
  return createWalletClient({ account, chain: arcTestnet, transport })
}

/** A new account with money. */
export async function actor(devnet: Devnet, amount = 100_000_000n) {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.primary.fund(account.address, amount)
  return { account, address: account.address, wallet: signer(devnet, account) }
}

/** A fresh address. */
export function stranger(): PrivateKeyAccount {
  return privateKeyToAccount(generatePrivateKey())
}

/** The receipt of a pending transaction. */
export async function mined(devnet: Devnet, hash: Hex) {
  return reader(devnet).waitForTransactionReceipt({ hash, timeout: 120_000 })
}

/** USDC of an account on the primary chain. */
export function balanceOf(devnet: Devnet, address: Hex): Promise<bigint> {
  const call = { address: devnet.primary.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  return reader(devnet).readContract(call)
}

/** One JSON-RPC request, with its HTTP answer. */
export async function ask(devnet: Devnet, body: unknown) {
  const response = await fetch(devnet.primary.rpcUrl, { method: 'POST', body: JSON.stringify(body) })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) }
}

/** The result or error of one method. */
export async function rpc(devnet: Devnet, method: string, ...params: unknown[]) {
  return (await ask(devnet, { jsonrpc: '2.0', id: 1, method, params })).json()
}
