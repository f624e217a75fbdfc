import { ordinaryAccount } from '@holdfast/devnet'
import { primaryChain } from '@holdfast/sdk/chain'
import { tiered } from '@holdfast/testkit/tier'
import { createWalletClient, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { atLast, FAULTS, type Fault, FLOWS, type Flow, type OpenFlow, openHidden, pay } from './flows.js'
import { hasBrowser, orDescribed } from './openBrowser.js'
import { READING } from './reading.js'
import { fillIn, setWebStage, type WebStage } from './webStage.js'

/** What is done to a flow, and what must hold whatever is done: it happens once, and nothing is asked twice unseen. */
const faults: Readonly<Record<Fault, (web: WebStage, flow: OpenFlow, row: Flow) => Promise<void>>> = {
  async ok(_, flow, { prompts }) {
    await finish(flow)
    expect(flow.wallet.prompts()).toBe(prompts)
  },
  async rejected(_, flow) {
    flow.wallet.knobs.rejects = true
    await flow.press(flow.page)
    await flow.page.getByText(/You declined in your wallet/).waitFor()
    expect(await flow.moved()).toBe(0)
    flow.wallet.knobs.rejects = false
    await finish(flow)
  },
  async silent(_, flow, { prompts }) {
    flow.lose()
    await flow.press(flow.page)
    await expect.poll(flow.moved).toBe(1)
    await flow.page.reload()
    await flow.settle(flow.page)
    expect(flow.wallet.prompts()).toBe(prompts)
  },
  async failed_though_sent(_, flow, { prompts, transactions = prompts }) {
    flow.wallet.knobs.failsThoughSentAt = transactions
    await flow.press(flow.page)
    await expect.poll(flow.moved).toBe(1)
    await flow.settle(flow.page)
    expect(await flow.page.getByText('Nothing was sent, and no money moved.').count()).toBe(0)
    expect(flow.wallet.sent()).toBe(transactions)
  },
  async late(_, flow) {
    flow.wallet.knobs.lateMs = 700
    await finish(flow)
  },
  async drift(web, flow, { prompts }) {
    const [stranger] = web.stage.devnet.primary.accounts
    if (stranger === undefined) throw new Error('The devnet has no accounts.')
    const change = () => flow.wallet.tell(flow.page, { accounts: [stranger.address] })
    if (prompts > 1) {
      // After the first of several: none of the others is asked for.
      flow.wallet.knobs.beforeSending = change
      await flow.press(flow.page)
      await flow.page.getByText('Nothing more is signed').first().waitFor()
      await flow.page.getByRole('heading', { name: /Review|Sending/ }).waitFor()
      await expect.poll(() => flow.page.getByText(/Confirm it in your wallet|Waiting for the network/).count()).toBe(0)
      expect(flow.wallet.prompts()).toBe(1)
    } else {
      await change()
      await expect.poll(() => flow.button(flow.page).count()).toBe(0)
      expect(flow.wallet.prompts()).toBe(0)
    }
    expect(await flow.moved()).toBe(0)
  },
  async reset_after({ stage }, flow, { prompts }) {
    const skip = Math.max(prompts - 1, 0)
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'reset-after', match: 'eth_sendRawTransaction', skip }] } })
    await finish(flow)
  },
  async dropped({ stage }, flow, { prompts }) {
    if (prompts === 0) {
      stage.devnet.faults.set({ rpc: { dropTransactions: 1 } })
      return finish(flow)
    }
    await endEachWay(stage, flow, prompts)
    await finish(flow)
  },
  async rate_limit({ stage }, flow) {
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', match: 'eth_call', times: 3 }] } })
    await insist(flow)
  },
  async server_error({ stage }, flow) {
    stage.devnet.faults.set({ rpc: { rules: [{ kind: 'server-error', match: 'eth_call', times: 5 }] } })
    await insist(flow)
  },
  async reload(_, flow, { prompts }) {
    for (let answered = 0; answered < prompts; answered++) {
      const before = flow.wallet.prompts()
      // Terms and allowance are there after the first time, and then fewer windows open.
      Object.assign(flow.wallet.knobs, { isClosed: true, answersBeforeClosed: answered === 0 ? 0 : 1 })
      await flow.press(flow.page)
      await expect.poll(flow.wallet.prompts).toBeGreaterThan(before)
      await expect.poll(() => flow.wallet.knobs.answersBeforeClosed).toBe(0)
      await flow.page.reload()
      expect(await flow.moved()).toBe(0)
      flow.wallet.knobs.isClosed = false
      await backToStart(flow)
    }
    await flow.press(flow.page)
    await expect.poll(flow.moved).toBe(1)
    await flow.page.reload()
    await flow.done(flow.page)
  },
  async two_tabs(_, flow, { prompts }) {
    const other = await flow.openTab()
    await flow.prepare(other)
    if (prompts === 0) {
      await Promise.all([flow.press(flow.page), flow.press(other)])
      await flow.done(other)
      return flow.done(flow.page)
    }
    flow.wallet.knobs.isClosed = true
    await flow.press(flow.page)
    await expect.poll(flow.wallet.prompts).toBe(1)
    await flow.press(other)
    await other.getByText('Another tab is paying from this account').first().waitFor()
    expect(flow.wallet.prompts()).toBe(1)
    expect(await flow.moved()).toBe(0)
    flow.wallet.knobs.isClosed = false
    // The tab that held the lock is closed.
    await flow.page.close()
    await flow.press(other)
    if (flow.agree !== undefined) {
      await flow.agree(other)
      await flow.press(other)
    }
    await flow.done(other)
  },
  async offline(_, flow) {
    await leaveAndReturn(flow)
    await finish(flow)
  },
  async in_turn({ stage }, flow, { prompts, transactions = prompts }) {
    const { page, wallet } = flow
    await leaveAndReturn(flow)

    wallet.knobs.rejects = true
    await flow.press(page)
    await page
      .getByText(/You declined in your wallet/)
      .first()
      .waitFor()
    expect(await flow.moved()).toBe(0)
    wallet.knobs.rejects = false

    const before = wallet.prompts()
    wallet.knobs.isClosed = true
    await flow.press(page)
    await expect.poll(wallet.prompts).toBeGreaterThan(before)
    await page.reload()
    wallet.knobs.isClosed = false
    await flow.prepare(page)

    if (transactions > 0) await endEachWay(stage, flow, transactions)

    flow.lose()
    await flow.press(page)
    await expect.poll(flow.moved).toBe(1)
    const sent = wallet.sent()
    await page.reload()
    stage.devnet.faults.clear()
    await flow.settle(page)
    expect(wallet.sent()).toBe(sent)
  },
}

