import { formatUsdc, type ReadClient, readGasReserve, requireDeployment } from '@holdfast/sdk/chain'
import { type Address, erc20Abi, formatEther } from 'viem'
import { getBalance, readContract } from 'viem/actions'
import type { Finding } from './Finding.js'

/** Reads what a wallet can pay with, and what it has for gas. */
export async function checkWallet(client: ReadClient, chainId: number, address: Address): Promise<Finding> {
  const { usdc, gasIsUsdc, nativeCurrency, faucetUrl } = requireDeployment(chainId)
  const finding = { check: 'wallet', subject: address } as const
  try {
    const [balance, native, reserve] = await Promise.all([
      readContract(client, { address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
      getBalance(client, { address }),
      readGasReserve(client),
    ])
    const canPayGas = gasIsUsdc ? balance > reserve : native > 0n
    const gas = gasIsUsdc ? 'gas is paid from them' : `${formatEther(native)} ${nativeCurrency.symbol} for gas`
    const facts = { usdc: balance, native, canPayGas }
    const means = `has ${formatUsdc(balance)} USDC; ${gas}`
    if (canPayGas && balance > 0n) return { ...finding, status: 'ok', means, advice: null, facts }
    return { ...finding, status: 'warning', means, advice: `It cannot pay. The faucet is ${faucetUrl}`, facts }
  } catch {
    return { ...finding, status: 'failed', means: 'could not be read', advice: 'Ask again.', facts: {} }
  }
}
