import { createPublicClient, createWalletClient, erc20Abi, type Hex, http, type PublicClient } from 'viem'
import { baseSepolia } from 'viem/chains'
import { type Devnet, remoteAddresses } from '../src/index.js'
import { stranger } from './actors.js'

/** A client that reads the remote chain, with polling fast enough for tests. */
export function remoteReader(devnet: Devnet): PublicClient {
  return createPublicClient({ chain: baseSepolia, transport: host(devnet), pollingInterval: 20, cacheTime: 0 }) as never
}

/** A new account with USDC and gas money on the remote chain. */
export async function remoteActor(devnet: Devnet, amount = 100_000_000n) {
  const account = stranger()
  await devnet.remote.fund(account.address, amount)
  const wallet = createWalletClient({ account, chain: baseSepolia, transport: host(devnet) })
  return { account, address: account.address, wallet }
}

/** Makes the next block at once and reads the receipt from it. */
export async function remotelyMined(devnet: Devnet, hash: Hex) {
  await devnet.remote.mine()
  return remoteReader(devnet).getTransactionReceipt({ hash })
}

/** USDC of an account on the remote chain. */
export function remoteBalanceOf(devnet: Devnet, address: Hex): Promise<bigint> {
  const call = { address: remoteAddresses.usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  return remoteReader(devnet).readContract(call)
}

/** One JSON-RPC request to the remote chain, with its HTTP answer. */
export async function askRemote(devnet: Devnet, method: string, ...params: unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(devnet.remote.rpcUrl, { method: 'POST', body })
  const text = await response.text()
  return { status: response.status, text, json: () => JSON.parse(text) }
}

function host(devnet: Devnet) {
  return http(devnet.remote.rpcUrl, { retryCount: 0 })
}