/** What a browser itself writes about a request that fails, which no page can prevent. */
const byBrowser = /^console error: Failed to load resource/
/** Whatever they have left open can be closed. */
const interrupted = new Set<Fault>(['silent', 'failed_though_sent', 'dropped', 'reload', 'in_turn'])
const unreachable = new Set<Fault>(['reset_after', 'rate_limit', 'server_error', 'offline', 'in_turn'])

/** The network goes away and comes back: the button does nothing meanwhile, and nothing happens by itself afterward. */
async function leaveAndReturn({ page, button, wallet, moved }: OpenFlow): Promise<void> {
  const said = page.getByText(/You are offline/)
  await page.context().setOffline(true)
  await said.first().waitFor()
  // Where it is not hidden, it can be pressed.
  if ((await button(page).count()) > 0) await button(page).click({ force: true })
  await page.context().setOffline(false)
  await expect.poll(() => said.count()).toBe(0)
  expect(wallet.prompts()).toBe(0)
  expect(await moved()).toBe(0)
}

async function finish(flow: OpenFlow): Promise<void> {
  await flow.press(flow.page)
  await flow.done(flow.page)
}

/** Presses again for as long as the page says that nothing was sent. */
async function insist(flow: OpenFlow): Promise<void> {
  const { page } = flow
  const check = page.getByRole('button', { name: /^(Check|Prepare it) again$/ }).first()
  // Outside of it is what a screen reader reads out, of the attempt before as well.
  const said = page.getByRole('main').getByText('Nothing was sent, and no money moved.').first()
  for (;;) {
    await expect
      .poll(async () => {
        // It may be gone by then.
        if (await check.isVisible()) await check.click({ timeout: 1_000 }).catch(() => {})
        return (await flow.button(page).count()) + (await flow.moved())
      })
      .toBeGreaterThan(0)
    // A press of which the page was slow to show anything.
    if ((await flow.moved()) > 0) return flow.done(page)
    // A button of which the plan fails right now is gone before it is pressed.
    page.setDefaultTimeout(5_000)
    const isPressed = await flow.press(page).then(
      () => true,
      () => false,
    )
    page.setDefaultTimeout(100_000)
    if (!isPressed) continue
    const done = flow.done(page).then(() => true)
    const failed = said.waitFor().then(() => false)
    // The one that loses is of no interest.
    for (const wait of [done, failed]) wait.catch(() => {})
    if (await Promise.race([done, failed])) return
    expect(await flow.moved()).toBe(0)
  }
}

