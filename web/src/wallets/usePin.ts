import { useState } from 'react'
import type { Address } from 'viem'
import { useConnection } from 'wagmi'

/** The wallet, account and chain with which a payment was reviewed. */
export type Pin = { connector: string; account: Address; chainId: number }

/** How the wallet has left a pin. */
export type Drift = 'disconnected' | 'account' | 'chain' | 'wallet'

/** What has changed since the pin was set. The SDK itself signs for the pinned account alone; this says why nothing goes on. */
export function driftOf(pin: Pin, now: Partial<Pin>): Drift | undefined {
  if (now.account === undefined || now.connector === undefined) return 'disconnected'
  if (now.connector !== pin.connector) return 'wallet'
  if (now.account.toLowerCase() !== pin.account.toLowerCase()) return 'account'
  return now.chainId === pin.chainId ? undefined : 'chain'
}

/** Pins the connected wallet as it is when the screen appears. `undefined` without one. */
export function usePin(): { pin: Pin | undefined; drift: Drift | undefined } {
  const { address: account, chainId, connector } = useConnection()
  const now = { connector: connector?.uid, account, chainId }
  const [pin] = useState(() => (isPin(now) ? now : undefined))
  return { pin, drift: pin && driftOf(pin, { ...(isPin(now) && now) }) }
}

function isPin(now: { [name in keyof Pin]: Pin[name] | undefined }): now is Pin {
  return now.connector !== undefined && now.account !== undefined && now.chainId !== undefined
}
