import { primaryChain } from '@holdfast/sdk/chain'
import type { Page } from 'playwright-core'
import { createWalletClient, http } from 'viem'
import { expect } from 'vitest'
import { atLast, FAULTS, type Fault, FLOWS, type Flow, type OpenFlow, type Part } from './flows.js'
import { FAILED_REQUEST } from './openBrowser.js'
import type { WebStage } from './webStage.js'

/** One flow and what is done to it. */
type MatrixRow = { name: string; fault: Fault; flow: Flow }

/** Opens a flow, has something go wrong, and checks that it happened once and that nothing stays open. */
export async function meet(web: WebStage, { fault, flow }: MatrixRow): Promise<void> {
  const openAs: WebStage['openAs'] = (path, options, account) =>
    // A spinner is drawn sixty times a second, and the matrix waits for most of its time. The row in which nothing goes wrong
    // is also that of a page which the browser translates.
    web.openAs(path, { ...options, reducedMotion: 'reduce', isAdverse: fault === 'ok' }, account)
  const opened = await flow.open({ ...web, openAs })
  if (unreachable.has(fault)) opened.allow(FAILED_REQUEST)
  await faults[fault](web, opened, flow)
  expect(await opened.moved()).toBe(fault === 'drift' ? 0 : 1)
  if (interrupted.has(fault)) await closeAll(opened)
}

/** Each flow of a part with each fault that says something about it. */
export function rowsOf(part: Part): MatrixRow[] {
  return Object.entries(FLOWS[part]).flatMap(([name, flow]) =>
    FAULTS.filter((fault) => flow.without[fault] === undefined).map((fault) => ({ name, fault, flow })),
  )
}

/** What is done to a flow, and what must hold whatever is done: it happens once, and nothing is asked twice unseen. */
const faults: Readonly<Record<Fault, (web: WebStage, flow: OpenFlow, row: Flow) => Promise<void>>> = {
  async ok(_, flow, { prompts }) {
    await finish(flow)
    expect(flow.wallet.prompts()).toBe(prompts)
  },
  async rejected(_, flow) {
    flow.wallet.knobs.rejects = true
    // It is removed again soon after.
    const read = flow.page
      .locator('#live-assertive')
      .filter({ hasText: 'You declined in your wallet' })
      .waitFor({ state: 'attached' })
    await flow.press(flow.page)
    await read
    await flow.page
      .getByRole('main')
      .getByText(/You declined in your wallet/)
      .waitFor()
    expect(await flow.moved()).toBe(0)
    flow.wallet.knobs.rejects = false
    await finish(flow)
  },
  async silent(_, flow, { prompts }) {
    flow.lose()
    await flow.press(flow.page)
    await expect.poll(flow.moved).toBe(1)
    if (flow.fillAgain === undefined) await flow.page.reload()
    else await waitsFor(flow, flow.fillAgain)
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
  async reload(_, flow, { prompts, isSaidOnce = false }) {
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
    if (isSaidOnce) return finish(flow)
    await flow.press(flow.page)
    await expect.poll(flow.moved).toBe(1)
    await flow.page.reload()
    await flow.done(flow.page)
  },
  async two_tabs(_, flow, { prompts, transactions = prompts }) {
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
    if (!flow.isRepeatable) {
      await flow.press(other)
      return flow.done(other)
    }
    const stopped = other.getByText('Another tab has sent this, or may have')
    if (prompts === 1 && transactions === 1) {
      // Its wallet was asked for what moves the money.
      await flow.press(other)
      await stopped.first().waitFor()
    }
    const third = await flow.openTab()
    await flow.prepare(third)
    await finish({ ...flow, page: third })
    const asked = flow.wallet.prompts()
    await flow.press(other)
    await (flow.paidBefore?.(other) ?? stopped.first()).waitFor()
    expect(flow.wallet.prompts()).toBe(asked)
  },
  async offline(_, flow) {
    await leaveAndReturn(flow)
    await finish(flow)
  },
  async explorer({ stage }, flow, { explorer = { indexing: true, truncateItems: 0, lagBlocks: 200 } }) {
    // It was planned with a whole history.
    await expect.poll(() => flow.button(flow.page).getAttribute('aria-disabled')).toBe('false')
    stage.devnet.faults.set({ explorer })
    const tab = await flow.openTab()
    // What stops it is in the way, wherever it comes to.
    const coming = flow.prepare(tab).catch(() => {})
    await tab
      .getByText(/could not be read|check was incomplete/)
      .first()
      .waitFor()
    expect(await tab.locator('.quiet-good').count()).toBe(0)
    await tab.close()
    await coming
    expect(flow.wallet.prompts()).toBe(0)
    stage.devnet.faults.clear()
    await finish(flow)
  },
  async issuer_refuses({ stage }, flow) {
    // After one refusal the library asks nothing of the issuer for five seconds, after the next for ten.
    const rules = [{ kind: 'rate-limit' } as const]
    stage.devnet.faults.set({ attestation: { rules }, hub: { rules } })
    await insist(flow)
  },
  async issuer_waits({ stage }, flow, { issuer }) {
    if (issuer === undefined) throw new Error('The flow does not say what the issuer keeps waiting.')
    stage.devnet.faults.set(issuer.faults)
    await flow.press(flow.page)
    await issuer.says(flow.page).first().waitFor()
    const prompts = flow.wallet.prompts()
    stage.devnet.faults.clear()
    await flow.done(flow.page)
    expect(flow.wallet.prompts()).toBe(prompts)
  },
  async fee_rises(_, flow, { prompts }) {
    const { page, wallet } = flow
    const fee = page.locator('.rows > div', { hasText: /^Fee/ })
    const reviewed = await fee.textContent()
    // It asks for more than when it was reviewed: nothing is signed, and the new fee is reviewed.
    await page.route(/fees|estimate/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: JSON.parse(await response.text(), timesFour) })
    })
    await flow.press(page)
    await page.getByText('Changed: the fee.').waitFor()
    await expect.poll(async () => ((await fee.count()) === 0 ? reviewed : fee.textContent())).not.toBe(reviewed)
    expect(wallet.prompts()).toBe(0)
    expect(await flow.moved()).toBe(0)
    await finish(flow)
    expect(wallet.prompts()).toBe(prompts)
    await page.unrouteAll({ behavior: 'wait' })
  },
  async in_turn({ stage }, flow, { prompts, transactions = prompts }) {
    const { page, wallet } = flow
    await leaveAndReturn(flow)

    wallet.knobs.rejects = true
    await flow.press(page)
    await page
      .getByRole('main')
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
    if (flow.fillAgain !== undefined) await waitsFor(flow, flow.fillAgain)
    stage.devnet.faults.clear()
    await flow.settle(page)
    expect(wallet.sent()).toBe(sent)
  },
}

