import { check, craftLookalike } from '@holdfast/sdk/risk'
import {
  cancel,
  defineConfig,
  generateClaimCode,
  getTransfer,
  registerConfig,
  sendProtected,
} from '@holdfast/sdk/transfer'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { createElement, type ReactNode, StrictMode } from 'react'
import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { HoldfastProvider } from '../src/hooks/HoldfastProvider.js'
import { useCancel } from '../src/hooks/useCancel.js'
import { useCheck } from '../src/hooks/useCheck.js'
import { useClaim } from '../src/hooks/useClaim.js'
import { useJournal } from '../src/hooks/useJournal.js'
import { useSendProtected } from '../src/hooks/useSendProtected.js'
import { useTransfer } from '../src/hooks/useTransfer.js'
import { createHoldfast, type Holdfast } from '../src/query/createHoldfast.js'
import { getTransferQueryOptions } from '../src/query/getTransferQueryOptions.js'
import type { Config, WriteProgress } from '../src/query/types.js'
import { appOf } from './appOf.js'
import { mount, openDocument } from './mount.js'

let stage: TestStage
let alice: Actor
let config: Config
beforeAll(async () => {
  openDocument()
  stage = await setTestStage()
  alice = await stage.actor()
  config = await appOf(stage, alice)
})
afterAll(() => stage?.stop())

/** A transfer that waits to be claimed. */
async function locked() {
  const { address: to } = await stage.actor(0n)
  const { configId } = await registerConfig(alice, defineConfig())
  const { claimHash, code, salt } = generateClaimCode()
  const params = { configId, to, amount: 1_000_000n, claimHash }
  const { transferId } = await sendProtected(alice, params, { approve: true, skipRiskCheck: true })
  return { transferId, to, code, salt }
}

/** Renders what `use` returns, in an application on the devnet. `fill` puts into the cache what was read before. */
async function render<value>(use: () => value, fill?: (queryClient: QueryClient, holdfast: Holdfast) => void) {
  const holdfast = createHoldfast()
  const queryClient = new QueryClient()
  fill?.(queryClient, holdfast)
  const shown: { current: value | undefined } = { current: undefined }
  const within = (children: ReactNode) =>
    createElement(
      WagmiProvider,
      { config: config as never, reconnectOnMount: false },
      createElement(
        QueryClientProvider,
        { client: queryClient },
        createElement(HoldfastProvider, { value: holdfast }, children),
      ),
    )
  // Every effect runs twice, as an application in development runs it.
  const { unmount } = await mount(createElement(StrictMode, null, within(createElement(Probe<value>, { use, shown }))))
  await expect.poll(() => shown.current).toBeDefined()
  return { shown, unmount, holdfast, queryClient }
}

/** Renders nothing, and hands out what a hook returns. */
function Probe<value>({ use, shown }: { use: () => value; shown: { current: value | undefined } }) {
  shown.current = use()
  return null
}

test('a claim is shown step by step, the transfer follows, and the cache keeps no secret', async () => {
  const { transferId, to, code, salt } = await locked()
  const seen: WriteProgress['state'][] = []
  const { shown, holdfast, queryClient, unmount } = await render(() => {
    const claim = useClaim()
    if (seen.at(-1) !== claim.progress.state) seen.push(claim.progress.state)
    return { claim, transfer: useTransfer({ transferId }), journal: useJournal(), client: useQueryClient() }
  })
  await expect.poll(() => shown.current?.transfer.data?.status).toBe('PENDING')
  expect(shown.current?.claim.progress).toEqual({ state: 'idle' })
  const entry = await holdfast.journal.keep({ code, salt })
  shown.current?.claim.mutate({ transferId, entry, recipient: to })
  await expect.poll(() => shown.current?.claim.progress.state).toBe('done')
  expect(seen[0]).toBe('idle')
  expect(seen).toEqual(expect.arrayContaining(['simulate', 'confirm', 'done']))
  await expect.poll(() => shown.current?.transfer.data?.status).toBe('CLAIMED')
  await expect
    .poll(() => shown.current?.journal.data?.map(({ operation, state }) => [operation, state]))
    .toEqual([['claim', 'done']])
  const replacer = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)
  const kept = [
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey, state }) => [queryKey, state.data]),
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => [state.variables, state.data]),
  ]
  expect(JSON.stringify(kept, replacer)).not.toContain(code)
  unmount()
  await expect.poll(() => queryClient.getMutationCache().getAll().length).toBe(0)
})

