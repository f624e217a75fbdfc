import { type FaultsUpdate, FIRST_BLOCK, ordinaryAccount } from '@holdfast/devnet'
import { bridgeFromWallet } from '@holdfast/sdk/bridge'
import { primaryChain, requireDeployment, viemChainFor } from '@holdfast/sdk/chain'
import { depositToHub, HUB_WALLET, initiateHubWithdrawal } from '@holdfast/sdk/hub'
import { claimPaymentLink, createPaymentLink, readPaymentLink } from '@holdfast/sdk/links'
import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import { craftLookalike } from '@holdfast/sdk/risk'
import { createEphemeral, fundEphemeral, newStealthPolicy, RemoteCoSigner } from '@holdfast/sdk/shield'
import { announceArgsFor, announceStealthBox, deriveStealthKeys, STEALTH_KEY_MESSAGE } from '@holdfast/sdk/stealth'
import {
  claimKeyFromCode,
  defineConfig,
  generateClaimCode,
  generateLinkSecret,
  registerConfig,
  sendProtected,
} from '@holdfast/sdk/transfer'
import { freshSalt, pullPolicy, pushPolicy } from '@holdfast/testkit/boxPolicies'
import type { Locator, Page } from 'playwright-core'
import { type Address, createWalletClient, erc20Abi, getAddress, type Hash, http, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expect } from 'vitest'
import { fillIn, type Person, readCode, SHOWN_CODE, toReview, type WebStage } from './webStage.js'

/** What can go wrong with any flow; `matrix.ts` has what each does. */
export const FAULTS = [
  'ok',
  'rejected',
  'silent',
  'failed_though_sent',
  'late',
  'drift',
  'reset_after',
  'dropped',
  'rate_limit',
  'server_error',
  'reload',
  'two_tabs',
  'offline',
  'explorer',
  'issuer_refuses',
  'issuer_waits',
  'fee_rises',
  'in_turn',
] as const
export type Fault = (typeof FAULTS)[number]

/** A flow in a page, up to the button that moves money. */
export type OpenFlow = Person & {
  /** Brings another tab to the same place. */
  prepare: (page: Page) => Promise<void>
  /** Whether it could happen a second time, if the page did not stop it. */
  isRepeatable: boolean
  /** What the page says where another tab has done it. @default that another tab has sent it */
  paidBefore?: ((page: Page) => Locator) | undefined
  /** Presses the button when it appears. */
  press: (page: Page) => Promise<void>
  /** The button, where a person finds it after an attempt that moved nothing. */
  button: (page: Page) => ReturnType<Page['getByRole']>
  /** Fills in the form again after the wallet has not answered, where it could happen a second time. */
  fillAgain?: ((page: Page) => Promise<void>) | undefined
  /** Waits until the page says that it is done. */
  done: (page: Page) => Promise<void>
  /** Finds out the outcome in the page, after a reload or a lost answer. */
  settle: (page: Page) => Promise<void>
  /** From now on the answer to the request that moves money is lost. */
  lose: () => void
  /** How often the money has moved on chain. */
  moved: () => Promise<number>
}

/** The flows that run side by side with the others. */
export type Part = 'payments' | 'accounts' | 'hidden' | 'bridge' | 'hub' | 'transfers'

/** One row of the matrix. */
export type Flow = {
  /** How often the wallet is asked. */
  prompts: number
  /** How many of these are transactions. @default all */
  transactions?: number | undefined
  open: (web: WebStage) => Promise<OpenFlow>
  /** What is wrong with the explorer that stops it. @default it is behind, and leaves rows out */
  explorer?: FaultsUpdate['explorer']
  /** Whether what says that it is done is gone after a reload. @default false */
  isSaidOnce?: boolean | undefined
  /** What the issuer keeps waiting, and what the page says meanwhile. */
  issuer?: { faults: FaultsUpdate; says: (page: Page) => Locator } | undefined
  /** Faults that are not tried with this flow, each with the reason. */
  without: Partial<Record<Fault, string | undefined>>
}

const noWallet = 'no wallet is asked'
/** Faults that the row of send covers for flows with the same review. */
const asSend = {
  silent: 'as send',
  failed_though_sent: 'as send',
  late: 'as send',
  drift: 'as send',
  reset_after: 'as send',
  dropped: 'as send',
  rate_limit: 'as send',
  server_error: 'as send',
  reload: 'as send',
  two_tabs: 'as send',
  offline: 'as send',
  explorer: 'as send',
} satisfies Partial<Record<Fault, string>>
const noIssuer = {
  issuer_refuses: 'it does not ask the issuer',
  issuer_waits: 'it does not ask the issuer',
  fee_rises: 'the issuer takes no fee',
}
const single = { ...noIssuer, in_turn: 'each in a row of its own' }
/** No other address is paid, which the firewall would look for. */
const noPayee = { explorer: 'it pays no one else: the firewall is not asked' }
/** What the flows of Bridge and Hub meet beside these. */
const atIssuer = {
  ...noPayee,
  two_tabs: undefined,
  issuer_refuses: undefined,
  issuer_waits: undefined,
  fee_rises: undefined,
}
const inTurn = 'one of those of in_turn'
/** Faults that other rows cover for flows whose plan one component shows and carries out. */
const asPlanned = {
  rejected: inTurn,
  silent: inTurn,
  dropped: inTurn,
  reload: inTurn,
  offline: inTurn,
  reset_after: 'as failed_though_sent: it is the wallet that sends',
  server_error: 'as rate_limit',
  late: 'as create a spending account',
  drift: 'as create a spending account',
  two_tabs: 'the chain, or the co-signer, takes it once',
  ...noIssuer,
} satisfies Partial<Record<Fault, string>>