/** Closes a payment of which the chain knows nothing, and is where it began. */
async function backToStart(flow: OpenFlow): Promise<void> {
  const { page } = flow
  if (page.url().includes('#/sending/')) {
    await page.getByText('Nothing was found on the chain so far').waitFor()
    await page.getByRole('button', { name: 'Close this payment' }).click()
    await page.getByRole('heading', { name: 'Pay in USDC' }).waitFor()
  }
  await flow.prepare(page)
}

/** How a transaction can end without having moved anything. */
const ends = ['dropped', 'replaced', 'reverted'] as const

/** Has the last transaction of a flow end in each of these ways while the page is loaded again, closes what is left of it, and begins anew. */
async function endEachWay({ devnet, publicClient }: WebStage['stage'], flow: OpenFlow, most: number): Promise<void> {
  const { page, wallet, account } = flow
  const start = page.url()
  for (const end of ends) {
    let last: number | undefined
    atLast(wallet, most, (number) => {
      last = number
      if (end === 'reverted') wallet.knobs.revertsAt = number
      else devnet.faults.set({ rpc: { dropTransactions: 1 } })
    })
    await flow.press(page)
    await expect.poll(() => last).toBeDefined()
    await expect.poll(() => devnet.faults.current.rpc.dropTransactions).toBe(0)
    if (end === 'replaced') {
      // Under the same number, since the chain has not seen the one before.
      const other = createWalletClient({ account, chain: primaryChain, transport: http(devnet.primary.rpcUrl) })
      await publicClient.waitForTransactionReceipt({ hash: await other.sendTransaction({ to: account.address }) })
    }
    Object.assign(wallet.knobs, { beforeSending: undefined, revertsAt: undefined })
    await page.reload()
    expect(await flow.moved()).toBe(0)
    await closeAll(flow)
    await page.goto(start)
    await flow.prepare(page)
  }
}

