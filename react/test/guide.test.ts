import { readFileSync } from 'node:fs'
import { craftLookalike } from '@holdfast/sdk/risk'
import { claim, fromSecret, getTransfer } from '@holdfast/sdk/transfer'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { type Address, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { WagmiProvider } from 'wagmi'
import { appOf } from './appOf.js'
import { Pay as PayBefore } from './guide/Before.js'
import { Pay } from './guide/Pay.js'
import { openDocument } from './mount.js'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

describe('the first guarded send of the guide', () => {
  const [before, after] = ['guide/Before.tsx', 'guide/Pay.tsx'].map(read) as [string, string]

  test.each(['../../docs/react.md', '../README.md'])('is in %s as it is run here', (page) => {
    expect(read(page)).toContain(`\`\`\`tsx\n${after}\`\`\``)
  })

  test('replaces the button of the app by a component of ten lines', () => {
    expect(read('../../docs/react.md')).toContain(`\`\`\`tsx\n${before}\`\`\``)
    const [, body = ''] = after.split(/^export function Pay.*\n/m)
    expect(linesOf(body.replace(/^}$/m, '')).length).toBeLessThanOrEqual(10)
  })

  describe('in an app', () => {
    let stage: TestStage
    let alice: Actor
    let app: (node: ReactNode) => Promise<HTMLElement>
    let bob: Actor
    beforeAll(async () => {
      openDocument()
      stage = await setTestStage()
      alice = await stage.actor()
      bob = await stage.actor()
      await pay(bob.address)
      const config = await appOf(stage, alice)
      const { createRoot } = await import('react-dom/client')
      app = async (node) => {
        const place = document.body.appendChild(document.createElement('div'))
        const root = createRoot(place)
        const client = new QueryClient()
        root.render(
          createElement(
            WagmiProvider,
            { config: config as never, reconnectOnMount: false },
            createElement(QueryClientProvider, { client }, node),
          ),
        )
        onTestFinished(() => root.unmount())
        await expect.poll(() => place.querySelector('button')).not.toBeNull()
        return place
      }
    })
    afterAll(() => stage?.stop())

    /** A plain payment, which makes its recipient known. */
    async function pay(to: Address) {
      const { walletClient, publicClient } = alice
      const hash = await walletClient.writeContract({
        address: stage.devnet.primary.usdc,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, 5_000_000n],
        chain: null,
        account: walletClient.account ?? null,
      })
      await publicClient.waitForTransactionReceipt({ hash })
    }

    const press = (place: HTMLElement) => place.querySelector('button')?.click()

    test('pays a lookalike before', async () => {
      const amount = 5_000_000n
      const { usdc } = stage.devnet.primary
      const impostor = craftLookalike(bob.address)
      const robbed = await app(createElement(PayBefore, { usdc, to: impostor, amount }))
      press(robbed)
      await expect.poll(() => stage.balanceOf(impostor)).toBe(amount)
    })

    test('stops there after', async () => {
      const impostor = craftLookalike(bob.address)
      const place = await app(createElement(Pay, { account: alice.address, to: impostor, amount: 5_000_000n }))
      await expect.poll(() => place.textContent).toMatch(/^Shows the same first and last characters/)
      expect(place.querySelector('button')?.disabled).toBe(true)
    })

    test('locks, and shows the code that the payee claims with', async () => {
      const place = await app(createElement(Pay, { account: alice.address, to: bob.address, amount: 25_000_000n }))
      await expect.poll(() => place.querySelector('button')?.disabled).toBe(false)
      press(place)
      // Once is enough: from then on it is disabled.
      await expect.poll(() => place.querySelector('button')?.disabled).toBe(true)
      press(place)
      await expect.poll(() => place.textContent).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/)
      const { code, salt } = fromSecret(place.textContent ?? '')
      expect(await getTransfer(alice, 1n)).toMatchObject({ status: 'PENDING', amount: 25_000_000n })
      expect((await getTransfer(alice, 2n)).status).toBe('NONE')
      await claim(bob, 1n, code, salt)
      expect((await getTransfer(alice, 1n)).status).toBe('CLAIMED')
    })
  })
})
