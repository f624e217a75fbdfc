import { spawn } from 'node:child_process'
import { deploy } from '@holdfast/contracts'
import { startDevnet } from '@holdfast/devnet'
import { ADDRESSES, overrideDeployment, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  type Hex,
  http,
  numberToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { parseAbi } from 'viem/utils'
import type { Actor } from './stage.js'

/** A registry chain other than the primary one: gas is not USDC, no memo, an ordinary token, our contracts deployed. */
export type PlainChain = {
  url: string
  actor: () => Promise<Actor>
  increaseTime: (seconds: number) => Promise<void>
  stop: () => Promise<void>
}

/** Code that exists on every chain, read from a devnet: an ordinary token of the issuer, and Permit2. */
export async function commonCode(): Promise<{ token: Hex; permit: Hex }> {
  const devnet = await startDevnet()
  try {
    const client = createPublicClient({ transport: http(devnet.primary.rpcUrl) })
    const code = async (address: Address) => (await client.getCode({ address })) ?? '0x'
    return { token: await code(ADDRESSES.EURC), permit: await code(ADDRESSES.PERMIT) }
  } finally {
    await devnet.stop()
  }
}

export async function startPlainChain(chainId: number, code: { token: Hex; permit: Hex }): Promise<PlainChain> {
  const { url, stop } = await startAnvil(['--chain-id', String(chainId), '--block-time', '0.05'])
  const deployment = requireDeployment(chainId)
  const restore = overrideDeployment(chainId, { rpcUrls: [url], blockTimeMs: 50 })
  const chain = viemChainFor(chainId)
  const transport = http(url)
  const publicClient = createPublicClient({ chain, transport, pollingInterval: 25 })
  const node = createTestClient({ mode: 'anvil', chain, transport })

  const minter = privateKeyToAccount(generatePrivateKey())
  const asMinter = createWalletClient({ account: minter, chain, transport })
  await node.setCode({ address: deployment.usdc, bytecode: code.token })
  await node.setCode({ address: deployment.permit, bytecode: code.permit })
  await node.setBalance({ address: minter.address, value: 10n ** 18n })
  // Master minter of the issuer's token, by its published storage layout.
  await node.setStorageAt({
    address: deployment.usdc,
    index: numberToHex(8, { size: 32 }),
    value: `0x${minter.address.slice(2).padStart(64, '0').toLowerCase()}`,
  })
  const mined = async (hash: Hex) => publicClient.waitForTransactionReceipt({ hash })
  const tokenAbi = parseAbi([
    'function configureMinter(address minter, uint256 allowance) returns (bool)',
    'function mint(address to, uint256 amount) returns (bool)',
  ])
  const asIssuer = async (functionName: 'configureMinter' | 'mint', args: readonly [Address, bigint]) =>
    mined(await asMinter.writeContract({ address: deployment.usdc, abi: tokenAbi, functionName, args }))
  await asIssuer('configureMinter', [minter.address, 10n ** 15n])
  await deploy({ publicClient, walletClient: asMinter })

  return {
    url,
    actor: async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      await node.setBalance({ address: account.address, value: 10n ** 18n })
      await asIssuer('mint', [account.address, 1_000_000_000n])
      return { address: account.address, publicClient, walletClient: createWalletClient({ account, chain, transport }) }
    },
    increaseTime: async (seconds) => {
      await node.increaseTime({ seconds })
      await node.mine({ blocks: 1 })
    },
    stop: async () => {
      restore()
      await stop()
    },
  }
}

/** A bare anvil. */
export async function startAnvil(args: readonly string[]): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn('anvil', ['--host', '127.0.0.1', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const match = /Listening on (127\.0\.0\.1:\d+)/.exec(printed)
      if (match) resolve(`http://${match[1]}`)
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`anvil ended before it listened: ${printed}`)))
  })
  return { url, stop }
}
