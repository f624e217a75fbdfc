import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  isAddress,
} from 'viem'
import { operatorAccount } from '../chain/accounts.js'
import { Mutex } from '../chain/Mutex.js'
import { arcTestnet } from '../chain/viemChains.js'
import { eurcAbi } from '../generated/Eurc.js'
import { json, type Surface } from '../http/reply.js'
import { primaryAddresses } from './facts.js'

/** Pays out test money in real transactions, one after another. */
export function faucetSurface(rpcUrl: () => string): Surface {
  const mutex = new Mutex()
  return async ({ method, body }) => {
    if (method !== 'POST') return json(405, { error: 'POST {"address": "0x…", "amount": "20000000"} to get USDC.' })
    const request = parseRequest(body)
    if (typeof request === 'string') return json(400, { error: request })
    const hash = await mutex.run(() => pay(rpcUrl(), request))
    return json(200, { hash, address: request.address, amount: request.amount.toString(), token: request.token })
  }
}

/** The default amount: 20 units of the token. */
const defaultAmount = 20_000_000n
/** A million of the token. */
const maxAmount = 1_000_000_000_000n

type Payout = { address: Address; amount: bigint; token: 'USDC' | 'EURC' }

/** @returns What is wrong, as text, for a body that is not a request. */
function parseRequest(body: string): Payout | string {
  let parsed: { address?: unknown; amount?: unknown; token?: unknown }
  try {
    parsed = JSON.parse(body) ?? {}
  } catch {
    return 'The body is not JSON.'
  }
  const { address, amount = defaultAmount.toString(), token = 'USDC' } = parsed
  if (typeof address !== 'string' || !isAddress(address, { strict: false })) return 'address is not an address.'
  if (!/^[0-9]{1,13}$/.test(String(amount))) return 'amount is a decimal number of base units (6 decimals).'
  const units = BigInt(String(amount))
  if (units === 0n || units > maxAmount) return `amount must be between 1 and ${maxAmount}.`
  if (token !== 'USDC' && token !== 'EURC') return 'token must be USDC or EURC.'
  return { address, amount: units, token }
}

async function pay(rpcUrl: string, { address, amount, token }: Payout): Promise<Hex> {
  const transport = http(rpcUrl)
  const wallet = createWalletClient({ account: operatorAccount(), chain: arcTestnet, transport })
  const functionName = token === 'USDC' ? 'transfer' : 'mint'
  const hash = await wallet.sendTransaction({
    to: token === 'USDC' ? primaryAddresses.usdc : primaryAddresses.eurc,
    data: encodeFunctionData({ abi: eurcAbi, functionName, args: [address, amount] }),
  })
  const receipt = await createPublicClient({
    chain: arcTestnet,
    transport,
    pollingInterval: 50,
  }).waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`The faucet's transaction ${hash} was reverted.`)
  return hash
}