/** Closes what is left open, each on the page that the settings name, until nothing keeps the local data from being deleted. */
async function closeAll({ page }: OpenFlow): Promise<void> {
  const close = page.getByRole('button', { name: /^Close this (note|payment)$/ })
  const free = page.getByRole('button', { name: 'Delete it for good' })
  const open = page.getByRole('main').getByRole('link', { name: /USDC$/ }).first()
  for (;;) {
    await page.goto(page.url().replace(/#.*$/, '#/settings'))
    await page.getByRole('button', { name: 'Delete everything here' }).click()
    await free.or(open).first().waitFor()
    if (await free.isVisible()) return
    await open.click()
    await close.first().waitFor()
    const before = await close.count()
    await close.first().click()
    await expect.poll(() => close.count()).toBeLessThan(before)
  }
}

const rows = Object.entries(FLOWS).flatMap(([name, flow]) =>
  FAULTS.filter((fault) => flow.without[fault] === undefined).map((fault) => ({ name, fault, flow })),
)

test('every flow meets every fault, or says why not', () => {
  expect(
    rows.length + Object.values(FLOWS).flatMap(({ without }) => Object.values(without).filter(Boolean)).length,
  ).toBe(Object.keys(FLOWS).length * FAULTS.length)
})

describe.skipIf(!hasBrowser || tiered(true, false))('every flow, whatever goes wrong', () => {
  let web: WebStage
  beforeAll(async () => {
    web = await setWebStage()
  })
  afterAll(() => web?.close())

  test.for(rows)('$name: $fault', async ({ fault, flow }, { onTestFinished }) => {
    const opened = await flow.open(web)
    onTestFinished(async () => {
      web.stage.devnet.faults.clear()
      await opened.page.context().close()
    })
    await orDescribed(opened, () => faults[fault](web, opened, flow))
    expect(await opened.moved()).toBe(fault === 'drift' ? 0 : 1)
    if (interrupted.has(fault)) await orDescribed(opened, () => closeAll(opened))
    const complaints = opened.complaints.filter((text) => !(unreachable.has(fault) && byBrowser.test(text)))
    expect(complaints).toEqual([])
  })

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
    const open = async () => FLOWS['claim without gas']?.open(web) as Promise<OpenFlow>

    test('is waited for: one press is enough', async () => {
      const flow = await open()
      await refuse(flow, 1, 2)
      await finish(flow)
      expect(await flow.moved()).toBe(1)
      await flow.page.context().close()
    })

    test('says for how long; code and button stay, and it goes on from there', async () => {
      const flow = await open()
      await refuse(flow, 3_600, 1)
      await flow.press(flow.page)
      await flow.page.getByText('Try again in 1 hour.').waitFor()
      expect(await flow.moved()).toBe(0)
      await finish(flow)
      expect(await flow.moved()).toBe(1)
      await flow.page.context().close()
    })
  })

  describe('a screen whose reads are refused', () => {
    test.for(Object.entries(READING))(
      '$0: says so, and reads again when asked',
      async ([, { begin, shows }], context) => {
        const { path, account, refuse } = await begin(web)
        const opened = await web.openAs('/settings', {}, account)
        const { page } = opened
        context.onTestFinished(async () => {
          web.stage.devnet.faults.clear()
          await page.context().close()
        })
        if (refuse === undefined) web.stage.devnet.faults.set({ rpc: { rules: [{ kind: 'rate-limit', times: null }] } })
        const restore = await refuse?.(page)
        const again = page.getByRole('button', { name: 'Check again' }).first()
        await orDescribed(opened, async () => {
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
        expect(opened.complaints.filter((text) => !byBrowser.test(text))).toEqual([])
      },
    )
  })

  test('the search for hidden spending accounts: a refusal is not taken for none, and a reload begins anew', async () => {
    const account = await openHidden(web)
    const opened = await web.openAs('/boxes', {}, account)
    const { page } = opened
    const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
    const found = page.getByText(/0 of 25\sUSDC spent/)
    await orDescribed(opened, async () => {
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
    web.stage.devnet.faults.clear()
    await page.context().close()
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
      const person = await web.openAs('/', {}, account)
      const { timestamp } = await web.stage.publicClient.getBlock()
      await person.page.clock.setSystemTime(Number(timestamp) * 1_000)
      return person
    }

    test('is green where all sources are whole', async () => {
      const { page, complaints } = await openLater()
      await fillIn(page, bob)
      await page.locator('.quiet-good').waitFor()
      expect(complaints).toEqual([])
      await page.context().close()
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
      try {
        const { page } = await openLater()
        await fillIn(page, bob)
        await page
          .getByText(/Before you pay|Do not pay this address|could not be checked/)
          .first()
          .waitFor()
        expect(await page.locator('.quiet-good').count()).toBe(0)
        await page.context().close()
      } finally {
        web.stage.devnet.faults.clear()
      }
    })
  })
})
