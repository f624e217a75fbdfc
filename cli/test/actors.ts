import { protectedTransferAbi } from '@holdfast/contracts'
import { type Devnet, ordinaryAccount, usdcAbi } from '@holdfast/devnet'
import { readPaymentLink } from '@holdfast/sdk/links'
import { claimKeyFromLink, signClaim } from '@holdfast/sdk/transfer'
import { type Address, createPublicClient, createWalletClient, getAddress, type Hex, http, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { arcTestnet } from 'viem/chains'
import type { User } from './createUser.js'

/** What happens on the chain without the command line. */
export function actOn({ primary }: Devnet) {
  const transport = http(primary.rpcUrl)
  const reader = createPublicClient({ chain: arcTestnet, transport, pollingInterval: 20 })
  const token = { address: primary.usdc, abi: usdcAbi } as const
  const mined = async (hash: `0x${string}`) => {
    const { status } = await reader.waitForTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`${hash} reverted.`)
  }
  return {
    reader,
    balanceOf: (address: Address) => reader.readContract({ ...token, functionName: 'balanceOf', args: [address] }),
    /** A plain payment, as any wallet makes it. */
    async pay({ privateKey }: Pick<User, 'privateKey'>, to: Address, amount: bigint) {
      const wallet = createWalletClient({ account: privateKeyToAccount(privateKey), chain: arcTestnet, transport })
      await mined(await wallet.writeContract({ ...token, functionName: 'transfer', args: [to, amount] }))
    },
    /** A contract of whatever code. */
    async deploy(data: Hex): Promise<Address> {
      const account = ordinaryAccount()
      await primary.fund(account.address, 10_000_000n)
      const wallet = createWalletClient({ account, chain: arcTestnet, transport })
      const hash = await wallet.sendTransaction({ data })
      const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
      if (!contractAddress) throw new Error('Nothing was deployed.')
      return getAddress(contractAddress)
    },
    /** Claims with wrong codes, as no user of the command line does. */
    async guessWrong(transferId: bigint, times: number) {
      const account = ordinaryAccount()
      await primary.fund(account.address, 10_000_000n)
      const wallet = createWalletClient({ account, chain: arcTestnet, transport })
      const address = primary.contracts.transferContract
      const args = [transferId, 'WRONG', zeroHash] as const
      for (let guess = 0; guess < times; guess += 1)
        await mined(await wallet.writeContract({ address, abi: protectedTransferAbi, functionName: 'claim', args }))
    },
    /** The holder of a link asks to be paid at many addresses, one after the other. */
    async askForRelease(link: string, times: number): Promise<Address[]> {
      const opened = readPaymentLink(link)
      if (opened.kind !== 'payment') throw new Error('A claim link asks for no release.')
      const { linkSecret, chainId, transferId } = opened
      const account = ordinaryAccount()
      await primary.fund(account.address, 10_000_000n)
      const wallet = createWalletClient({ account, chain: arcTestnet, transport })
      const address = primary.contracts.transferContract
      const recipients = Array.from({ length: times }, () => ordinaryAccount().address)
      for (const recipient of recipients) {
        const { signature } = await signClaim(claimKeyFromLink(linkSecret), { chainId, transferId, recipient })
        const args = [transferId, recipient, signature] as const
        const call = { address, abi: protectedTransferAbi, functionName: 'requestRelease', args } as const
        await mined(await wallet.writeContract(call))
      }
      return recipients
    },
    /** A transfer of nothing in another account's name. */
    async bait(from: Address, to: Address) {
      const account = ordinaryAccount()
      await primary.fund(account.address, 1_000_000n)
      const wallet = createWalletClient({ account, chain: arcTestnet, transport })
      await mined(await wallet.writeContract({ ...token, functionName: 'transferFrom', args: [from, to, 0n] }))
    },
  }
}