test('a component that is gone in the middle of a write leaves a complete journal', async () => {
  const { transferId } = await locked()
  const { shown, holdfast, unmount } = await render(() => useCancel())
  const entry = await holdfast.journal.keep({})
  shown.current?.mutate({ transferId, entry })
  unmount()
  await expect.poll(async () => (await holdfast.journal.open(entry)).state).toBe('done')
  expect((await holdfast.journal.open(entry)).txHashes).toHaveLength(1)
  expect((await getTransfer(alice, transferId)).status).toBe('CANCELLED')
})

test('what the SDK refuses is a typed error, and nothing is repeated', async () => {
  const { shown, holdfast } = await render(() => useCancel())
  const entry = await holdfast.journal.keep({})
  shown.current?.mutate({ transferId: 9_999n, entry })
  await expect.poll(() => shown.current?.error?.code).toBe('transfer_unavailable')
  expect(shown.current?.failureCount).toBe(1)
  expect((await holdfast.journal.open(entry)).state).toBe('failed')
})

test('two writes of one account at once are one after the other, and the second finds what the first has done', async () => {
  const { transferId } = await locked()
  const { shown, holdfast } = await render(() => ({ one: useCancel(), other: useCancel() }))
  shown.current?.one.mutate({ transferId })
  shown.current?.other.mutate({ transferId })
  await expect.poll(() => shown.current?.one.status).toBe('success')
  await expect.poll(() => shown.current?.other.error?.code).toBe('transfer_unavailable')
  const rows = await holdfast.journal.list()
  expect(rows.map(({ state }) => state).sort()).toEqual(['done', 'failed'])
  expect(rows.flatMap(({ txHashes }) => txHashes)).toHaveLength(1)
})

test('one press is one row of the journal, however often effects run', async () => {
  const { transferId } = await locked()
  const { shown, holdfast } = await render(() => ({ cancel: useCancel(), transfer: useTransfer({ transferId }) }))
  await expect.poll(() => shown.current?.transfer.data?.status).toBe('PENDING')
  shown.current?.cancel.mutate({ transferId })
  await expect.poll(() => shown.current?.transfer.data?.status).toBe('CANCELLED')
  await expect.poll(() => shown.current?.cancel.progress.state).toBe('done')
  expect(await holdfast.journal.list()).toHaveLength(1)
})

test('a report in the cache is shown, and never taken for the check of a send', async () => {
  const { address: bob } = await stage.actor(0n)
  const { configId } = await registerConfig(alice, defineConfig())
  const { claimHash } = generateClaimCode()
  const known = { configId, to: bob, amount: 50_000_000n, claimHash }
  const { transferId } = await sendProtected(alice, known, { approve: true, skipRiskCheck: true })
  expect(transferId).toBeGreaterThan(0n)
  const hash = await alice.walletClient.writeContract({
    address: stage.devnet.primary.usdc,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [bob, 50_000_000n],
    chain: null,
    account: alice.walletClient.account ?? null,
  })
  await alice.publicClient.waitForTransactionReceipt({ hash })
  const target = craftLookalike(bob)
  const { shown, queryClient } = await render(() => ({
    check: useCheck({ sender: alice.address, target }),
    send: useSendProtected(),
  }))
  await expect.poll(() => shown.current?.check.data?.level).toBe('block')
  // As if it had been read before the lookalike was known for one.
  const stranger = await stage.actor(0n)
  const safe = { ...(await check(stranger.address, target)), level: 'safe' as const, reasons: [], complete: true }
  queryClient.setQueriesData({ predicate: ({ queryKey }) => queryKey[1] === 'check' }, safe)
  await expect.poll(() => shown.current?.check.data?.level).toBe('safe')
  shown.current?.send.mutate({ ...known, claimHash: generateClaimCode().claimHash, to: target, approve: true })
  await expect.poll(() => shown.current?.send.error?.code).toBe('risk_blocked')
})

test('a transfer that has changed since it was read is shown as it is now', async () => {
  const { transferId } = await locked()
  const known = await getTransfer(alice, transferId)
  await cancel(alice, transferId)
  const { shown } = await render(
    () => useTransfer({ transferId, query: { staleTime: Number.POSITIVE_INFINITY } }),
    (queryClient, holdfast) =>
      queryClient.setQueryData(getTransferQueryOptions(config, { transferId, holdfast }).queryKey, known),
  )
  await expect.poll(() => shown.current?.data?.status).toBe('CANCELLED')
})
