import { genuine, impostor } from '@holdfast/testkit/riskScene'
import { announceProvider, createStore, type EIP6963ProviderDetail } from 'mipd'
import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { options, paying, SENT, USDC, Wallet } from '../../test/recorder.js'
import { announceGuarded } from './announceGuarded.js'

const account = privateKeyToAccount(generatePrivateKey()).address
const detailOf = (uuid: string, wallet: Wallet) => ({
  info: { uuid, name: 'Wallet', icon: 'data:image/png;base64,' as const, rdns: 'com.wallet' },
  // The types of its requests are those of this wallet.
  provider: wallet as unknown as EIP6963ProviderDetail['provider'],
})

let ends: (() => void)[]
beforeEach(() => {
  ends = []
  vi.stubGlobal('window', new EventTarget())
})
afterEach(() => {
  for (const end of ends) end()
})

test('each wallet is announced once more, guarded, under names of its own', async () => {
  const [early, late] = [new Wallet(account), new Wallet(account)]
  ends.push(announceProvider(detailOf('early', early)))
  ends.push(announceGuarded(options))
  ends.push(announceProvider(detailOf('late', late)))
  const store = createStore()
  const infos = store.getProviders().map(({ info }) => [info.name, info.rdns])
  expect(infos.toSorted()).toEqual(
    [
      ['Wallet (guarded)', 'io.holdfast.guard.com.wallet'],
      ['Wallet (guarded)', 'io.holdfast.guard.com.wallet'],
      ['Wallet', 'com.wallet'],
      ['Wallet', 'com.wallet'],
    ].toSorted(),
  )
  expect(new Set(store.getProviders().map(({ info }) => info.uuid)).size).toBe(4)
  for (const { info, provider } of store.getProviders().filter(({ info }) => info.rdns !== 'com.wallet')) {
    const send = (to: Address) =>
      provider.request({ method: 'eth_sendTransaction', params: [{ from: account, to: USDC, data: paying(to) }] })
    await expect(send(impostor), info.uuid).rejects.toMatchObject({ code: 3 })
    expect(await send(genuine)).toBe(SENT)
  }
  expect([early.opened, late.opened]).toEqual([['eth_sendTransaction'], ['eth_sendTransaction']])
})

test('parameter: rdns; and its end ends all announcements', () => {
  ends.push(announceProvider(detailOf('one', new Wallet(account))))
  const stop = announceGuarded({ ...options, rdns: 'org.example' })
  expect(
    createStore()
      .getProviders()
      .map(({ info }) => info.rdns),
  ).toContain('org.example.com.wallet')
  stop()
  expect(
    createStore()
      .getProviders()
      .map(({ info }) => info.rdns),
  ).toEqual(['com.wallet'])
})
