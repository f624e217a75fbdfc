import type { StealthKeys } from '@holdfast/sdk/stealth'
import { useEffect, useSyncExternalStore } from 'react'
import { type Address, isAddressEqual } from 'viem'

/** Stealth keys are in memory alone: no store, no query and no journal has them. */
let held: { account: Address; keys: StealthKeys } | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** After this long without a press or a key they are forgotten: 15 minutes. */
const idleMs = 900_000

/** Keeps the keys of an account until it is left, or the page is idle. */
export function holdStealthKeys(account: Address, keys: StealthKeys): void {
  held = { account, keys }
  for (const event of events) addEventListener(event, restart, { passive: true })
  restart()
  tell()
}

export function forgetStealthKeys(): void {
  if (held === undefined) return
  held = undefined
  clearTimeout(timer)
  for (const event of events) removeEventListener(event, restart)
  tell()
}

/** The keys of the connected account. Those of another one are forgotten, and so are all where none is connected. */
export function useStealthKeys(account: Address | undefined): StealthKeys | undefined {
  const current = useSyncExternalStore(subscribe, () => held)
  const isTheirs = current !== undefined && account !== undefined && isAddressEqual(current.account, account)
  useEffect(() => {
    if (current !== undefined && !isTheirs) forgetStealthKeys()
  }, [current, isTheirs])
  return isTheirs ? current.keys : undefined
}

const events = ['pointerdown', 'keydown'] as const

function restart(): void {
  clearTimeout(timer)
  timer = setTimeout(forgetStealthKeys, idleMs)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  for (const listener of listeners) listener()
}
