import type { Address } from 'viem'
import { parseParty } from '../chain/address.js'
import { assertAmount } from '../chain/amount.js'
import type { ReadClient } from '../chain/clients.js'
import { readView } from '../chain/readView.js'
import { sleep } from '../chain/sleep.js'
import { usdcAbi } from '../chain/usdc.js'
import { withDeadline } from '../chain/withDeadline.js'
import { InvalidInputError } from '../errors/input.js'

/** How long to wait, how often to look, and how to stop. */
export type AwaitBoxFundedOptions = {
  /** @default 120000 */
  timeoutMs?: number | undefined
  /** @default 2000 */
  pollMs?: number | undefined
  /** Milliseconds, for ages. Default: `performance.now`. */
  now?: (() => number) | undefined
  /** Stops the waiting with its reason. */
  signal?: AbortSignal | undefined
}

/**
 * Waits until a box holds an amount, from any sender. A node that fails is asked again.
 *
 * @param amount - Base units; the whole balance counts, also what was there before.
 * @param usdc - The token of the box.
 * @returns Whether the amount arrived in time. `false` is not a verdict: it may still arrive.
 * @throws `InvalidInputError` and its subclasses before any request; the signal's reason when it fires.
 * @example
 * const arrived = await awaitBoxFunded(publicClient, box, 5_000_000n, token, { timeoutMs: 60_000 })
 */
export async function awaitBoxFunded(
  publicClient: ReadClient,
  account: Address,
  amount: bigint,
  usdc: Address,
  { timeoutMs = 120_000, pollMs = 2_000, now = () => performance.now(), signal }: AwaitBoxFundedOptions = {},
): Promise<boolean> {
  const box = parseParty('account', account)
  const token = parseParty('usdc', usdc)
  assertAmount(amount)
  for (const [name, value] of Object.entries({ timeoutMs, pollMs }))
    if (!(value >= 0)) throw new InvalidInputError(name, `\`${name}\` is ${value}, not a number of milliseconds.`)
  const view = { address: token, abi: usdcAbi, functionName: 'balanceOf', args: [box] } as const
  const deadline = now() + timeoutMs
  for (;;) {
    const left = deadline - now()
    const balance = await withDeadline(() => readView<bigint>(publicClient, 'waiting for the box to be funded', view), {
      timeoutMs: Math.max(left, pollMs, 1_000),
      signal,
    }).catch(() => 0n)
    signal?.throwIfAborted()
    if (balance >= amount) return true
    const pauseMs = Math.min(pollMs, deadline - now())
    if (pauseMs < 0 || now() >= deadline) return false
    await sleep(pauseMs, signal)
  }
}