/** Faults that the row of cancel covers for actions on one transfer, which wait and fail in the same way. */
const asCancel = {
  late: 'as cancel',
  drift: 'as cancel',
  reset_after: 'as cancel',
  dropped: 'as cancel',
  rate_limit: 'as cancel',
  server_error: 'as cancel',
  offline: 'as cancel',
} satisfies Partial<Record<Fault, string>>
/** Faults that the rows of a claim cover for the money of a link, which the same code takes. */
const asGaslessClaim = {
  ...single,
  ...noPayee,
  reset_after: 'as claim without gas',
  dropped: 'as claim without gas',
  rate_limit: 'as claim without gas',
  server_error: 'as claim without gas',
  reload: 'the secret leaves the address of the page: it asks for the link once more',
} satisfies Partial<Record<Fault, string>>

/** Every flow that moves money. A part is what one test file runs, with a stage of its own. */
export const FLOWS: Readonly<Record<Part, Readonly<Record<string, Flow>>>> = {
  payments: {
    send: ofSend({ ...single }, async () => {
      const to = ordinaryAccount().address
      return { to, form: (page) => fillIn(page, to), goOn: (page) => toReview(page, to) }
    }),
    'send to a lookalike, against the block': ofSend(
      {
        ...single,
        late: 'as send',
        drift: 'as send',
        failed_though_sent: 'as send',
        two_tabs: 'as send',
        explorer: 'as send: what is not checked is blocked as well',
      },
      async (web, { account }) => {
        const bob = ordinaryAccount().address
        await pay(web, account, bob)
        const to = craftLookalike(bob)
        const form = async (page: Page) => {
          await fillIn(page, to)
          const stop = page.getByRole('dialog', { name: 'Do not pay this address' })
          await stop.getByText('The recipient told me this address in person').click()
          await stop.getByLabel(/^Groups 5 and 6/).fill(getAddress(to).slice(18, 26))
          await stop.getByRole('button', { name: 'Go on against this advice' }).click()
        }
        const goOn = async (page: Page) => {
          await page.getByRole('button', { name: 'Review the payment' }).click()
          await page.getByText('Your wallet will ask').waitFor()
        }
        return { to, form, goOn }
      },
    ),
    'pay a request': ofSend(
      { ...single, ...asSend, silent: undefined, two_tabs: undefined, reload: 'as send' },
      async (web) => {
        const payee = await web.stage.actor()
        const link = paymentRequestLink(
          await signPaymentRequest(payee, { amount: 25_000_000n, reference: '<b>Invoice</b>' }),
          web.served.origin,
        )
        const paidBefore = (page: Page) => page.getByRole('heading', { name: /^You have paid this request/ })
        const insist = async (page: Page) => {
          const press = page.getByRole('button', { name: 'I want to pay it again' })
          await press
            .or(page.getByRole('button', { name: 'Review the payment' }))
            .first()
            .waitFor()
          if (await press.isVisible()) await press.click()
        }
        const goOn = async (page: Page) => {
          await insist(page)
          await toReview(page, payee.address)
        }
        return { to: payee.address, path: new URL(link).hash.slice(1), goOn, paidBefore, insist }
      },
    ),
    'send a link': ofPage({
      prompts: 3,
      without: { ...single, ...asSend, ...noPayee, silent: undefined },
      press: /and make the link$/,
      done: (page) => madeLink(page).waitFor(),
      settle: (page) => fromList(page, madeLink(page)),
      async begin(web) {
        const account = ordinaryAccount()
        const form = (page: Page) => page.getByLabel('Amount').fill('25')
        return {
          account,
          path: '/link',
          form,
          again: (page) => openAgain(page, `${web.served.origin}/#/link`),
          moved: () => count(web, 'TransferCreated', { sender: account.address }),
        }
      },
    }),
  },
  accounts: {
    'create a spending account': ofPage({
      prompts: 1,
      isRepeatable: true,
      without: { ...asPlanned, two_tabs: undefined, late: undefined, drift: undefined },
      press: 'Create the spending account',
      done: (page) => page.getByText('Pays only').waitFor(),
      async settle(page) {
        const done = page.getByText('Pays only')
        const open = page.getByRole('link', { name: 'Check and continue' }).first()
        const form = page.getByRole('button', { name: 'Review the spending account' })
        await done.or(open).or(form).first().waitFor()
        // A reloaded page starts over. The unfinished creation is in the list.
        if (await form.isVisible()) await page.goto(page.url().replace(/#.*/, '#/boxes'))
        await done.or(open).first().waitFor()
        if (await done.isVisible()) return
        await open.click()
        await page.getByRole('button', { name: 'Create the spending account' }).click()
        await done.waitFor()
      },
      async begin(web) {
        const target = ordinaryAccount().address
        return {
          path: '/boxes/new',
          async fill(page) {
            await page.getByLabel('Recipient’s address').fill(target)
            await page.getByLabel('Total limit').fill('25')
            await page.getByRole('button', { name: 'Review the spending account' }).click()
            await page.getByLabel(/^Groups 5 and 6/).fill(target.slice(18, 26))
          },
          moved: () => count(web, 'AccountCreated', { target }),
        }
      },
    }),
    'put money into a spending account': ofBox({
      act: 'Add money',
      amount: '15',
      press: /^Add 15/,
      done: 'The money is in.',
      arrived: 'The spending account holds it now.',
      prompts: 1,
      holds: 15,
      begin: (web) => openBox(web),
      between: ({ owner, box }) => ({ from: owner.address, to: box }),
    }),
    'pay from a spending account': ofBox({
      act: 'Pay',
      amount: '5',
      press: /^Pay 5/,
      done: 'It is paid.',
      prompts: 2,
      transactions: 1,
      hasReload: true,
      holds: 10,
      begin: (web) => openBox(web, { holds: 15_000_000n }),
      between: ({ box, payee }) => ({ from: box, to: payee.address }),
    }),
    'take a payment of a subscription': ofBox({
      act: 'Take a payment',
      amount: '3',
      press: /^Take 3/,
      done: 'The payment has arrived.',
      arrived: 'It was taken, and is in your wallet.',
      prompts: 1,
      isJudgedByCosigner: true,
      holds: 12,
      begin: async (web) => {
        const opened = await openBox(web, { holds: 15_000_000n, perPullMax: 3_000_000n })
        return { ...opened, account: opened.payee }
      },
      between: ({ box, payee }) => ({ from: box, to: payee.address }),
    }),
    'take back what a spending account holds': ofBox({
      act: 'Take back',
      amount: undefined,
      press: /^Take 15/,
      done: 'The money is back in your wallet.',
      arrived: 'The spending account is empty: there is nothing left to take back.',
      prompts: 1,
      holds: 0,
      begin: (web) => openBox(web, { holds: 15_000_000n }),
      between: ({ box, owner }) => ({ from: box, to: owner.address }),
    }),
  },
  hidden: {
    'pay from a hidden spending account': ofBox({
      act: 'Pay',
      amount: '5',
      press: /^Pay 5/,
      done: 'It is paid.',
      // Its own key proves who asks.
      prompts: 1,
      isHidden: true,
      hasReload: true,
      holds: 10,
      begin: async (web) => openHiddenBox(web, 'primary', 15_000_000n),
      between: ({ box, payee }) => ({ from: box, to: payee.address }),
    }),
    'take back what a hidden spending account holds': ofHiddenSweep(),
  },
  bridge: {
    'move to another network': ofPage({
      prompts: 2,
      isSaidOnce: true,
      without: { ...asPlanned, ...atIssuer, late: undefined, reload: undefined },
      issuer: {
        faults: { attestation: { hold: 'pending', rules: [{ kind: 'rate-limit', match: '/v2/messages*', times: 2 }] } },
        says: (page) => page.getByText('Waiting for the issuer of USDC to confirm'),
      },
      press: /^Move 25/,
      done: (page) => page.getByText(/arrived$/).waitFor(),
      async settle(page) {
        const done = page.getByText(/arrived$/)
        const check = page.getByRole('button', { name: 'Check and continue' }).first()
        const goOn = page.getByRole('link', { name: 'Go on' }).first()
        await done.or(check).or(goOn).first().waitFor()
        if (await done.isVisible()) return
        if (!(await check.isVisible())) {
          await goOn.click()
          return done.waitFor()
        }
        // The page looks for its transaction.
        await check.click()
        await expect.poll(() => check.count()).toBe(0)
      },
      async begin(web) {
        const account = ordinaryAccount()
        return {
          account,
          path: '/bridge',
          async form(page) {
            await page.getByLabel('Amount that arrives').fill('25')
            await page.getByText(/^Fee at most/).waitFor()
          },
          moved: async () => Number((await web.stage.remoteBalanceOf(account.address)) / 25_000_000n),
        }
      },
    }),
    'pay out what was moved, where the issuer does not': ofPage({
      prompts: 1,
      without: {
        ...asPlanned,
        ...atIssuer,
        two_tabs: asPlanned.two_tabs,
        in_turn: 'the chain takes it once, and its page shows the outcome: no note stays open',
        rejected: undefined,
        dropped: 'as the other flows that the chain takes once',
        issuer_waits: 'as move to another network',
        fee_rises: 'the issuer has taken its fee',
      },
      press: 'Pay it out',
      done: (page) => page.getByRole('heading', { name: /arrived$/ }).waitFor(),
      async begin(web) {
        const sender = await ownActor(web)
        const to = ordinaryAccount().address
        const { devnet, remoteBalanceOf } = web.stage
        devnet.faults.set({ attestation: { hold: 'attested' } })
        const burnTxHash = await burn(sender, { to, apiUrl: devnet.issuer.attestationUrl })
        return {
          side: 'remote',
          path: `/bridge/Arc_Testnet/${burnTxHash}`,
          async fill(page) {
            const late = page.getByText('It does not arrive')
            const press = page.getByRole('button', { name: 'Pay it out' })
            await late.click()
            await press.click()
            await late.waitFor({ state: 'detached' })
          },
          moved: async () => Number((await remoteBalanceOf(to)) / 25_000_000n),
        }
      },
    }),
  },
  hub: {
    'deposit into the Hub': ofPage({
      prompts: 2,
      without: {
        ...asPlanned,
        ...atIssuer,
        issuer_refuses: 'its plan does not ask the issuer; issuer_waits refuses the reads of the balance as well',
        fee_rises: noIssuer.fee_rises,
      },
      issuer: {
        faults: { hub: { holdDeposits: true, rules: [{ kind: 'rate-limit', match: '/v1/balances' }] } },
        says: (page) => page.getByText(/^50\sUSDC on their way in/),
      },
      press: 'Deposit 50 USDC',
      done: (page) => page.getByText('You can use').waitFor(),
      async begin(web) {
        const account = ordinaryAccount()
        return {
          account,
          path: '/hub',
          async form(page) {
            await page.getByRole('radio', { name: 'Deposit' }).check({ force: true })
            await page.getByLabel('Deposit', { exact: true }).last().fill('50')
          },
          moved: () => count(web, 'Transfer', { from: account.address, to: HUB_WALLET }),
        }
      },
    }),
    'spend from the Hub': ofPage({
      prompts: 1,
      transactions: 0,
      issuer: {
        faults: { hub: { holdMints: true } },
        says: (page) => page.getByText('Waiting for it to arrive'),
      },
      without: {
        ...asPlanned,
        ...atIssuer,
        failed_though_sent: 'the wallet sends nothing; in_turn loses the answer of the issuer',
      },
      press: 'Move 10 USDC',
      done: (page) => page.getByRole('heading', { name: 'It has arrived in your account.' }).waitFor(),
      async settle(page) {
        await page.getByRole('button', { name: 'Find out' }).click()
        // The answer with its id was lost.
        await page
          .getByRole('heading', { name: 'The Hub says that it has this payment. Its first answer was lost.' })
          .waitFor()
        await page.getByRole('button', { name: 'Close this note' }).click()
        await expect.poll(() => page.getByRole('button', { name: 'Find out' }).count()).toBe(0)
      },
      lose: ({ stage }) =>
        stage.devnet.faults.set({ hub: { rules: [{ kind: 'reset-after', match: '/v1/transfer*', times: null }] } }),
      async begin(web) {
        const actor = await depositor(web)
        return {
          account: actor.account,
          path: '/hub',
          async form(page) {
            await page.getByText('You can use').waitFor()
            await page.getByLabel('Amount that arrives').fill('10')
            await page.getByText(/^Fee at most/).waitFor()
          },
          moved: async () => Number((await web.stage.remoteBalanceOf(actor.address)) / 10_000_000n),
        }
      },
    }),
    'pay out what was set apart in the Hub': ofPage({
      prompts: 1,
      isSaidOnce: true,
      without: {
        ...asPlanned,
        ...atIssuer,
        two_tabs: asPlanned.two_tabs,
        in_turn: 'as withdraw from the Hub alone',
        silent: 'as withdraw from the Hub alone',
        dropped: 'as withdraw from the Hub alone',
        rejected: undefined,
        reload: undefined,
        issuer_waits: 'it does without the issuer',
        fee_rises: noIssuer.fee_rises,
      },
      press: 'Pay out',
      done: (page) => page.getByRole('heading', { name: 'It is paid out to your wallet.' }).waitFor(),
      async settle(page) {
        await page.getByText('It is paid out to your wallet.').waitFor()
        await page.getByRole('button', { name: 'Close this note' }).click()
        await page.getByRole('radio', { name: 'Withdraw' }).waitFor()
        expect(await page.getByRole('button', { name: /^Pay out 20/ }).count()).toBe(0)
      },
      async begin(web) {
        const actor = await depositor(web)
        await initiateHubWithdrawal(actor, { chain: 'Arc_Testnet', amount: 20_000_000n })
        await web.stage.devnet.primary.mine(200)
        return {
          account: actor.account,
          path: '/hub',
          async fill(page) {
            await page.getByRole('radio', { name: 'Withdraw' }).check({ force: true })
            await page.getByRole('button', { name: /^Pay out 20/ }).click()
          },
          moved: () => count(web, 'Transfer', { from: HUB_WALLET, to: actor.address }),
        }
      },
    }),
    'withdraw from the Hub alone': ofPage({
      prompts: 1,
      without: {
        ...asPlanned,
        ...atIssuer,
        issuer_waits: 'it does without the issuer',
        fee_rises: noIssuer.fee_rises,
      },
      press: 'Set 20 USDC apart',
      done: (page) => page.getByRole('heading', { name: '20 USDC are set apart' }).waitFor(),
      async settle(page) {
        await page.getByRole('radio', { name: 'Withdraw' }).check({ force: true })
        await page.getByRole('heading', { name: '20 USDC are set apart' }).waitFor()
      },
      async begin(web) {
        const actor = await depositor(web)
        return {
          account: actor.account,
          path: '/hub',
          async form(page) {
            await page.getByText('You can use').waitFor()
            await page.getByRole('radio', { name: 'Withdraw' }).check({ force: true })
            await page.getByLabel('Withdraw', { exact: true }).last().fill('20')
          },
          moved: () => count(web, 'WithdrawalInitiated', { depositor: actor.address }),
        }
      },
    }),
  },
  transfers: {
    'claim without gas': ofClaim('Claim without gas', {
      prompts: 0,
      without: {
        ...single,
        ...noPayee,
        rejected: noWallet,
        silent: noWallet,
        failed_though_sent: noWallet,
        late: noWallet,
        drift: noWallet,
      },
    }),
    'claim from a wallet': ofClaim('or pay the network yourself', {
      prompts: 1,
      without: { ...single, ...noPayee, late: 'as cancel', drift: 'any account may claim' },
    }),
    cancel: ofTransfer('Take it back', 'Taken back', 'TransferCancelled'),
    'new code': ofTransfer('Set a new code', SHOWN_CODE, 'TransferRekeyed'),
    return: {
      ...ofTransfer('Return it to the sender', 'Returned after its deadline', 'TransferReclaimed', 1),
      without: { ...single, ...noPayee, drift: 'any account may return it' },
    },
    'take the money of a link without gas': ofLinkClaim('Take the money, without gas', {
      prompts: 0,
      without: {
        ...asGaslessClaim,
        rejected: noWallet,
        silent: noWallet,
        failed_though_sent: noWallet,
        late: noWallet,
        drift: noWallet,
      },
    }),
    'take the money of a link from a wallet': ofLinkClaim('or pay the network yourself', {
      prompts: 1,
      without: { ...asGaslessClaim, late: 'as cancel', drift: 'any account may take it' },
    }),
    'take back a link': ofPage({
      prompts: 1,
      without: { ...single, ...noPayee, ...asCancel },
      press: 'Take it back',
      hasQuestion: true,
      done: (page) => page.getByText('taken back', { exact: true }).first().waitFor(),
      async begin(web) {
        const { sender, transferId } = await openLink(web)
        return {
          account: sender.account,
          path: `/links/5042002/${transferId}`,
          moved: () => count(web, 'TransferCancelled', { transferId }),
        }
      },
    }),
    'release a link': ofPage({
      prompts: 1,
      without: { ...single, ...asCancel, explorer: 'as send' },
      press: 'Release the money to this address',
      done: (page) => page.getByText('claimed', { exact: true }).first().waitFor(),
      async begin(web) {
        const { sender, transferId, link } = await openLink(web, 'KEY_RELEASE')
        const recipient = ordinaryAccount().address
        await claimPaymentLink(await ownActor(web), readPaymentLink(link), { recipient })
        return {
          account: sender.account,
          path: `/links/5042002/${transferId}`,
          fill: (page) => page.getByLabel(/^Groups 5 and 6/).fill(getAddress(recipient).slice(18, 26)),
          moved: () => count(web, 'TransferClaimed', { transferId }),
        }
      },
    }),
  },
}

/** The state in which a flow begins. */
type Begun = {
  /** Whose wallet is in the page. @default a new one */
  account?: PrivateKeyAccount | undefined
  /** The chain that the wallet is on. @default 'primary' */
  side?: 'remote' | undefined
  /** Of the route. */
  path: string
  /** Fills in a form that could do the same a second time. */
  form?: ((page: Page) => Promise<void>) | undefined
  /** Opens that form, where a reload shows another page. */
  again?: ((page: Page) => Promise<void>) | undefined
  /** Fills in the page until the button that moves money is shown. @default the form, and its review */
  fill?: ((page: Page) => Promise<void>) | undefined
  moved: () => Promise<number>
}

/** A flow that begins and ends in one page. */
function ofPage({
  begin,
  press: name,
  hasQuestion = false,
  isHidden = false,
  isRepeatable,
  done,
  settle = done,
  lose,
  ...rest
}: Pick<Flow, 'prompts' | 'transactions' | 'without' | 'explorer' | 'issuer' | 'isSaidOnce'> & {
  begin: (web: WebStage) => Promise<Begun>
  /** Name of the button that moves money. */
  press: string | RegExp
  /** Whether the first press only asks, and the second one acts. */
  hasQuestion?: boolean
  /** Whether the keys of hidden addresses follow from what the wallet signs, which is not counted. @default false */
  isHidden?: boolean
  /** @default whether it has a form */
  isRepeatable?: boolean
  done: OpenFlow['done']
  /** @default `done` */
  settle?: OpenFlow['settle']
  /** @default the wallet never answers after it has sent it */
  lose?: (web: WebStage) => void
}): Flow {
  return {
    ...rest,
    async open(web) {
      const { account, side = 'primary', path, form, fill = form && reviewOf(form), again, moved } = await begin(web)
      const person = await web.openAs(path, { side }, account)
      if (isHidden) person.wallet = exceptUnlocks(person.wallet)
      const button = (page: Page) => page.getByRole('button', { name })
      const prepare = async (page: Page) => {
        if (page !== person.page) await page.goto(`${web.served.origin}/#${path}`)
        await fill?.(page)
        await button(page).waitFor()
      }
      await prepare(person.page)
      const press = async (page: Page) => {
        await button(page).click()
        if (hasQuestion) await button(page).click()
      }
      return {
        ...person,
        isRepeatable: isRepeatable ?? form !== undefined,
        prepare,
        button,
        press,
        fillAgain:
          form &&
          (async (page) => {
            await again?.(page)
            await page.getByRole('button', { name: /^Review/ }).waitFor()
            await form(page)
          }),
        done,
        settle,
        lose: () => (lose === undefined ? silence(person, rest) : lose(web)),
        moved,
      }
    },
  }
}

/** A wallet of which the signatures for the keys of hidden addresses are not counted: each load of the page asks for them. */
function exceptUnlocks(wallet: Person['wallet']): Person['wallet'] {
  const unlocks = () => wallet.asked.filter((method) => method === 'personal_sign').length
  return { ...wallet, prompts: () => wallet.prompts() - unlocks() }
}

/** Fills in a form and goes to its review. A wallet that was closed leaves a note that the form waits for. */
function reviewOf(form: (page: Page) => Promise<void>) {
  return async (page: Page) => {
    await form(page)
    const waits = page.getByText('Finish what is open above first')
    if (await waits.isVisible()) await page.getByRole('button', { name: 'Close this note' }).first().click()
    await expect.poll(() => waits.count()).toBe(0)
    await page.getByRole('button', { name: 'Review' }).click()
  }
}

/** Has the wallet send the last transaction of a flow and never answer. */
function silence({ wallet }: Person, { prompts, transactions = prompts }: Pick<Flow, 'prompts' | 'transactions'>) {
  atLast(wallet, transactions, (number) => {
    wallet.knobs.silentAt = number
  })
}

/** Calls back before the last transaction of a flow, whose first attempt has this many. */
export function atLast(
  { knobs, sent }: Person['wallet'],
  transactions: number,
  then: (number: number) => unknown,
): void {
  const isFirst = sent() === 0
  let isOver = false
  knobs.beforeSending = (number, isApproval) => {
    // What came before it is on chain after the first attempt, and is not asked for again. A fee may have risen since an approval.
    if (isOver || (isFirst ? number !== transactions : isApproval)) return
    isOver = true
    return then(number)
  }
}

/** What differs between payments: their form, and the way from there to the button. */
type Payment = {
  to: Address
  /** Of the route of the form. @default '/' */
  path?: string
  /** Fills in the form, where there is something to fill in. */
  form?: (page: Page) => Promise<void>
  /** Goes from the form to the review. */
  goOn: (page: Page) => Promise<void>
  /** Answers what a form asks about an earlier payment. */
  insist?: (page: Page) => Promise<void>
  /** What the page says of an earlier payment. @default that another tab has sent it */
  paidBefore?: (page: Page) => Locator
}

/** A payment of 25 USDC, from the form to the code. */
function ofSend(without: Flow['without'], begin: (web: WebStage, person: Person) => Promise<Payment>): Flow {
  return {
    prompts: 3,
    without,
    async open(web) {
      const person = await web.openAs()
      const { to, path = '/', form, goOn, insist, paidBefore } = await begin(web, person)
      const start = `${web.served.origin}/#${path}`
      const prepare = async (page: Page) => {
        if (page !== person.page || path !== '/') await page.goto(start)
        await form?.(page)
        await goOn(page)
      }
      await prepare(person.page)
      const button = (page: Page) => page.getByRole('button', { name: /^Send 25/ })
      return {
        ...person,
        isRepeatable: true,
        paidBefore,
        prepare,
        button,
        press: (page) => button(page).click(),
        async fillAgain(page) {
          await openAgain(page, start)
          await form?.(page)
          await insist?.(page)
        },
        done: async (page) => void (await readCode(page)),
        settle: (page) => fromList(page, page.getByText(SHOWN_CODE)),
        lose: () => silence(person, { prompts: 3 }),
        moved: () => count(web, 'TransferCreated', { sender: person.account.address, to }),
      }
    },
  }
}

/** Leaves a payment that is open, and loads the page of a form: after a reload its own page would look for it. */
async function openAgain(page: Page, form: string): Promise<void> {
  await page.goto(form)
  await page.reload()
}

/** Goes on from the list of what is open, where that is shown. */
async function fromList(page: Page, done: Locator): Promise<void> {
  const open = page.getByRole('link', { name: /Continue$/ })
  await done.or(open).first().waitFor()
  if (await open.isVisible()) await open.click()
  await done.waitFor()
}

const madeLink = (page: Page) => page.getByRole('button', { name: 'Copy the link' })

/** A claim of 25 USDC by its code. */
function ofClaim(press: string, rest: Pick<Flow, 'prompts' | 'without'>): Flow {
  return ofPage({
    ...rest,
    press,
    done: (page) => page.getByRole('heading', { name: /25 USDC claimed|Already claimed/ }).waitFor(),
    async begin(web) {
      const account = ordinaryAccount()
      const { id, secret } = await lock(await web.stage.actor(), { to: account.address })
      return {
        account,
        path: `/claim/5042002/${id}`,
        fill: (page) => page.getByLabel('Code').fill(secret),
        moved: () => count(web, 'TransferClaimed', { transferId: id }),
      }
    },
  })
}

/** Takes the 25 USDC of a link, to the account of the page. */
function ofLinkClaim(press: string, rest: Pick<Flow, 'prompts' | 'without'>): Flow {
  return ofPage({
    ...rest,
    press,
    done: (page) => page.getByRole('heading', { name: /25 USDC is yours|Already claimed/ }).waitFor(),
    async settle(page) {
      const once = page.getByRole('heading', { name: 'Open the link once more' })
      const done = page.getByRole('heading', { name: /25 USDC is yours|Already claimed/ })
      await once.or(done).waitFor()
    },
    async begin(web) {
      const account = ordinaryAccount()
      const { link, transferId } = await openLink(web)
      return {
        account,
        path: new URL(link).hash.slice(1),
        fill: (page) => page.getByLabel('Your address').fill(account.address),
        moved: () => count(web, 'TransferClaimed', { transferId }),
      }
    },
  })
}

/** An action on a payment that was sent before. */
function ofTransfer(press: string, says: string | RegExp, event: EventName, recallWindow?: number): Flow {
  return ofPage({
    prompts: 1,
    without: { ...single, ...noPayee },
    press,
    hasQuestion: true,
    done: (page) => page.getByText(says, { exact: true }).first().waitFor(),
    async begin(web) {
      const sender = await ownActor(web)
      const { id } = await lock(sender, { recallWindow })
      if (recallWindow !== undefined) {
        // Not by moving the clock of the chain: that of the page would be behind it in every later row.
        const now = async () => Number((await web.stage.publicClient.getBlock()).timestamp)
        const over = (await now()) + recallWindow
        await expect.poll(now).toBeGreaterThan(over)
      }
      return {
        account: sender.account,
        path: `/transfer/5042002/${id}`,
        moved: () => count(web, event, { transferId: id }),
      }
    },
  })
}

/** A spending account, its owner and payee, and the account whose wallet is in the page. */
type OpenedBox = { box: Address; owner: PrivateKeyAccount; payee: PrivateKeyAccount; account: PrivateKeyAccount }

/** A flow on a spending account that exists. */
function ofBox({
  act,
  amount,
  press,
  done: says,
  arrived,
  holds,
  begin,
  between,
  isJudgedByCosigner = false,
  isHidden = false,
  hasReload = false,
  ...rest
}: Pick<Flow, 'prompts' | 'transactions' | 'explorer'> & {
  act: string
  /** Whether the page is loaded again at each prompt, beside in_turn. @default false */
  hasReload?: boolean
  /** Whether a hidden address owns it: each load of the page asks for its keys. @default false */
  isHidden?: boolean
  /** Whether the page asks no explorer itself. @default false */
  isJudgedByCosigner?: boolean
  /** A sweep takes everything. */
  amount: string | undefined
  press: RegExp
  done: string
  /** What the page says if the operation has happened on chain, instead of repeating it. */
  arrived?: string
  /** What is in it afterward, in USDC. */
  holds: number
  begin: (web: WebStage) => Promise<OpenedBox>
  /** Payer and payee of the USDC on chain. */
  between: (opened: OpenedBox) => { from: Address; to: Address }
}): Flow {
  /** Buttons of an operation whose outcome is open: continue it, or close its note. */
  const goOn = (page: Page) => page.getByRole('button', { name: 'Check and continue' }).first()
  const close = (page: Page) => page.getByRole('button', { name: 'Close this note' }).first()
  const done = (page: Page) => page.getByRole('heading', { name: says }).waitFor()
  const review = (page: Page) => page.getByRole('button', { name: 'Review', exact: true })
  const unlock = isHidden ? (page: Page) => unlockHidden(page, review(page)) : undefined
  const form = async (page: Page) => {
    const choice = page.getByRole('radio', { name: act, exact: true })
    if ((await choice.count()) > 0) await choice.check({ force: true })
    if (amount !== undefined) await page.getByRole('textbox', { name: act }).fill(amount)
  }
  return ofPage({
    ...rest,
    press,
    isHidden,
    isSaidOnce: true,
    // What is taken back goes to its owner.
    without: {
      ...asPlanned,
      ...(act === 'Add money' && { two_tabs: undefined }),
      ...(hasReload && { reload: undefined }),
      ...(amount === undefined && noPayee),
      ...(isJudgedByCosigner && {
        explorer: 'the co-signer judges it, from a history that it may have read a moment ago',
      }),
    },
    done,
    async settle(page) {
      const isDone = page.getByRole('heading', { name: says })
      await unlock?.(page)
      await isDone.or(goOn(page)).or(close(page)).first().waitFor()
      if (await goOn(page).isVisible()) {
        await goOn(page).click()
        const again = page.getByRole('button', { name: press })
        const balance = page.locator('.headline-amount')
        // The page reads the box once more, and may find that it has happened.
        const hasEnded = async () => (await goOn(page).count()) === 0 && (await balance.isVisible())
        await expect.poll(async () => (await again.isVisible()) || hasEnded()).toBe(true)
        if (await again.isVisible()) {
          await again.click()
          await done(page)
        }
      }
      // A row that went on closes itself.
      if (arrived !== undefined && (await close(page).isVisible())) {
        await page.getByText(arrived).waitFor()
        await close(page).click()
      }
      await page.locator('.headline-amount', { hasText: new RegExp(`^${holds} USDC`) }).waitFor()
      await expect.poll(() => goOn(page).or(close(page)).count()).toBe(0)
    },
    async begin(web) {
      const opened = await begin(web)
      return {
        account: opened.account,
        path: `/box/5042002/${opened.box}`,
        ...(amount !== undefined && { form }),
        again: unlock,
        async fill(page) {
          await unlock?.(page)
          await review(page).waitFor()
          // The journal is read by now: the wallet was found after it.
          if (await goOn(page).isVisible()) return goOn(page).click()
          if (await close(page).isVisible()) {
            await page.getByText(/^It (is not there|has not been taken) yet/).waitFor()
            await close(page).click()
          }
          await form(page)
          await review(page).click()
          // Asked at the first payment to a payee.
          if (act === 'Add money') await page.getByLabel(/^Groups 5 and 6/).fill(opened.payee.address.slice(18, 26))
        },
        moved: () => count(web, 'Transfer', between(opened)),
      }
    },
  })
}

/** Has the wallet sign for the keys of hidden addresses, where the page has forgotten them, and waits for what they open. */
async function unlockHidden(page: Page, opened: Locator): Promise<void> {
  const unlock = page.getByRole('button', { name: 'Unlock hidden spending accounts' })
  await unlock.or(opened).first().waitFor()
  if (await unlock.isVisible()) await unlock.click()
  await opened.waitFor()
}

/** Takes back what a spending account of a hidden address holds. */
function ofHiddenSweep(): Flow {
  const reason = 'as take back what a spending account holds'
  return ofPage({
    prompts: 1,
    isHidden: true,
    without: {
      ...asPlanned,
      ...noPayee,
      rejected: undefined,
      silent: undefined,
      in_turn: reason,
      dropped: reason,
      reload: reason,
      offline: reason,
      rate_limit: reason,
    },
    press: /^Take 15/,
    done: (page) => page.getByRole('heading', { name: 'The money is back in your wallet.' }).waitFor(),
    settle: (page) => page.locator('.headline-amount', { hasText: /^0 USDC/ }).waitFor(),
    async begin(web) {
      const { box, account, hidden } = await openHiddenBox(web, 'primary', 15_000_000n)
      return {
        account,
        path: `/box/5042002/${box}`,
        async fill(page) {
          const choice = page.getByRole('radio', { name: 'Take back', exact: true })
          await unlockHidden(page, choice)
          await choice.check({ force: true })
          await page.getByRole('button', { name: 'Review', exact: true }).click()
        },
        moved: () => count(web, 'Transfer', { from: box, to: hidden }),
      }
    },
  })
}

/**
 * Creates a spending account by the library alone, with a limit of 25 USDC.
 *
 * @param given - With `perPullMax` a subscription, whose owner has allowed its payments unless `isAllowed` is false.
 */
export async function openBox(
  web: WebStage,
  { holds = 0n, perPullMax, isAllowed = true }: { holds?: bigint; perPullMax?: bigint; isAllowed?: boolean } = {},
): Promise<OpenedBox> {
  const owner = await ownActor(web)
  const payee = ordinaryAccount()
  const { primary } = web.stage.devnet
  const { cosigner } = web.service.keys
  const terms = { vault: owner.address, cosigner, target: payee.address, maxAmount: 25_000_000n }
  const policy =
    perPullMax === undefined ? pushPolicy(primary.usdc, terms) : pullPolicy(primary.usdc, { ...terms, perPullMax })
  const { account: box } = await createEphemeral(owner, primary.contracts.spendPolicyFactory, freshSalt(), policy)
  if (holds > 0n) await fundEphemeral(owner, box, holds, policy)
  if (perPullMax !== undefined && isAllowed) {
    const auth = { address: owner.address, sign: (message: string) => owner.account.signMessage({ message }) }
    const { chainId } = primary
    const asked = new RemoteCoSigner(`${web.service.service.url}/api/cosign`, cosigner, undefined, auth, { chainId })
    const answer = await asked.bind({ chainId, account: box, payer: owner.address, until: policy.expiry })
    if (!answer.approved) throw new Error(`The co-signer refused: ${answer.code}`)
  }
  return { box, owner: owner.account, payee, account: owner.account }
}

/** Creates and announces a spending account of a hidden address, with a limit of 25 USDC. Returns whose it is. */
export async function openHidden(web: WebStage, side: 'primary' | 'remote' = 'primary'): Promise<PrivateKeyAccount> {
  return (await openHiddenBox(web, side)).account
}

/** Does so, and puts money into it. The owner is the hidden address, which takes back what is left. */
export async function openHiddenBox(web: WebStage, side: 'primary' | 'remote' = 'primary', holds = 0n) {
  const owner = await ownActor(web, undefined, side)
  const { usdc, contracts, chainId, fund } = web.stage.devnet[side]
  const keys = deriveStealthKeys(await owner.account.signMessage({ message: STEALTH_KEY_MESSAGE }))
  const payee = ordinaryAccount()
  const {
    owner: _,
    vault: __,
    ...terms
  } = pushPolicy(usdc, {
    cosigner: web.service.keys.cosigner,
    target: payee.address,
    maxAmount: 25_000_000n,
  })
  const { policy, salt, stealth } = newStealthPolicy(keys, terms)
  const { account: box } = await createEphemeral(owner, contracts.spendPolicyFactory, salt, policy, {
    skipRiskCheck: true,
  })
  await announceStealthBox(owner, requireDeployment(chainId).stealthAnnouncer, announceArgsFor(stealth, box))
  if (holds > 0n) await fund(box, holds)
  return { box, owner: owner.account, payee, account: owner.account, hidden: stealth.stealthAddress }
}

/** An account with 500 USDC, for the library and then for a page. */
export async function ownActor(
  { stage }: WebStage,
  account = ordinaryAccount(),
  side: 'primary' | 'remote' = 'primary',
) {
  await stage.devnet[side].fund(account.address, 500_000_000n)
  return actorOf(stage, account, side)
}

/** The clients of an account, for the library. */
export function actorOf(stage: WebStage['stage'], account: PrivateKeyAccount, side: 'primary' | 'remote' = 'primary') {
  const { rpcUrl, chainId } = stage.devnet[side]
  const walletClient = createWalletClient({ account, chain: viemChainFor(chainId), transport: http(rpcUrl) })
  const publicClient = side === 'primary' ? stage.publicClient : stage.remotePublicClient
  return { account, address: account.address, publicClient, walletClient }
}

/** An account with 50 USDC in the Hub. */
export async function depositor(web: WebStage) {
  const actor = await ownActor(web)
  await depositToHub(actor, { chain: 'Arc_Testnet', amount: 50_000_000n })
  return actor
}

/** Burns 25 USDC for another account on the remote chain by the library alone, and does not wait for them. Returns the hash. */
async function burn(
  sender: Awaited<ReturnType<typeof ownActor>>,
  { to, apiUrl }: { to: Address; apiUrl: string },
): Promise<Hash> {
  const isBurned = new AbortController()
  let burnTxHash: Hash | undefined
  const moving = bridgeFromWallet(sender, {
    from: 'Arc_Testnet',
    to: 'Base_Sepolia',
    amount: 25_000_000n,
    recipient: to,
    apiUrl,
    skipRiskCheck: true,
    signal: isBurned.signal,
    onProgress(progress) {
      burnTxHash = progress.burnTxHash
      if (burnTxHash !== undefined) isBurned.abort()
    },
  })
  await expect(moving).rejects.toThrow()
  if (burnTxHash === undefined) throw new Error('Nothing was burned.')
  return burnTxHash
}

/** Locks 25 USDC by the library alone. */
export async function lock(
  sender: Awaited<ReturnType<WebStage['stage']['actor']>>,
  { to = ordinaryAccount().address, recallWindow = 3_600 }: { to?: Address; recallWindow?: number | undefined } = {},
) {
  const { secret } = generateClaimCode()
  const { configId } = await registerConfig(sender, defineConfig({ claimMode: 'KEY', recallWindow }))
  const params = { configId, to, amount: 25_000_000n, claimHash: claimKeyFromCode(secret).claimHash }
  const { transferId } = await sendProtected(sender, { ...params, memo: false }, { approve: true, skipRiskCheck: true })
  return { id: transferId, secret, to }
}

/** Locks 25 USDC under a payment link by the library alone. */
export async function openLink(web: WebStage, claimMode: 'KEY' | 'KEY_RELEASE' = 'KEY') {
  const sender = await ownActor(web)
  const { configId } = await registerConfig(sender, defineConfig({ claimMode, recallWindow: 3_600 }))
  const params = { configId, amount: 25_000_000n, linkSecret: generateLinkSecret(), origin: web.served.origin }
  return { sender, ...(await createPaymentLink(sender, params)) }
}

/** A plain payment that makes its recipient known. */
export async function pay(web: WebStage, account: PrivateKeyAccount, to: Address): Promise<void> {
  const { primary } = web.stage.devnet
  await primary.fund(account.address, 100_000_000n)
  const wallet = createWalletClient({ account, chain: primaryChain, transport: http(primary.rpcUrl) })
  const hash = await wallet.writeContract({
    address: primary.usdc,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, 50_000_000n],
  })
  await web.stage.publicClient.waitForTransactionReceipt({ hash })
}

const events = parseAbi([
  'event TransferCreated(uint256 indexed transferId, address indexed sender, address indexed to, uint256 amount, bytes32 configId, uint64 deadline, bytes32 claimHash)',
  'event TransferClaimed(uint256 indexed transferId, address indexed to, address caller, uint256 amountToRecipient, uint256 fee)',
  'event TransferCancelled(uint256 indexed transferId, address indexed sender, uint256 amount)',
  'event TransferReclaimed(uint256 indexed transferId, address indexed sender, address caller, uint256 amount)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event WithdrawalInitiated(address indexed token, address indexed depositor, uint256 value, uint256 remainingAvailable, uint256 totalWithdrawing, uint256 withdrawalBlock)',
  'event TransferRekeyed(uint256 indexed transferId, bytes32 claimHash)',
  'event AccountCreated(address indexed account, bytes32 indexed ownerHash, address indexed target, bytes32 salt, (address token, address cosigner, bytes32 vaultHash, address target, uint256 maxAmount, uint256 perPullMax, uint40 expiry, uint40 interval, uint8 mode) policy)',
])
type EventName = (typeof events)[number]['name']

/** How often the contract has emitted an event. */
async function count(web: WebStage, eventName: EventName, args: Record<string, unknown>): Promise<number> {
  const { publicClient, devnet } = web.stage
  const others: { readonly [name in EventName]?: Address | undefined } = {
    Transfer: devnet.primary.usdc,
    WithdrawalInitiated: HUB_WALLET,
    // Identified by its target.
    AccountCreated: devnet.primary.contracts.spendPolicyFactory,
  }
  const address = others[eventName] ?? requireDeployment(devnet.primary.chainId).transferContract
  // A node answers for at most 10,000 blocks: enough for each flow, not for all together.
  const recent = (await publicClient.getBlockNumber({ cacheTime: 0 })) - 9_000n
  const fromBlock = recent > FIRST_BLOCK ? recent : BigInt(FIRST_BLOCK)
  const filter = { address, abi: events, eventName, args, fromBlock } as const
  // The events have different arguments.
  return (await publicClient.getContractEvents(filter as never)).length
}
