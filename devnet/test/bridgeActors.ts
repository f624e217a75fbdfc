import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import { type Address, createWalletClient, erc20Abi, type Hex, http, pad, zeroHash } from 'viem'
import { arcTestnet, baseSepolia } from 'viem/chains'
import { bridgeMessengerAbi, bridgeTransmitterAbi, type Devnet, issuerAddresses } from '../src/index.js'
import { balanceOf, reader, stranger } from './actors.js'
import { remoteBalanceOf, remoteReader } from './remoteActors.js'

/** Requests a mint by the issuer: the published bytes. */
const forwardingHook = vectors.testVectors.forwardingHookData as Hex

/** Domains of the devnet's chains. */
const domains = { primary: 26, remote: 6 } as const

/** Burns USDC of a new account, for another account on the other chain. */
export async function burn(devnet: Devnet, from: 'primary' | 'remote', options: BurnOptions = {}) {
  const { amount = 5_000_000n, maxFee = 1_000_000n, finality = 2000, hookData = forwardingHook } = options
  const recipient = options.recipient ?? stranger().address
  const wallet = await walletOn(devnet, from)
  const { usdc } = devnet[from]
  const { bridgeTokenMessenger } = issuerAddresses
  const approval = { address: usdc, abi: erc20Abi, functionName: 'approve' } as const
  await minedOn(devnet, from, await wallet.writeContract({ ...approval, args: [bridgeTokenMessenger, amount] }))
  const destination = options.destination ?? domains[from === 'primary' ? 'remote' : 'primary']
  const args = [amount, destination, pad(recipient), usdc, zeroHash, maxFee, finality] as const
  const messenger = { address: bridgeTokenMessenger, abi: bridgeMessengerAbi } as const
  const hash =
    hookData === '0x'
      ? await wallet.writeContract({ ...messenger, functionName: 'depositForBurn', args })
      : await wallet.writeContract({
          ...messenger,
          functionName: 'depositForBurnWithHook',
          args: [...args, hookData],
        })
  await minedOn(devnet, from, hash)
  return { hash, domain: domains[from], recipient, amount, maxFee }
}

type BurnOptions = {
  amount?: bigint
  maxFee?: bigint
  finality?: number
  hookData?: Hex
  recipient?: Address
  destination?: number
}

/** Sends the mint of an attested burn. */
export async function receiveOn(devnet: Devnet, to: 'primary' | 'remote', { message, attestation }: Minting) {
  const wallet = await walletOn(devnet, to)
  const hash = await wallet.writeContract({
    address: issuerAddresses.bridgeMessageTransmitter,
    abi: bridgeTransmitterAbi,
    functionName: 'receiveMessage',
    args: [message, attestation],
  })
  return minedOn(devnet, to, hash)
}

type Minting = { message: Hex; attestation: Hex }

/** USDC of an account on one of the chains. */
export function balanceOn(devnet: Devnet, chain: 'primary' | 'remote', address: Address): Promise<bigint> {
  return chain === 'primary' ? balanceOf(devnet, address) : remoteBalanceOf(devnet, address)
}

/** Makes the next block at once and reads the receipt from it. */
async function minedOn(devnet: Devnet, chain: 'primary' | 'remote', hash: Hex) {
  await devnet[chain].mine()
  const client = chain === 'primary' ? reader(devnet) : remoteReader(devnet)
  const receipt = await client.getTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`${hash} was reverted.`)
  return receipt
}

async function walletOn(devnet: Devnet, from: 'primary' | 'remote') {
  const account = stranger()
  await devnet[from].fund(account.address, 1_000_000_000n)
  const transport = http(devnet[from].rpcUrl, { retryCount: 0 })
  return createWalletClient({ account, chain: from === 'primary' ? arcTestnet : baseSepolia, transport })
}
