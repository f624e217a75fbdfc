import { protectedTransferAbi } from '@holdfast/contracts'
import type { Devnet } from '@holdfast/devnet'
import { type ClientPair, primaryChain } from '@holdfast/sdk/chain'
import {
  approveUsdc,
  type ClaimKey,
  claimKeyFromLink,
  defineConfig,
  generateClaimCode,
  generateLinkSecret,
  registerConfig,
  waitForSend,
} from '@holdfast/sdk/transfer'
import { type Address, createPublicClient, createWalletClient, http, parseEventLogs, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** Locks one USDC from a new sender to a new recipient. */
export async function lock(devnet: Devnet): Promise<Locked> {
  const [locked] = await lockMany(devnet, 1)
  if (!locked) throw new Error('Nothing was locked.')
  return locked
}

/** The same many times, in about the time of one. */
export async function lockMany(devnet: Devnet, count: number): Promise<Locked[]> {
  const { account, ...clients } = await openSender(devnet, BigInt(count) * 1_500_000n + 10_000_000n)
  const { configId } = await registerConfig(clients, defineConfig())
  await approveUsdc(clients, BigInt(count) * 1_000_000n)
  const wanted = Array.from({ length: count }, () => ({
    secret: generateClaimCode(),
    to: privateKeyToAccount(generatePrivateKey()).address,
  }))
  const contract = { address: devnet.primary.contracts.transferContract, abi: protectedTransferAbi } as const
  const fromBlock = await clients.publicClient.getBlockNumber({ cacheTime: 0 })
  const first = await clients.publicClient.getTransactionCount(account)
  const hashes = await Promise.all(
    wanted.map(({ secret, to }, place) =>
      clients.walletClient.writeContract({
        ...contract,
        functionName: 'sendProtected',
        args: [configId, to, 1_000_000n, secret.claimHash],
        nonce: first + place,
        gas: 400_000n,
      }),
    ),
  )
  // The last of them is mined after all others.
  await clients.publicClient.waitForTransactionReceipt({ hash: hashes.at(-1) ?? '0x' })
  const events = await clients.publicClient.getContractEvents({
    ...contract,
    eventName: 'TransferCreated',
    args: { sender: account.address },
    fromBlock,
    strict: true,
  })
  const ids = new Map(events.map(({ args }) => [args.claimHash, args.transferId]))
  return wanted.map(({ secret, to }) => ({ secret, to, transferId: ids.get(secret.claimHash) ?? 0n }))
}

/** Locks one USDC under a claim key, for a new recipient or for the one that the key names. */
export async function lockKeyed(
  devnet: Devnet,
  {
    claimMode = 'KEY',
    isOpen = false,
    key = claimKeyFromLink(generateLinkSecret()),
  }: { claimMode?: 'KEY' | 'KEY_RELEASE'; isOpen?: boolean; key?: ClaimKey } = {},
): Promise<{ transferId: bigint; key: ClaimKey; to: Address; sender: ClientPair }> {
  const { account, ...clients } = await openSender(devnet, 10_000_000n)
  const { configId } = await registerConfig(clients, defineConfig({ claimMode }))
  await approveUsdc(clients, 1_000_000n)
  const to = isOpen ? zeroAddress : privateKeyToAccount(generatePrivateKey()).address
  const hash = await clients.walletClient.writeContract({
    address: devnet.primary.contracts.transferContract,
    abi: protectedTransferAbi,
    functionName: 'sendProtected',
    args: [configId, to, 1_000_000n, key.claimHash],
    account,
    gas: 400_000n,
  })
  const { transferId } = await waitForSend(clients, hash, key.claimHash)
  return { transferId, key, to, sender: clients }
}

/** Locks one USDC under terms whose codes a contract checks. */
export async function lockUnder(devnet: Devnet, verifier: Address): Promise<Locked> {
  const { account, ...clients } = await openSender(devnet, 10_000_000n)
  const contract = { address: devnet.primary.contracts.transferContract, abi: protectedTransferAbi, account } as const
  const registered = await clients.walletClient.writeContract({
    ...contract,
    functionName: 'createConfigWithVerifier',
    args: [3_600, verifier, 0, zeroAddress],
  })
  const { logs } = await clients.publicClient.waitForTransactionReceipt({ hash: registered })
  const [created] = parseEventLogs({ abi: protectedTransferAbi, eventName: 'ConfigCreated', logs })
  if (!created) throw new Error('No terms were registered.')
  await approveUsdc(clients, 1_000_000n)
  const secret = generateClaimCode()
  const to = privateKeyToAccount(generatePrivateKey()).address
  const hash = await clients.walletClient.writeContract({
    ...contract,
    functionName: 'sendProtected',
    args: [created.args.configId, to, 1_000_000n, secret.claimHash],
    gas: 400_000n,
  })
  const { transferId } = await waitForSend(clients, hash, secret.claimHash)
  return { transferId, secret, to }
}

async function openSender(devnet: Devnet, funds: bigint) {
  const account = privateKeyToAccount(generatePrivateKey())
  await devnet.primary.fund(account.address, funds)
  const options = {
    chain: primaryChain,
    transport: http(devnet.primary.rpcUrl, { timeout: 120_000 }),
    pollingInterval: 25,
  }
  return {
    account,
    publicClient: createPublicClient(options),
    walletClient: createWalletClient({ ...options, account }),
  }
}

/** A pending transfer of one USDC. */
export type Locked = { transferId: bigint; secret: ReturnType<typeof generateClaimCode>; to: Address }
