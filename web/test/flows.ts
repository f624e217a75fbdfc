import { FIRST_BLOCK, ordinaryAccount } from '@holdfast/devnet'
import { primaryChain, requireDeployment } from '@holdfast/sdk/chain'
import { paymentRequestLink, signPaymentRequest } from '@holdfast/sdk/requests'
import { craftLookalike } from '@holdfast/sdk/risk'
import {
  claimKeyFromCode,
  defineConfig,
  generateClaimCode,
  registerConfig,
  sendProtected,
} from '@holdfast/sdk/transfer'
import type { Page } from 'playwright-core'
import { type Address, createWalletClient, erc20Abi, getAddress, http, parseAbi } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Person, readCode, review, SHOWN_CODE, type WebStage } from './webStage.js'

/** What can go wrong with any flow; see `faults` of the matrix for what each does. */
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
] as const
export type Fault = (typeof FAULTS)[number]

/** A flow in a page, up to the button that moves money. */
export type OpenFlow = Person & {
  /** Brings another tab to the same place. */
  prepare: (page: Page) => Promise<void>
  /** Presses the button, once it is there to be pressed. */
  press: (page: Page) => Promise<void>
  /** The button, where a person finds it after an attempt that moved nothing. */
  button: (page: Page) => ReturnType<Page['getByRole']>
  /** Waits until the page says that it is done. */
  done: (page: Page) => Promise<void>
  /** How often it has happened on chain. */
  moved: () => Promise<number>
}

/** One row of the matrix. */
export type Flow = {
  /** How often the wallet is asked. */
  prompts: number
  open: (web: WebStage) => Promise<OpenFlow>
  /** Where a fault says nothing about this flow, and why. */
  without: Partial<Record<Fault, string | undefined>>
}

const noWallet = 'no wallet is asked'
/** What a flow with the review of a send shares with it. */
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
} satisfies Partial<Record<Fault, string>>
const pending = 'not tried in a browser; the interruption tests of the library try it'
/** Faults that are tried of the library alone. */
const notTried = {
  silent: pending,
  failed_though_sent: pending,
  late: pending,
  drift: pending,
  reset_after: pending,
  dropped: pending,
  rate_limit: pending,
  server_error: pending,
  reload: pending,
  two_tabs: pending,
  offline: pending,
} satisfies Partial<Record<Fault, string>>
const limited = 'the library leaves a limited endpoint alone for longer than a test waits'

