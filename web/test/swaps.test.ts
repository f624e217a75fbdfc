import { ordinaryAccount } from '@holdfast/devnet'
import { approveUsdc, claimKeyFromCode, defineConfig, generateClaimCode, registerConfig } from '@holdfast/sdk/transfer'
import { type SentFields, swapSend } from '@holdfast/testkit/swapSend'
import { tiered } from '@holdfast/testkit/tier'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from './flows.js'
import { hasBrowser } from './openBrowser.js'
import { type Person, review, SHOWN_CODE, setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser)('a wallet that signs something else than the page has shown', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  /** What a wallet makes of a payment instead. */
  const otherTerms = async ({ account }: Person, term: Term): Promise<Partial<SentFields>> => {
    if (term === 'recipient') return { to: ordinaryAccount().address }
    if (term === 'amount') return { amount: 24_000_000n }
    if (term === 'code') return { claimHash: claimKeyFromCode(generateClaimCode().code).claimHash }
    const terms = defineConfig({ claimMode: 'KEY', recallWindow: 1_234 })
    return { configId: (await registerConfig(actorOf(web.stage, account), terms)).configId }
  }

  /** Waits for the page of a swapped payment, and presses its button. */
  const takeBack = async ({ page, account, complaints }: Person, term?: Term) => {
    await page.getByRole('heading', { name: 'What was signed is not what you saw', level: 2 }).waitFor()
    if (term !== undefined)
      for (const side of ['You saw', 'On the chain'])
        await page.getByRole('heading', { name: `${labels[term]}: ${side}` }).waitFor()
    expect(await page.getByText(SHOWN_CODE).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Copy the link' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Take the money back now' }).click()
    await page.getByRole('heading', { name: 'The money is back' }).waitFor()
    expect(await web.stage.balanceOf(account.address)).toBeGreaterThan(499_000_000n)
    expect(complaints).toEqual([])
  }

  test('a wallet that pays another recipient is found out, and the money comes back', async () => {
    const person = await web.openAs()
    const [bob, thief] = [ordinaryAccount().address, ordinaryAccount().address]
    await review(person.page, bob)
    person.wallet.knobs.swaps = { from: bob, to: thief }
    await person.page.getByRole('button', { name: /^Send 25/ }).click()
    await takeBack(person)
    expect(await web.stage.balanceOf(thief)).toBe(0n)
  })

  test.each(tiered<readonly Term[]>(['code'], ['amount', 'terms', 'code']))(
    'a wallet that changes the %s of a payment is found out, and the money comes back',
    async (term) => {
      const person = await web.openAs()
      await review(person.page, ordinaryAccount().address)
      const other = await otherTerms(person, term)
      person.wallet.knobs.swaps = async (data) => swapSend(data, other)
      await person.page.getByRole('button', { name: /^Send 25/ }).click()
      await takeBack(person, term)
    },
  )

  test.each(tiered<readonly Term[]>(['code'], ['recipient', 'amount', 'terms', 'code']))(
    'a wallet that changes the %s of a payment link is found out, and the money comes back',
    async (term) => {
      const person = await web.openAs('/link')
      const { page, account, wallet } = person
      await page.getByLabel('Amount').fill('25')
      await page.getByRole('button', { name: 'Review the link' }).click()
      const other = await otherTerms(person, term)
      wallet.knobs.swaps = async (data) => {
        const call = swapSend(data, other)
        // It holds the key, so it pays as it likes.
        if (call !== data) await approveUsdc(actorOf(web.stage, account), 25_000_000n)
        return call
      }
      await page.getByRole('button', { name: /and make the link$/ }).click()
      await takeBack(person, term)
    },
  )
})

/** What a page calls the terms of a payment. */
const labels = { recipient: 'Recipient', amount: 'Amount', terms: 'Deadline, claim and fee', code: 'Code' } as const
type Term = keyof typeof labels
