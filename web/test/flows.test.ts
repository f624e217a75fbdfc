import { ordinaryAccount } from '@holdfast/devnet'
import { bridgeFromWallet } from '@holdfast/sdk/bridge'
import { primaryChain } from '@holdfast/sdk/chain'
import { craftLookalike } from '@holdfast/sdk/risk'
import { tiered } from '@holdfast/testkit/tier'
import type { Page } from 'playwright-core'
import { type Address, createWalletClient, erc20Abi, formatUnits, type Hash, http, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { atLast, depositor, FLOWS } from './flows.js'
import { FAILED_REQUEST, hasBrowser } from './openBrowser.js'
import { stubWallet, type WalletStub } from './walletStub.js'
import { connect, setWebStage, type WebStage } from './webStage.js'

describe.skipIf(!hasBrowser || tiered(true, false))('money between networks, in a browser', () => {
  let web: WebStage

  beforeAll(async () => {
    web = await setWebStage()
  })
  afterEach((context) => web.clear(context))
  afterAll(() => web?.close())

  /** A settled payment, which makes the payee known. */
  async function payFrom(account: PrivateKeyAccount, payee: Address): Promise<void> {
    const { primary } = web.stage.devnet
    const wallet = createWalletClient({ account, chain: primaryChain, transport: http(primary.rpcUrl) })
    const payment = {
      address: primary.usdc,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [payee, 5_000_000n],
    } as const
    await web.stage.publicClient.waitForTransactionReceipt({ hash: await wallet.writeContract(payment) })
  }

  test('the Bridge: what does not fit has a fix, what fits arrives, and its one id finds it in another browser', async () => {
    const { page, account, complaints } = await web.openAs('/bridge')
    await page.getByText(/^You have 500/).waitFor()
    await page.getByLabel('Amount that arrives').fill('600')
    await page.getByText(/^Your wallet holds 500 USDC, and 600/).waitFor()
    expect(await page.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: /the most you can$/ }).click()
    expect(Number(await page.getByLabel('Amount that arrives').inputValue())).toBeGreaterThan(490)

    await page.getByLabel('Amount that arrives').fill('25')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: /^Move 25/ }).click()
    await page.getByText(/arrived$/).waitFor()
    expect(await web.stage.remoteBalanceOf(account.address)).toBeGreaterThanOrEqual(25_000_000n)

    const other = await web.browser.open()
    await other.page.goto(page.url())
    await other.page.getByText(/arrived$/).waitFor()
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  test('the Bridge to another account: the plan stops an imitation of a payee, and pays the payee', async () => {
    const { page, account, complaints } = await web.openAs('/bridge')
    const bob = ordinaryAccount().address
    await payFrom(account, bob)
    const review = async (to: Address) => {
      await page.getByLabel('Recipient’s address').fill(to)
      await page.getByRole('button', { name: 'Review' }).click()
    }
    await page.getByLabel('Amount that arrives').fill('25')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByText('To another account').click()
    await page.getByLabel('Recipient’s address').fill(bob.slice(0, -1))
    expect(await page.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true')
    await review(craftLookalike(bob))
    const block = page.getByRole('dialog', { name: 'Do not pay this address' })
    await block.getByRole('button', { name: 'Go back' }).click()
    await review(bob)
    await page.getByRole('button', { name: /^Move 25/ }).click()
    await page.getByRole('heading', { name: /arrived$/ }).waitFor()
    expect(await web.stage.remoteBalanceOf(bob)).toBeGreaterThanOrEqual(25_000_000n)
    expect(complaints).toEqual([])
  })

  test.each([
    ['whose mint fails', { failMints: 1 }],
    ['that asks for more than was burned for it', { feeRise: 5_000_000, unpaidForwardState: 'FAILED' }],
  ] as const)(
    'the Bridge with an issuer %s: nothing is moved twice, and any account brings it in',
    async (_, fault) => {
      const { page, account, complaints } = await web.openAs('/bridge')
      web.stage.devnet.faults.set({ attestation: fault })
      await page.getByLabel('Amount that arrives').fill('25')
      await page.getByText(/^Fee at most/).waitFor()
      await page.getByRole('button', { name: 'Review' }).click()
      await page.getByRole('button', { name: /^Move 25/ }).click()
      await page.getByRole('heading', { name: 'The issuer did not pay it out' }).waitFor()
      expect(await web.stage.remoteBalanceOf(account.address)).toBe(0n)
      expect(await page.getByRole('button', { name: /^Move/ }).count()).toBe(0)

      const helper = ordinaryAccount()
      const { remote } = web.stage.devnet
      await remote.fund(helper.address, 1_000_000n)
      const other = await web.browser.open()
      await stubWallet(other.page.context(), { account: helper, rpcUrl: remote.rpcUrl, chainId: remote.chainId })
      await other.page.goto(page.url())
      await connect(other.page)
      await other.page.getByRole('button', { name: 'Pay it out' }).click()
      await other.page.getByRole('button', { name: 'Pay it out' }).click()
      await other.page.getByRole('heading', { name: /arrived$/ }).waitFor()
      expect(await web.stage.remoteBalanceOf(account.address)).toBeGreaterThanOrEqual(25_000_000n)
      await page.getByRole('heading', { name: /arrived$/ }).waitFor()
      expect([...complaints, ...other.complaints]).toEqual([])
    },
  )

  /** A mint by the issuer for another person, of the same amount. */
  async function mintOfAnother(): Promise<Hash> {
    const { devnet } = web.stage
    const stranger = await web.stage.actor(60_000_000n)
    const { forwardTxHash } = await bridgeFromWallet(stranger, {
      skipRiskCheck: true,
      from: 'Arc_Testnet',
      to: 'Base_Sepolia',
      amount: 25_000_000n,
      apiUrl: devnet.issuer.attestationUrl,
      pollMs: 50,
    })
    if (forwardTxHash === undefined) throw new Error('Nothing was minted.')
    return forwardTxHash
  }
  const claimed = 'The issuer says that it has arrived'
  const noMint: Hash = `0x${'5a'.repeat(32)}`

  test('the Bridge with an issuer that names a mint of another person, or a transaction that does not exist: nothing has arrived before it has', async () => {
    const forwardTxHash = await mintOfAnother()
    const { page, account, complaints } = await web.openAs('/bridge')
    const { faults } = web.stage.devnet
    faults.set({ attestation: { hold: 'attested', claim: { forwardTxHash } } })
    await page.getByLabel('Amount that arrives').fill('25')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: /^Move 25/ }).click()
    await page.getByRole('heading', { name: claimed }).waitFor()
    await page.getByText('Base Sepolia does not show it.').waitFor()
    faults.set({ attestation: { claim: { forwardTxHash: noMint } } })
    const other = await web.browser.open()
    await other.page.goto(page.url())
    await other.page.getByRole('heading', { name: claimed }).waitFor()
    await other.page.getByText('Base Sepolia does not show it.').waitFor()
    expect(await web.stage.remoteBalanceOf(account.address)).toBe(0n)
    for (const { page: tab } of [{ page }, other]) expect(await tab.getByText(/arrived$/).count()).toBe(1)
    // What is not seen to arrive stays on the list.
    const tracked = page.url()
    await page.goto(`${web.served.origin}/#/bridge`)
    await page.getByRole('heading', { name: /^Not finished/ }).waitFor()
    faults.clear()
    await page.goto(tracked)
    await page.getByRole('heading', { name: /USDC arrived$/ }).waitFor()
    await other.page.getByRole('heading', { name: /USDC arrived$/ }).waitFor()
    expect(await web.stage.remoteBalanceOf(account.address)).toBeGreaterThanOrEqual(25_000_000n)
    await page.goto(`${web.served.origin}/#/bridge`)
    await page.getByLabel('Amount that arrives').waitFor()
    expect(await page.getByRole('heading', { name: /^Not finished/ }).count()).toBe(0)
    expect([...complaints, ...other.complaints]).toEqual([])
  })

  test('the Bridge with an issuer that says another amount: what the chain has paid out is shown', async () => {
    const { devnet, remoteBalanceOf } = web.stage
    const sender = await web.stage.actor(60_000_000n)
    const issuer = { apiUrl: devnet.issuer.attestationUrl, pollMs: 50 }
    const route = { from: 'Arc_Testnet', to: 'Base_Sepolia', amount: 25_000_000n } as const
    const moved = await bridgeFromWallet(sender, { skipRiskCheck: true, ...route, ...issuer })
    const { burnTxHash, forwardTxHash = noMint } = moved
    devnet.faults.set({ attestation: { claim: { forwardTxHash, amount: 1_000_000_000 } } })
    const { page, complaints } = await web.browser.open()
    await page.goto(`${web.served.origin}/#/bridge/Arc_Testnet/${burnTxHash}`)
    const arrived = formatUnits(await remoteBalanceOf(sender.address), 6)
    const heading = page.getByRole('heading', { name: /arrived$/ })
    await expect.poll(() => heading.textContent()).toMatch(/USDC arrived$/)
    expect(Number.parseFloat((await heading.textContent()) ?? '')).toBeCloseTo(Number(arrived), 2)
    expect(complaints).toEqual([])
  })

  test('the Bridge to a network that the page does not read: it says whose word it is', async () => {
    const { devnet } = web.stage
    const sender = await web.stage.actor(60_000_000n)
    devnet.faults.set({ attestation: { claim: { forwardTxHash: noMint } } })
    const { burnTxHash } = await bridgeFromWallet(sender, {
      skipRiskCheck: true,
      from: 'Arc_Testnet',
      to: 'Polygon_Amoy',
      amount: 25_000_000n,
      apiUrl: devnet.issuer.attestationUrl,
      pollMs: 50,
    })
    const { page, complaints } = await web.browser.open()
    await page.goto(`${web.served.origin}/#/bridge/Arc_Testnet/${burnTxHash}`)
    await page.getByRole('heading', { name: claimed }).waitFor()
    await page.getByText('This page does not read Polygon Amoy, so it has not checked this.').waitFor()
    expect(await page.getByText(/USDC arrived$/).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('the Bridge in two tabs: while one of them asks the wallet, neither goes on with the same transfer', async () => {
    const { page, account, wallet, openTab, complaints } = await web.openAs('/bridge')
    await page.getByLabel('Amount that arrives').fill('25')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    // The window of the wallet stays open.
    wallet.knobs.isClosed = true
    await page.getByRole('button', { name: /^Move 25/ }).click()
    await expect.poll(wallet.prompts).toBe(1)
    const other = await openTab()
    await other.goto(`${web.served.origin}/#/bridge`)
    // The first tab leaves the page, which goes on, and comes back.
    await page.goto(`${web.served.origin}/#/people`)
    await page.goto(`${web.served.origin}/#/bridge`)
    for (const [tab, whose] of [
      [other, 'Another tab is'],
      [page, 'This tab is still'],
    ] as const) {
      await tab.getByRole('button', { name: /^0x/ }).waitFor()
      await tab.getByRole('button', { name: 'Check and continue' }).click()
      await tab.getByRole('main').getByText(`${whose} paying from this account`).waitFor()
    }
    expect(wallet.prompts()).toBe(1)

    await page.close()
    wallet.knobs.isClosed = false
    await other.getByRole('button', { name: 'Check and continue' }).click()
    await expect.poll(() => web.stage.remoteBalanceOf(account.address)).toBeGreaterThanOrEqual(25_000_000n)
    expect(await web.stage.remoteBalanceOf(account.address)).toBeLessThan(50_000_000n)
    // The one that was never answered, the approval and the burn.
    expect(wallet.prompts()).toBe(3)
    expect(complaints).toEqual([])
  })

  /** One for each component that asks a wallet; the others carry out a plan as the second does. */
  const asking = ['send', 'create a spending account', 'claim from a wallet', 'cancel'] as const

  test.for(asking)('an open page says that the wallet replaced a transaction: %s', async (name) => {
    const flow = Object.values(FLOWS).find((part) => part[name] !== undefined)?.[name]
    if (flow === undefined) throw new Error(`There is no flow ${name}.`)
    const { devnet, publicClient } = web.stage
    const opened = await flow.open(web)
    const { page, wallet, account } = opened
    let waiting: string | undefined
    let looks = 0
    // Most nodes show a transaction that waits; that of this network does not.
    await page.route(`${devnet.primary.rpcUrl}**`, async (route) => {
      const asked: { id: number; method: string } = route.request().postDataJSON()
      const response = await route.fetch()
      const answer = await response.json()
      if (asked.method !== 'eth_getTransactionByHash' || answer.result !== null || waiting === undefined)
        return route.fulfill({ response })
      looks++
      const [hash] = route.request().postDataJSON().params
      await route.fulfill({
        response,
        json: { ...answer, result: { ...pending, hash, from: account.address.toLowerCase(), nonce: waiting } },
      })
    })
    atLast(wallet, flow.transactions ?? flow.prompts, async () => {
      const address = account.address
      waiting = numberToHex(await publicClient.getTransactionCount({ address }))
      devnet.faults.set({ rpc: { dropTransactions: 1 } })
    })
    await opened.press(page)
    await expect.poll(() => looks).toBeGreaterThan(0)
    waiting = undefined
    wallet.knobs.beforeSending = undefined
    const other = createWalletClient({ account, chain: primaryChain, transport: http(devnet.primary.rpcUrl) })
    await publicClient.waitForTransactionReceipt({ hash: await other.sendTransaction({ to: account.address }) })
    await page.getByRole('main').getByText('Your wallet replaced this transaction with another one.').waitFor()
    await page.getByText(/The network has the other one, and it moved no money/).waitFor()
    expect(await opened.moved()).toBe(0)

    const again = page.getByRole('button', { name: /^(Try|Check|Prepare it) again$/ })
    if (await again.isVisible()) await again.click()
    await opened.press(page)
    await opened.done(page)
    expect(await opened.moved()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(opened.complaints).toEqual([])
  })

  test.each([
    ['payments', 'send'],
    ['payments', 'send a link'],
    ['accounts', 'create a spending account'],
    ['transfers', 'claim from a wallet'],
    ['transfers', 'take the money of a link from a wallet'],
    ['transfers', 'cancel'],
    ['transfers', 'take back a link'],
  ] as const)('a wallet that has been silent for a minute is named: %s, %s', async (part, name) => {
    const flow = await FLOWS[part][name]?.open(web)
    if (flow === undefined) throw new Error('There is no such flow.')
    const { page, wallet } = flow
    await sayIsSilent(page, wallet, () => flow.press(page))
    expect(await flow.moved()).toBe(0)
    await page.getByRole('button', { name: 'I closed it' }).click()
    await page.getByText('Your wallet has not answered for a minute.').first().waitFor({ state: 'detached' })
    expect(wallet.prompts()).toBe(1)
  })

  test.each([
    ['/boxes', 'Unlock hidden spending accounts'],
    ['/ask', 'Sign the request'],
  ])('a wallet that has been silent for a minute is named: %s', async (path, name) => {
    const { page, wallet } = await web.openAs(path)
    await sayIsSilent(page, wallet, () => page.getByRole('button', { name }).click())
  })

  /** Presses a button that asks the wallet, which never answers, and waits a minute for what the page says of that. */
  async function sayIsSilent(page: Page, wallet: WalletStub, press: () => Promise<unknown>): Promise<void> {
    const said = page.getByRole('main').getByText('Your wallet has not answered for a minute.')
    await page.clock.install()
    wallet.knobs.isClosed = true
    await press()
    await expect.poll(wallet.prompts).toBe(1)
    expect(await said.count()).toBe(0)
    await expect
      .poll(async () => {
        // The page may have begun to wait only now.
        await page.clock.fastForward('01:01')
        return said.count()
      })
      .toBe(1)
  }

  test('the Hub: a deposit counts, a network without balance has a fix, and a spend arrives', async () => {
    const { page, account, complaints } = await web.openAs('/hub')
    await page.getByText('Nothing is deposited yet').waitFor()
    await page.getByRole('radio', { name: 'Deposit' }).check({ force: true })
    await page.getByLabel('Deposit', { exact: true }).last().fill('50')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Deposit 50 USDC' }).click()
    await page.getByText('You can use').waitFor()

    await page.getByRole('radio', { name: 'Use' }).check({ force: true })
    await page.getByLabel('From the balance on').selectOption('Base_Sepolia')
    await page.getByLabel('Arrives on').selectOption('Base_Sepolia')
    await page.getByLabel('Amount that arrives').fill('10')
    await page.getByRole('button', { name: 'Pay from Arc Testnet' }).click()
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Move 10 USDC' }).click()
    await page.getByRole('heading', { name: 'It has arrived in your account.' }).waitFor()
    expect(await web.stage.remoteBalanceOf(account.address)).toBe(10_000_000n)
    expect(complaints).toEqual([])
  })

  test('the Hub with an issuer that names a mint of another person: nothing has arrived before it has', async () => {
    const claimedMint = await mintOfAnother()
    const actor = await depositor(web)
    const { page, complaints, allow } = await web.openAs('/hub', {}, actor.account)
    const { faults } = web.stage.devnet
    await page.getByText('You can use').waitFor()
    await page.getByLabel('Arrives on').selectOption('Base_Sepolia')
    await page.getByLabel('Amount that arrives').fill('10')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    faults.set({ hub: { holdMints: true, claimedMint } })
    await page.getByRole('button', { name: 'Move 10 USDC' }).click()
    const coming = page.getByRole('heading', { name: /It has not arrived yet\.$/ })
    await coming.waitFor()
    expect(await page.getByText(/has arrived/).count()).toBe(0)
    expect(await web.stage.remoteBalanceOf(actor.address)).toBe(0n)
    faults.set({ hub: { holdMints: false } })
    // It is still open, and can be asked for: the lie is the same, and so is the answer.
    await page.getByRole('button', { name: 'Find out' }).click()
    await expect.poll(() => coming.count()).toBe(2)
    expect(await page.getByText(/has arrived/).count()).toBe(0)
    // Another spend need not wait for it.
    await page.getByLabel('Amount that arrives').fill('11')
    await page.getByText(/^Fee at most/).waitFor()
    expect(await page.getByText('Finish what is open above first').count()).toBe(0)
    faults.clear()
    await expect.poll(() => web.stage.remoteBalanceOf(actor.address)).toBe(10_000_000n)
    allow(FAILED_REQUEST)
    await page.getByRole('button', { name: 'Find out' }).click()
    await page.getByText('It was carried out once, and has arrived.').waitFor()

    faults.set({ hub: { claimedMint } })
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Move 11 USDC' }).click()
    await page.getByRole('button', { name: 'Close this note' }).click()
    await expect.poll(() => page.getByRole('button', { name: 'Find out' }).count()).toBe(0)
    expect(complaints).toEqual([])
  })

  test('the Hub asks for more than was reviewed, after the signature: nothing is spent, and it is paid when the fee is as before', async () => {
    const actor = await depositor(web)
    const { page, wallet, allow } = await web.openAs('/hub', {}, actor.account)
    allow(FAILED_REQUEST)
    await page.getByText('You can use').waitFor()
    await page.getByLabel('Amount that arrives').fill('10')
    await page.getByText(/^Fee at most/).waitFor()
    await page.getByRole('button', { name: 'Review' }).click()
    web.stage.devnet.faults.set({ hub: { feeRise: 5_000_000 } })
    const move = page.getByRole('button', { name: 'Move 10 USDC' })
    await move.click()
    await page.getByText('The Hub refused the payment.').waitFor()
    await page.getByText('Ask for the fee again, and start over.').waitFor()
    // What was shown is the most that is ever signed for.
    expect(wallet.prompts()).toBe(1)
    expect(await web.stage.remoteBalanceOf(actor.address)).toBe(0n)
    // It is over: there is nothing to find out, and what was reviewed can be left.
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByText(/^Fee at most/).waitFor()
    expect(await page.getByRole('button', { name: 'Find out' }).count()).toBe(0)
    web.stage.devnet.faults.clear()
    await page.getByRole('button', { name: 'Review' }).click()
    await move.click()
    await page.getByRole('heading', { name: 'It has arrived in your account.' }).waitFor()
    expect(wallet.prompts()).toBe(2)
    expect(await web.stage.remoteBalanceOf(actor.address)).toBe(10_000_000n)
  })

  test('the Hub to another account: the plan stops an imitation of a payee, and pays the payee twice', async () => {
    const { page, account, complaints } = await web.openAs('/hub')
    const bob = ordinaryAccount().address
    await payFrom(account, bob)
    await page.getByRole('radio', { name: 'Deposit' }).check({ force: true })
    await page.getByLabel('Deposit', { exact: true }).last().fill('50')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Deposit 50 USDC' }).click()
    await page.getByText('You can use').waitFor()

    await page.getByRole('radio', { name: 'Use' }).check({ force: true })
    await page.getByLabel('Arrives on').selectOption('Base_Sepolia')
    await page.getByText('To another account').click()
    const review = async (to: Address) => {
      await page.getByLabel('Amount that arrives').fill('10')
      await page.getByLabel('Recipient’s address').fill(to)
      await page.getByText(/^Fee at most/).waitFor()
      await page.getByRole('button', { name: 'Review' }).click()
    }
    await page.getByLabel('Recipient’s address').fill(bob.slice(0, -1))
    expect(await page.getByRole('button', { name: 'Review' }).getAttribute('aria-disabled')).toBe('true')
    await review(craftLookalike(bob))
    await page.getByRole('dialog', { name: 'Do not pay this address' }).getByRole('button', { name: 'Go back' }).click()
    for (const sum of [10_000_000n, 20_000_000n]) {
      await review(bob)
      await page.getByRole('button', { name: 'Move 10 USDC' }).click()
      await page.getByRole('heading', { name: 'It has arrived in the other account.' }).waitFor()
      await page.getByText('To another account').click()
      expect(await web.stage.remoteBalanceOf(bob)).toBe(sum)
    }
    expect(complaints).toEqual([])
  })

  test('the Hub without its issuer: an amount is set apart, and paid out when the wait is over', async () => {
    const { page, account, complaints } = await web.openAs('/hub')
    await page.getByRole('radio', { name: 'Deposit' }).check({ force: true })
    await page.getByLabel('Deposit', { exact: true }).last().fill('50')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Deposit 50 USDC' }).click()
    await page.getByText('You can use').waitFor()
    await page.getByRole('radio', { name: 'Withdraw' }).check({ force: true })
    await page.getByLabel('Withdraw', { exact: true }).last().fill('20')
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: 'Set 20 USDC apart' }).click()
    await page.getByRole('heading', { name: '20 USDC are set apart' }).waitFor()
    const before = await web.stage.balanceOf(account.address)
    await web.stage.devnet.primary.mine(200)
    // The page that stayed open sees it as well.
    await page.getByRole('button', { name: /^Pay out 20/ }).click()
    await page.getByRole('button', { name: 'Pay out', exact: true }).click()
    await page.getByRole('heading', { name: 'It is paid out to your wallet.' }).waitFor()
    await expect.poll(() => web.stage.balanceOf(account.address)).toBeGreaterThan(before + 19_900_000n)
    expect(complaints).toEqual([])
  })
})

/** A transaction that waits, besides its hash and whose it is. */
const pending = {
  blockHash: null,
  blockNumber: null,
  transactionIndex: null,
  to: null,
  input: '0x01',
  value: '0x0',
  gas: '0x5208',
  gasPrice: '0x1',
  type: '0x0',
  chainId: numberToHex(primaryChain.id),
}
