import { erc20Abi } from 'viem'
import { useWriteContract } from 'wagmi'

export function Pay({ usdc, to, amount }: { usdc: `0x${string}`; to: `0x${string}`; amount: bigint }) {
  const send = useWriteContract()
  const pay = () => send.mutate({ address: usdc, abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  return <button type="button" disabled={!send.isIdle} onClick={pay}>{send.error?.message ?? send.status}</button>
}