export const FLOWS: Readonly<Record<string, Flow>> = {
  send: ofSend({ rate_limit: limited }, async (web) => {
    const to = ordinaryAccount().address
    const prepare = async (page: Page, person: Person) => {
      if (page !== person.page) await page.goto(`${web.served.origin}/#/`)
      await review(page, to)
    }
    return { to, prepare }
  }),
  'send to a lookalike, against the block': ofSend(
    { rate_limit: limited, late: 'as send', drift: 'as send', failed_though_sent: 'as send', two_tabs: 'as send' },
    async (web, { account }) => {
      const bob = ordinaryAccount().address
      await pay(web, account, bob)
      const to = craftLookalike(bob)
      const prepare = async (page: Page) => {
        await page.getByLabel('Recipient’s address').fill(to)
        await page.getByLabel('Amount').fill('25')
        const stop = page.getByRole('dialog', { name: 'Do not pay this address' })
        await stop.getByText('The recipient told me this address in person').click()
        await stop.getByLabel(/^Groups 5 and 6/).fill(getAddress(to).slice(18, 26))
        await stop.getByRole('button', { name: 'Go on against this advice' }).click()
        await page.getByRole('button', { name: 'Review the payment' }).click()
        await page.getByText('Your wallet will ask').waitFor()
      }
      return { to, prepare }
    },
  ),
  'pay a request': ofSend({ ...asSend, silent: undefined, two_tabs: undefined, reload: 'as send' }, async (web) => {
    const payee = await web.stage.actor()
    const link = paymentRequestLink(await signPaymentRequest(payee, { amount: 25_000_000n }), web.served.origin)
    const prepare = async (page: Page) => {
      await page.goto(link)
      await page.getByRole('button', { name: 'Review the payment' }).click()
      await page.getByLabel(/^Groups 5 and 6/).fill(payee.address.slice(18, 26))
      await page.getByText('Your wallet will ask').waitFor()
    }
    return { to: payee.address, prepare }
  }),
  'create a spending account': {
    prompts: 1,
    without: { ...notTried, offline: undefined, two_tabs: undefined, late: undefined },
    async open(web) {
      const person = await web.openAs('/boxes/new')
      const target = ordinaryAccount().address
      const button = (page: Page) => page.getByRole('button', { name: 'Create the spending account' })
      const prepare = async (page: Page) => {
        if (page !== person.page) await page.goto(`${web.served.origin}/#/boxes/new`)
        await page.getByLabel('Recipient’s address').fill(target)
        await page.getByLabel('Limit in total').fill('25')
        await page.getByRole('button', { name: 'Review the spending account' }).click()
        await page.getByLabel(/^Groups 5 and 6/).fill(target.slice(18, 26))
        await button(page).waitFor()
      }
      await prepare(person.page)
      return {
        ...person,
        prepare,
        button,
        press: (page) => button(page).click(),
        done: (page) => page.getByText('Pays only').waitFor(),
        moved: () => count(web, 'AccountCreated', { target }),
      }
    },
  },
  'move to another network': {
    prompts: 2,
    without: { ...notTried, offline: undefined, late: undefined },
    async open(web) {
      const person = await web.openAs('/bridge')
      const button = (page: Page) => page.getByRole('button', { name: /^Move 25/ })
      const prepare = async (page: Page) => {
        await page.getByLabel('Amount that arrives').fill('25')
        await page.getByText(/^Fee at most/).waitFor()
        await page.getByRole('button', { name: 'Review' }).click()
        await button(page).waitFor()
      }
      await prepare(person.page)
      return {
        ...person,
        prepare,
        button,
        press: (page) => button(page).click(),
        done: (page) => page.getByText(/arrived$/).waitFor(),
        moved: async () => ((await web.stage.remoteBalanceOf(person.account.address)) >= 25_000_000n ? 1 : 0),
      }
    },
  },
  'claim without gas': {
    prompts: 0,
    without: {
      rejected: noWallet,
      silent: noWallet,
      failed_though_sent: noWallet,
      late: noWallet,
      drift: noWallet,
    },
    async open(web) {
      const sender = await web.stage.actor()
      const { id, secret } = await lock(sender)
      const person = await web.openAs(`/claim/5042002/${id}`)
      const prepare = async (page: Page) => {
        if (page !== person.page) await page.goto(`${web.served.origin}/#/claim/5042002/${id}`)
        await page.getByLabel('Code').fill(secret)
      }
      await prepare(person.page)
      const button = (page: Page) => page.getByRole('button', { name: 'Claim without gas' })
      return {
        ...person,
        prepare,
        button,
        press: (page) => button(page).click(),
        done: (page) => page.getByRole('heading', { name: /25 USDC claimed|Already claimed/ }).waitFor(),
        moved: () => count(web, 'TransferClaimed', { transferId: id }),
      }
    },
  },
  'claim from a wallet': {
    prompts: 1,
    without: { late: 'as cancel', drift: 'any account may claim' },
    async open(web) {
      const sender = await web.stage.actor()
      const bob = ordinaryAccount()
      const { id, secret } = await lock(sender, { to: bob.address })
      const person = await web.openAs(`/claim/5042002/${id}`, {}, bob)
      const prepare = async (page: Page) => {
        if (page !== person.page) await page.goto(`${web.served.origin}/#/claim/5042002/${id}`)
        await page.getByLabel('Code').fill(secret)
      }
      await prepare(person.page)
      const button = (page: Page) => page.getByRole('button', { name: 'or pay the network yourself' })
      return {
        ...person,
        prepare,
        button,
        press: (page) => button(page).click(),
        done: (page) => page.getByRole('heading', { name: /25 USDC claimed|Already claimed/ }).waitFor(),
        moved: () => count(web, 'TransferClaimed', { transferId: id }),
      }
    },
  },
  cancel: ofTransfer('Take it back', 'Taken back', 'TransferCancelled'),
  'new code': ofTransfer('Set a new code', SHOWN_CODE, 'TransferRekeyed'),
  return: {
    ...ofTransfer('Return it to the sender', 'Returned after its time was over', 'TransferReclaimed', 1),
    without: { drift: 'any account may return it' },
  },
}