/** The page does not know whether the wallet has sent it: its form waits, since both could be mined. */
async function waitsFor({ page }: OpenFlow, fillAgain: (page: Page) => Promise<void>): Promise<void> {
  const review = page.getByRole('button', { name: /^Review/ })
  await fillAgain(page)
  await page.getByText('Finish what is open above first').waitFor()
  expect(await review.getAttribute('aria-disabled')).toBe('true')
}

/** A fee in an answer of the issuer. */
function timesFour(name: string, value: unknown): unknown {
  return /^(low|med|medium|high|maxFee)$/.test(name) ? `${Math.ceil(Number(value) * 4)}` : value
}

/** Whatever they have left open can be closed. */
const interrupted = new Set<Fault>(['silent', 'failed_though_sent', 'dropped', 'reload', 'in_turn'])
const unreachable = new Set<Fault>([
  'reset_after',
  'rate_limit',
  'server_error',
  'offline',
  'explorer',
  'issuer_refuses',
  'issuer_waits',
  'in_turn',
])

/** The network goes away and comes back: the button does nothing meanwhile, and nothing happens by itself afterward. */
async function leaveAndReturn({ page, button, wallet, moved }: OpenFlow): Promise<void> {
  const said = page.getByText(/You are offline/)
  // What waits for a plan would fail to get it.
  await expect.poll(() => button(page).getAttribute('aria-disabled')).not.toBe('true')
  await page.context().setOffline(true)
  await said.first().waitFor()
  // Where it is not hidden, it can be pressed.
  if ((await button(page).count()) > 0) await button(page).click({ force: true })
  await page.context().setOffline(false)
  await expect.poll(() => said.count()).toBe(0)
  expect(wallet.prompts()).toBe(0)
  expect(await moved()).toBe(0)
}

/** Presses the button, and waits until the page says that it is done. */
export async function finish(flow: OpenFlow): Promise<void> {
  await flow.press(flow.page)
  await flow.done(flow.page)
}

/** Presses again for as long as the page says that nothing was sent. */
async function insist(flow: OpenFlow): Promise<void> {
  const { page } = flow
  const check = page.getByRole('button', { name: /^(Check|Prepare it) again$/ }).first()
  // Outside of it is what a screen reader reads out, of the attempt before as well.
  const said = page.getByRole('main').getByText('Nothing was sent, and no money moved.').first()
  const button = flow.button(page).first()
  // One that waits for a plan would be waited for, and its plan may fail.
  const isReady = async () =>
    (await button.isVisible()) &&
    (await button.getAttribute('aria-disabled', { timeout: 1_000 }).catch(() => 'true')) !== 'true'
  for (;;) {
    await expect
      .poll(async () => {
        // It may be gone by then.
        if (await check.isVisible()) await check.click({ timeout: 1_000 }).catch(() => {})
        return (await isReady()) || (await flow.moved()) > 0
      })
      .toBe(true)
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
    // What was seen may be of the attempt before, which goes once this one is under way.
    const moved = await flow.moved()
    if (await said.isVisible()) expect(moved).toBe(0)
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

/** Has the last transaction of a flow end in each of these ways while the page is loaded again, closes what is left of it, and starts over. */
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
