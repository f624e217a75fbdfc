import { ordinaryAccount } from '@holdfast/devnet'
import { viemChainFor } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import {
  approveUsdc,
  cancel,
  claimKeyFromCode,
  claimWithKey,
  defineConfig,
  generateClaimCode,
  registerConfig,
  sendProtected,
  signClaim,
} from '@holdfast/sdk/transfer'
import type { TestStage } from '@holdfast/testkit/stage'
import { tiered } from '@holdfast/testkit/tier'
import { createWalletClient, erc20Abi, getAddress, http } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from './flows.js'
import { holdAnswers } from './late.js'
import { hasBrowser, type TestBrowser } from './openBrowser.js'
import type { ServedPage } from './servePage.js'
import { fillIn, pasteExchanged, readCode, review, setWebStage, type WebStage } from './webStage.js'

if (!hasBrowser) console.log('SKIPPED: the packed Chromium runs on Linux x64 alone')

const deepTest = test.skipIf(tiered(true, false))

describe.skipIf(!hasBrowser)('the application in a browser', () => {
  let web: WebStage
  let [stage, served, browser]: [TestStage, ServedPage, TestBrowser] = [] as never
  beforeAll(async () => {
    web = await setWebStage()
    ;({ stage, served, browser } = web)
  })
  afterEach((context) => browser.closePages(context))
  afterAll(() => web?.close())
  const openAs: WebStage['openAs'] = (...given) => web.openAs(...given)

  test('a payment is reviewed, sent, and claimed by a browser without a wallet', async () => {
    const { page, complaints } = await openAs()
    const bob = ordinaryAccount().address
    await review(page, bob)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    const code = await readCode(page)
    const claimLink = page.url().replace('/transfer/', '/claim/')
    expect(complaints).toEqual([])

    const claimer = await browser.open()
    await claimer.page.goto(claimLink)
    await claimer.page.getByLabel('Code').fill(code.toLowerCase())
    expect(await stage.balanceOf(bob)).toBe(0n)
    await claimer.page.getByRole('button', { name: 'Claim without gas' }).click()
    await claimer.page.getByText('25 USDC claimed').waitFor()
    expect(await stage.balanceOf(bob)).toBe(25_000_000n)
    await page.getByText('Claimed').waitFor()
    expect([...claimer.complaints, ...complaints]).toEqual([])
  })

  test.each(['primary', 'remote'] as const)(
    'a lookalike of a payee of the %s chain is stopped on a page of its own, and back is the first thing to press',
    async (side) => {
      const { page, account, complaints } = await openAs()
      const bob = ordinaryAccount().address
      const { rpcUrl, chainId, usdc, fund } = stage.devnet[side]
      if (side === 'remote') await fund(account.address, 100_000_000n)
      const wallet = createWalletClient({ account, chain: viemChainFor(chainId), transport: http(rpcUrl) })
      const payment = { abi: erc20Abi, functionName: 'transfer', args: [bob, 50_000_000n] } as const
      const hash = await wallet.writeContract({ ...payment, address: usdc })
      const reader = side === 'primary' ? stage.publicClient : stage.remotePublicClient
      await reader.waitForTransactionReceipt({ hash })
      await fillIn(page, craftLookalike(bob))
      const dialog = page.getByRole('dialog', { name: 'Do not pay this address' })
      await dialog.waitFor()
      expect(await dialog.getByText(/of 40 characters differ\. The two ends/).count()).toBe(1)
      expect(await dialog.locator('mark').count()).toBeGreaterThan(10)
      await dialog.getByRole('button', { name: 'Go back' }).click()
      expect(await page.getByLabel('Recipient’s address').inputValue()).toBe('')
      expect(await page.getByLabel('Amount').inputValue()).toBe('25')
      expect(complaints).toEqual([])
    },
  )

  test('a decision against a block is about one address: the first payment to another one asks for its middle', async () => {
    const { page, account, complaints } = await openAs()
    const [bob, carol] = [ordinaryAccount().address, ordinaryAccount().address]
    const payment = { abi: erc20Abi, functionName: 'transfer', args: [bob, 50_000_000n] } as const
    const { publicClient, walletClient } = actorOf(stage, account)
    const hash = await walletClient.writeContract({ ...payment, address: stage.devnet.primary.usdc })
    await publicClient.waitForTransactionReceipt({ hash })
    const bait = craftLookalike(bob)
    await fillIn(page, bait)
    const dialog = page.getByRole('dialog', { name: 'Do not pay this address' })
    await dialog.getByText('The recipient told me this address in person').click()
    await dialog.getByLabel(/^Groups 5 and 6/).fill(getAddress(bait).slice(18, 26))
    await dialog.getByRole('button', { name: 'Go on against this advice' }).click()
    await review(page, carol)
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    expect(complaints).toEqual([])
  })

  deepTest(
    'of a cancel and a claim at once, the one that comes second shows what happened, and moves nothing',
    async () => {
      const lock = async (account: PrivateKeyAccount) => {
        const clients = actorOf(stage, account)
        const to = ordinaryAccount()
        await stage.devnet.primary.fund(to.address, 1_000_000n)
        const { code } = generateClaimCode()
        const { configId } = await registerConfig(clients, defineConfig({ claimMode: 'KEY' }))
        const sent = { configId, to: to.address, amount: 25_000_000n, claimHash: claimKeyFromCode(code).claimHash }
        await approveUsdc(clients, sent.amount)
        const { transferId } = await sendProtected(clients, sent, { skipRiskCheck: true })
        return { clients, to, code, transferId }
      }
      const { chainId } = stage.devnet.primary
      const sender = await openAs()
      const first = await lock(sender.account)
      await sender.page.goto(`${served.origin}/#/transfer/${chainId}/${first.transferId}`)
      await sender.page.getByRole('button', { name: 'Take it back' }).click()
      sender.wallet.knobs.beforeSending = async () => {
        const key = claimKeyFromCode(first.code)
        const signed = await signClaim(key, { chainId, transferId: first.transferId, recipient: first.to.address })
        await claimWithKey(actorOf(stage, first.to), signed)
      }
      await sender.page.getByRole('button', { name: 'Take it back' }).click()
      await sender.page.getByText('It was claimed before that could happen.').waitFor()
      await sender.page.getByRole('status').getByText('Claimed', { exact: true }).waitFor()
      expect(await sender.page.getByText('Taken back').count()).toBe(0)
      expect(await stage.balanceOf(first.to.address)).toBeGreaterThan(25_000_000n)

      const second = await lock(sender.account)
      const claimer = await openAs(`/claim/${chainId}/${second.transferId}`, {}, second.to)
      claimer.wallet.knobs.beforeSending = () => cancel(second.clients, second.transferId)
      await claimer.page.getByLabel('Code').fill(second.code)
      await claimer.page.getByRole('button', { name: 'or pay the network yourself' }).click()
      await claimer.page.getByText('Taken back by the sender').waitFor()
      expect(await claimer.page.getByText('25 USDC claimed').count()).toBe(0)
      expect([...sender.complaints, ...claimer.complaints]).toEqual([])
    },
  )

  test('a page that is reloaded while the wallet is silent finds the payment on chain, and asks no wallet again', async () => {
    const { page, wallet, complaints } = await openAs()
    const bob = ordinaryAccount().address
    await review(page, bob)
    // Terms, allowance, and the payment itself.
    wallet.knobs.silentAt = 3
    const sent = () => wallet.asked.filter((method) => method === 'eth_sendTransaction').length
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await expect.poll(sent).toBe(3)
    await page.reload()
    expect(await readCode(page)).toMatch(/^(.{4}-){3}.{4}$/)
    expect(sent()).toBe(3)
    await page.goto(`${served.origin}/#/`)
    await page.getByText('You have 4').waitFor()
    expect(await page.getByText('1 payment is not finished.').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  deepTest('a payment that the wallet never made is looked up, and closed by the person alone', async () => {
    const { page, wallet, complaints } = await openAs()
    await review(page, ordinaryAccount().address)
    wallet.knobs.isClosed = true
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await page.getByText('Confirm it in your wallet.').waitFor()
    await page.reload()
    await page.getByText('Nothing was found on the chain so far').waitFor()
    await page.goto(`${served.origin}/#/`)
    await page.getByText('1 payment is not finished.').waitFor()
    await page.getByRole('link', { name: /Continue/ }).click()
    await page.getByRole('button', { name: 'Close this payment' }).click()
    await page.getByRole('heading', { name: 'Pay in USDC' }).waitFor()
    await expect.poll(() => page.getByText('1 payment is not finished.').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('a rejection is calm: the review stays, and nothing was sent', async () => {
    const { page, wallet, complaints } = await openAs()
    await review(page, ordinaryAccount().address)
    wallet.knobs.rejects = true
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await page.getByRole('main').getByText('You declined in your wallet. No money moved.').waitFor()
    expect(await page.getByLabel(/^Groups 5 and 6/).inputValue()).toHaveLength(8)
    wallet.knobs.rejects = false
    await page.getByRole('button', { name: /^Send 25/ }).click()
    await readCode(page)
    expect(complaints).toEqual([])
  })

  test('a newcomer without a wallet gets one with test money, in a page that cannot be mistaken, and in German', async () => {
    const { page, complaints } = await browser.open({ locale: 'de-DE' })
    await page.goto(`${served.origin}/#/`)
    await page.getByRole('heading', { name: 'In USDC zahlen' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de-DE')
    await page.getByRole('button', { name: 'Wallet verbinden' }).click()
    await page.getByRole('button', { name: /^Wegwerf-Wallet/ }).click()
    await page.getByText('Sie haben 500').waitFor()
    expect(await page.locator('.burner').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('an address that a program exchanges while it is pasted is stopped, and the field is empty again', async () => {
    const { page, complaints } = await openAs()
    const [bob, thief] = [ordinaryAccount().address, ordinaryAccount().address]
    await pasteExchanged(page.getByLabel('Recipient’s address'), bob, thief)
    const dialog = page.getByRole('dialog', { name: 'The pasted text was changed' })
    await dialog.getByText(/of 40 characters differ/).waitFor()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    expect(await page.getByLabel('Recipient’s address').inputValue()).toBe('')
    await fillIn(page, bob)
    await page
      .getByText(/^Groups 5 and 6|It has no history/)
      .first()
      .waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('an open tab names a new release when the person comes back to it, and keeps its form', async () => {
    const { page, complaints } = await openAs()
    await fillIn(page, ordinaryAccount().address)
    const title = page.getByRole('heading', { name: 'There is a new release of this page' })
    expect(await title.count()).toBe(0)
    served.tamper(/^version\.json$/, (text) =>
      text.replace(/"tree":"./, (start) => `${start.slice(0, -1)}${start.endsWith('0') ? '1' : '0'}`),
    )
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await title.waitFor()
    expect(await page.getByLabel('Amount').inputValue()).toBe('25')
    served.restore()
    expect(complaints).toEqual([])
  })

  test('nothing that is shown moves when the start page has loaded', async () => {
    const { page } = await browser.open({ viewport: { width: 412, height: 823 } })
    await page.addInitScript(() => {
      Reflect.set(globalThis, '__shifted', 0)
      new PerformanceObserver((list) => {
        // TypeScript does not know its value.
        for (const entry of list.getEntries())
          Reflect.set(globalThis, '__shifted', Reflect.get(globalThis, '__shifted') + Reflect.get(entry, 'value'))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const screen = await holdAnswers(page, `**/${served.fileOf('src/screens/send/SendScreen.tsx')}`, () => true)
    await page.goto(served.origin)
    await page.getByText('Loading…').waitFor()
    await screen.release()
    await page.getByLabel('Amount').waitFor()
    // Two frames: the browser reports what has moved after it was drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    expect(await page.evaluate(() => Reflect.get(globalThis, '__shifted'))).toBeLessThanOrEqual(0.02)
  })

  test('a chunk that was changed on the host does not run, and the page says so', async () => {
    const file = new RegExp(served.fileOf('src/screens/claim/ClaimScreen.tsx'))
    served.tamper(file, (text) => `${text}\nfetch('https://thief.example')`)
    const { page, complaints, allow } = await browser.open()
    allow(/integrity|dynamically imported module/)
    await page.goto(`${served.origin}/#/claim`)
    await page.getByRole('heading', { name: 'A file of this page was changed or is missing' }).waitFor()
    served.restore()
    expect(complaints.some((text) => /integrity/i.test(text))).toBe(true)
  })

  test('what the policy forbids does not happen, and the page has it as a header', async () => {
    const { page, complaints, allow } = await browser.open()
    const answer = await page.goto(served.origin)
    expect(answer?.headers()['content-security-policy']).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/)
    expect(complaints).toEqual([])
    allow(/thief\.example|TrustedScript|require-trusted-types-for/)
    const refused = await page.evaluate(async () => {
      const script = document.createElement('script')
      const outcomes: string[] = []
      try {
        script.textContent = 'globalThis.ran = true'
      } catch (error) {
        outcomes.push(String(error).slice(0, 9))
      }
      outcomes.push(
        await fetch('https://thief.example').then(
          () => 'sent',
          () => 'refused',
        ),
      )
      return [...outcomes, String(Reflect.get(globalThis, 'ran'))]
    })
    expect(refused).toEqual(['TypeError', 'refused', 'undefined'])
    await expect.poll(() => complaints.some((text) => text.startsWith('policy: connect-src'))).toBe(true)
  })
})