/** A payment of 25 USDC, from the form to the code. */
function ofSend(
  without: Flow['without'],
  begin: (
    web: WebStage,
    person: Person,
  ) => Promise<{ to: Address; prepare: (page: Page, person: Person) => Promise<void> }>,
): Flow {
  return {
    prompts: 3,
    without,
    async open(web) {
      const person = await web.openAs()
      const { to, prepare } = await begin(web, person)
      await prepare(person.page, person)
      const button = (page: Page) => page.getByRole('button', { name: /^Send 25/ })
      return {
        ...person,
        prepare: (page) => prepare(page, person),
        button,
        press: (page) => button(page).click(),
        done: async (page) => void (await readCode(page)),
        moved: () => count(web, 'TransferCreated', { sender: person.account.address, to }),
      }
    },
  }
}

/** An action on a payment that was sent before. */
function ofTransfer(name: string, says: string | RegExp, event: EventName, recallWindow?: number): Flow {
  return {
    prompts: 1,
    without: {},
    async open(web) {
      const account = ordinaryAccount()
      const { primary } = web.stage.devnet
      await primary.fund(account.address, 500_000_000n)
      const walletClient = createWalletClient({
        account,
        chain: primaryChain,
        transport: http(primary.rpcUrl),
      })
      const sender = { address: account.address, publicClient: web.stage.publicClient, walletClient }
      const { id } = await lock(sender, { recallWindow })
      if (recallWindow !== undefined) await primary.increaseTime(recallWindow + 1)
      const person = await web.openAs(`/transfer/5042002/${id}`, {}, account)
      const button = (page: Page) => page.getByRole('button', { name })
      return {
        ...person,
        button,
        async prepare(page) {
          await page.goto(`${web.served.origin}/#/transfer/5042002/${id}`)
          await button(page).waitFor()
        },
        async press(page) {
          await button(page).click()
          // The first press explains, the second does it.
          await button(page).click()
        },
        done: (page) => page.getByText(says, { exact: true }).first().waitFor(),
        moved: () => count(web, event, { transferId: id }),
      }
    },
  }
}

/** Locks 25 USDC by the library alone. */
async function lock(
  sender: Awaited<ReturnType<WebStage['stage']['actor']>>,
  { to = ordinaryAccount().address, recallWindow = 3_600 }: { to?: Address; recallWindow?: number | undefined } = {},
) {
  const { secret } = generateClaimCode()
  const { configId } = await registerConfig(sender, defineConfig({ claimMode: 'KEY', recallWindow }))
  const params = { configId, to, amount: 25_000_000n, claimHash: claimKeyFromCode(secret).claimHash }
  const { transferId } = await sendProtected(sender, { ...params, memo: false }, { approve: true, skipRiskCheck: true })
  return { id: transferId, secret, to }
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
  'event TransferRekeyed(uint256 indexed transferId, bytes32 claimHash)',
  'event AccountCreated(address indexed account, bytes32 indexed ownerHash, address indexed target, bytes32 salt, (address token, address cosigner, bytes32 vaultHash, address target, uint256 maxAmount, uint256 perPullMax, uint40 expiry, uint40 interval, uint8 mode) policy)',
])
type EventName = (typeof events)[number]['name']

/** How often the contract has told of an event. */
async function count(web: WebStage, eventName: EventName, args: Record<string, unknown>): Promise<number> {
  const { publicClient, devnet } = web.stage
  // Another contract makes a spending account; its recipient tells which one it is.
  const address =
    eventName === 'AccountCreated' ? undefined : requireDeployment(devnet.primary.chainId).transferContract
  // A node answers for 10,000 blocks, and all flows together last longer than that, but none of them does.
  const recent = (await publicClient.getBlockNumber({ cacheTime: 0 })) - 9_000n
  const fromBlock = recent > FIRST_BLOCK ? recent : BigInt(FIRST_BLOCK)
  const filter = { address, abi: events, eventName, args, fromBlock } as const
  // The events have different arguments.
  return (await publicClient.getContractEvents(filter as never)).length
}
