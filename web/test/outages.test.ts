import { ordinaryAccount } from '@holdfast/devnet'
import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import { tiered } from '@holdfast/testkit/tier'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { FLOWS, type OpenFlow, openHidden, pay } from './flows.js'
import { holdAnswers, LATE } from './late.js'
import { finish } from './matrix.js'
import { FAILED_REQUEST, hasBrowser } from './openBrowser.js'
import { READING } from './reading.js'
import { fillIn, setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('what the page reads is refused, late or wrong', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  /** A page some of whose requests fail. */
  const open: WebStage['openAs'] = async (...given) => {
    const opened = await web.openAs(...given)
    opened.allow(FAILED_REQUEST)
    return opened
  }

  describe('a service that is asked too often', () => {
    /** Lets the service answer 429, so many times. */
    async function refuse({ page }: OpenFlow, retryAfterSeconds: number, times: number) {
      let left = times
      await page.route(`${web.service.service.url}/api/**`, (route) => {
        if (route.request().method() !== 'POST' || left-- <= 0) return route.fallback()
        return route.fulfill({
          status: 429,
          headers: { 'Access-Control-Allow-Origin': web.served.origin, 'Retry-After': `${retryAfterSeconds}` },
          contentType: 'application/problem+json',
          body: JSON.stringify({
            type: 'about:blank',
            title: 'Too Many Requests',
            status: 429,
            detail: 'too many requests from this network',
            instance: 'urn:uuid:4a0f1d0c-7a4e-4a52-9f0e-7d5c2b8f6a10',
            code: 'rate_limited',
            retryAfterSeconds,
          }),
        })
      })
    }
    const openClaim = async () => {
      const flow = (await FLOWS.transfers['claim without gas']?.open(web)) as OpenFlow
      flow.allow(FAILED_REQUEST)
      return flow
    }

    test('is waited for: one press is enough', async () => {
      const flow = await openClaim()
      await refuse(flow, 1, 2)
      await finish(flow)
      expect(await flow.moved()).toBe(1)
    })

    test('says for how long; code and button stay, and it goes on from there', async () => {
      const flow = await openClaim()
      await refuse(flow, 3_600, 1)
      await flow.press(flow.page)
      await flow.page.getByText('Try again in 1 hour.').waitFor()
      expect(await flow.moved()).toBe(0)
      await finish(flow)
      expect(await flow.moved()).toBe(1)
    })
  })

  describe('a screen whose reads are refused', () => {
    test.for(Object.entries(READING))('$0: says so, and reads again when asked', async ([, { begin, shows }]) => {
      const { path, account, refuse } = await begin(web)
      const opened = await open('/settings', {}, account)
      const { page } = opened
      if (refuse === undefined) web.stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', times: null }] } })
      const restore = await refuse?.(page)
      const again = page.getByRole('button', { name: 'Check again' }).first()
      await page.goto(`${web.served.origin}/#${path}`)
      await again.waitFor()
      // A press that fails again leaves it there.
      await again.focus()
      await page.keyboard.press('Enter')
      await again.waitFor()
      web.stage.devnet.faults.clear()
      await restore?.()
      await expect
        .poll(async () => {
          // It reads by itself as well, and may be gone by then.
          if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {})
          return shows(page).count()
        })
        .toBeGreaterThan(0)
      await expect.poll(() => again.count()).toBe(0)
    })
  })

  test.for(Object.entries(LATE))(
    '$0 comes late, and moves no button',
    async ([, { account, begin, path, hold, button: name, comes }]) => {
      const opened = await open('/', {}, await account?.(web))
      const { page } = opened
      const button = page.getByRole('main').getByRole('button', { name, exact: true })
      const place = async () => ((await button.count()) === 0 ? 'not shown' : (await button.boundingBox())?.y)
      await begin?.(opened)
      const held = await hold(page)
      if (path !== undefined) await page.goto(`${web.served.origin}/#${await path(web)}`)
      // Whatever was read before is forgotten.
      await page.reload()
      await held.isAsked()
      // What waits says so, or is there without the part.
      await page.getByRole('main').locator('.skeleton, .turning').or(button).first().waitFor()
      const before = await place()
      await held.release()
      await comes(page).first().waitFor()
      const after = await place()
      expect(after).not.toBe('not shown')
      expect(['not shown', after]).toContain(before)
    },
  )

  test.each(['a payment', 'a request'])(
    '%s that is blocked: nothing is reviewed while the page of the block loads',
    async (what) => {
      const payee = await web.stage.actor()
      const signed = await signPaymentRequest(payee, { amount: 25_000_000n })
      const opened = await open('/settings')
      const { page } = opened
      web.stage.devnet.faults.set({ explorer: { rules: [{ kind: 'malformed', times: null }] } })
      const held = await holdAnswers(page, '**/assets/*.js', ({ answer }) => /className:[`'"]stop[`'"]/.test(answer))
      if (what === 'a request') await page.goto(paymentRequestLink(signed, web.served.origin))
      else await page.goto(`${web.served.origin}/#/`)
      await page.reload()
      if (what === 'a payment') await fillIn(page, payee.address)
      await held.isAsked()
      const review = page.getByRole('button', { name: 'Review the payment' })
      expect(await review.getAttribute('aria-disabled')).toBe('true')
      await held.release()
      await page.getByRole('dialog', { name: 'Do not pay this address' }).waitFor()
    },
  )

  test('the search for hidden spending accounts: a refusal does not count as none found, and a reload starts over', async () => {
    const account = await openHidden(web)
    const opened = await open('/boxes', {}, account)
    const { page } = opened
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    const found = page.getByText(/0 of 25\sUSDC spent/)
    await unlock.waitFor()
    web.stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
    await unlock.click()
    await page.getByText('Hidden spending accounts are unlocked').waitFor()
    const again = page.getByRole('button', { name: 'Check again' }).first()
    await again.waitFor()
    expect(await page.getByText('None was announced to these keys.').count()).toBe(0)
    web.stage.devnet.faults.clear()
    await expect
      .poll(async () => {
        // It may be gone by then.
        if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {})
        return found.count()
      })
      .toBe(1)
    await page.reload()
    await unlock.waitFor()
    expect(await found.count()).toBe(0)
    web.stage.devnet.faults.set({ rpc: { rules: [{ kind: 'reset-after', match: 'eth_getLogs', times: 1 }] } })
    await unlock.click()
    await found.waitFor()
    // Another tab has no keys: they are in the memory of a page.
    const other = await opened.openTab()
    await other.goto(page.url())
    await other.getByRole('button', { name: 'Unlock hidden spending accounts' }).waitFor()
  })

  test('the search for hidden spending accounts asks no explorer, and offline it says what it could not read', async () => {
    const account = await openHidden(web)
    const opened = await open('/boxes', {}, account)
    const { page, wallet } = opened
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    const found = page.getByText(/0 of 25\sUSDC spent/)
    const nothing = page.getByText(/None was announced|No spending account yet/)
    const offline = page.getByText(/You are offline/).first()
    web.stage.devnet.faults.set({ explorer: { rules: [{ kind: 'server-error', times: null }] } })
    // Its own accounts were read: it has none.
    await nothing.waitFor()
    await page.context().setOffline(true)
    await offline.waitFor()
    await unlock.click()
    // The other words of an error have not been loaded by then.
    await page.getByRole('main').getByText('Nothing was sent, and no money moved.').waitFor()
    expect(wallet.prompts()).toBe(0)
    await page.context().setOffline(false)
    await offline.waitFor({ state: 'detached' })
    await unlock.click()
    await found.waitFor()
    expect(wallet.prompts()).toBe(2)

    // The keys are there, and the network goes away before the announcements are read.
    await page.reload()
    web.stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_getLogs', times: null }] } })
    await unlock.click()
    const again = page.getByRole('main').getByRole('button', { name: 'Check again' }).first()
    await again.waitFor()
    await page.getByText('Hidden spending accounts are unlocked').waitFor()
    await page.context().setOffline(true)
    await offline.waitFor()
    await again.focus()
    await page.keyboard.press('Enter')
    await again.waitFor()
    web.stage.devnet.faults.set({ rpc: { rules: [] } })
    expect(await nothing.count()).toBe(0)
    expect(await found.count()).toBe(0)
    await page.context().setOffline(false)
    await offline.waitFor({ state: 'detached' })
    await expect
      .poll(async () => {
        // It may be gone by then.
        if (await again.isVisible()) await again.click({ timeout: 1_000 }).catch(() => {})
        return found.count()
      })
      .toBe(1)
    expect(await nothing.count()).toBe(0)
    expect(wallet.prompts()).toBe(4)
    web.stage.devnet.faults.clear()
  })

  test('a hidden spending account that was found and could not be read is not left out in silence', async () => {
    const account = await openHidden(web)
    const opened = await open('/boxes', {}, account)
    const { page } = opened
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    await unlock.waitFor()
    // It is found by logs and proofs. What it holds is read after that.
    const node = `${web.stage.devnet.primary.rpcUrl}**`
    await page.route(node, (route) =>
      route.request().postData()?.includes('70a08231') ? route.abort() : route.fallback(),
    )
    await unlock.click()
    const again = page.getByRole('main').getByRole('button', { name: 'Check again' })
    await again.waitFor()
    expect(await page.getByText('None was announced').count()).toBe(0)
    await page.unroute(node)
    await again.click()
    await page.getByText(/0 of 25\sUSDC spent/).waitFor()
    await again.waitFor({ state: 'detached' })
  })

  describe('a payee of more than a day ago', () => {
    const account = ordinaryAccount()
    const bob = ordinaryAccount().address
    beforeAll(async () => {
      await pay(web, account, bob)
      await web.stage.devnet.primary.increaseTime(90_000)
      // A block of the new day, for whatever reads the clock of the chain.
      await pay(web, account, bob)
    })

    /** The clock of the page is that of the chain. */
    const openLater = async () => {
      const person = await open('/', {}, account)
      const { timestamp } = await web.stage.publicClient.getBlock()
      await person.page.clock.setSystemTime(Number(timestamp) * 1_000)
      return person
    }

    test('is green where all sources are whole', async () => {
      const { page, complaints } = await openLater()
      await fillIn(page, bob)
      await page.locator('.quiet-good').waitFor()
      expect(complaints).toEqual([])
    })

    test.each([
      ['is behind', { lagBlocks: 200 }],
      ['is being built', { indexing: true }],
      ['leaves payments out', { truncateItems: 0 }],
      ['refuses', { rules: [{ kind: 'rate-limit' as const, times: null }] }],
      ['fails', { rules: [{ kind: 'server-error' as const, times: null }] }],
      ['answers nonsense', { rules: [{ kind: 'malformed' as const, times: null }] }],
    ])('is not green where the explorer %s', async (_, explorer) => {
      web.stage.devnet.faults.set({ explorer })
      const { page } = await openLater()
      await fillIn(page, bob)
      await page
        .getByText(/Before you pay|Do not pay this address|could not be checked/)
        .first()
        .waitFor()
      expect(await page.locator('.quiet-good').count()).toBe(0)
    })
  })
})
