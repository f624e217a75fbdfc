import {
  ACTION_PAY,
  ACTION_PULL,
  announceArgsFor,
  announceStealthBox,
  BoxRefusedError,
  type CosignAuth,
  type CosignAuthScope,
  cosignAuthMessage,
  craftLookalike,
  createEphemeral,
  discoverStealthBoxes,
  type EphemeralPolicy,
  formatUsdc,
  fundEphemeral,
  MODE_PULL,
  MODE_PUSH,
  newStealthPolicy,
  PRIMARY_CHAIN_ID,
  predictEphemeral,
  RiskBlockedError,
  readAccount,
  requireDeployment,
  type StealthAnnouncement,
  type StealthKeys,
  settlePrivatePaymentBatched,
  signSweep,
  submitPull,
  sweepWithSignature,
} from '@holdfast/sdk'
import { type Address, createWalletClient, type Hash, type Hex, http, isAddressEqual } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { expectEqual, paid, refusalOf, stealthKeysOf, stealthOwnerOf } from './acts.js'
import { announceCrowd } from './crowd.js'
import { bold, dim, fact, good, line, red, say } from './print.js'
import { openSharedCosigner, type SharedCosigner } from './sharedCosigner.js'
import type { Actor, Scene, Stage } from './stage.js'

/** Boxes, stealth owners and the co-signer. */
export const shieldScenes: readonly Scene[] = [
  { title: 'A private payment', play: privatePayment },
  { title: 'A subscription, with the payer offline', play: subscription },
  { title: 'The co-signer refuses a lookalike', play: lookalikeVetoed },
  { title: 'The merchant asks in the name of the stealth address', play: unboundOwner },
  { title: 'Three boxes among 2,000 announcements', play: discovery },
  { title: 'The rest comes home', play: sweep },
]

const amount = 15_000_000n
const fee = 3_000_000n
const day = 86_400
const strangers = 2_000

/** Results that later scenes use. */
type Story = {
  keys: StealthKeys
  shared: SharedCosigner
  payment?: Box
  subscription?: Box
  /** Its target is a lookalike. */
  mistake?: Box
}

/** A box of Alice's, and values that only she can compute. */
type Box = {
  account: Address
  policy: EphemeralPolicy
  salt: Hex
  stealth: StealthAnnouncement
  owner: PrivateKeyAccount
}

const stories = new WeakMap<Stage, Story>()

async function privatePayment(stage: Stage): Promise<void> {
  const { alice, bob, carol, balanceOf, showBalances } = stage
  say('Alice wants to pay Bob 15 USDC without the chain naming her as the owner of the account that pays.')
  const story: Story = { keys: await stealthKeysOf(alice), shared: openSharedCosigner(carol) }
  stories.set(stage, story)
  const { policy, salt, stealth } = newStealthPolicy(story.keys, await termsOf(stage, story.shared, bob.address))
  const { spendPolicyFactory: factory } = requireDeployment(PRIMARY_CHAIN_ID)
  const account = await predictEphemeral(alice.publicClient, factory, salt, policy)
  story.payment = { account, policy, salt, stealth, owner: stealthOwnerOf(story.keys, stealth) }
  fact('Box', account)
  fact('Owner', `${stealth.stealthAddress} ${dim('fresh, never seen on the chain')}`)
  fact('Terms', `pays ${bob.name} alone, ${formatUsdc(policy.maxAmount)} USDC in all, for a day`)
  line()

  say('One transaction creates the box, funds it and pays, after the co-signer has asked the firewall:')
  const before = await balanceOf(bob.address)
  const auth = await prove(story.payment, {
    account,
    payer: alice.address,
    target: bob.address,
    amount,
    action: ACTION_PAY,
  })
  const outcome = await settlePrivatePaymentBatched(alice, {
    factory,
    salt,
    policy,
    amount,
    cosigner: story.shared.cosigner,
    owner: policy.owner,
    payer: alice.address,
    auth,
  })
  if (!outcome.ok) throw new Error(`The payment was vetoed: ${outcome.code}.`)
  fact('Payment', await paid(stage, outcome.result.txHash))
  await announce(carol, story.payment, 'Bob, October')
  await showBalances(alice, bob)
  expectEqual('what Bob received', (await balanceOf(bob.address)) - before, amount)
  expectEqual('what the box has left', (await readAccount(alice.publicClient, account)).remaining, 0n)
  good('Bob has the 15 USDC. The box has reached its cap: it cannot pay again, not even Bob.')
}

async function subscription(stage: Stage): Promise<void> {
  const { alice, bob, carol, devnet, balanceOf, showBalances } = stage
  const story = storyOf(stage)
  say('Alice subscribes to Bob’s magazine: 3 USDC a day, 12 at most, pulled by Bob while she is away.')
  const terms = await termsOf(stage, story.shared, bob.address)
  const { policy, salt, stealth } = newStealthPolicy(story.keys, {
    ...terms,
    mode: MODE_PULL,
    maxAmount: 4n * fee,
    perPullMax: fee,
    interval: day,
    expiry: terms.expiry + 30 * day,
  })
  const { account, txHash } = await createEphemeral(
    alice,
    requireDeployment(PRIMARY_CHAIN_ID).spendPolicyFactory,
    salt,
    policy,
  )
  const box: Box = { account, policy, salt, stealth, owner: stealthOwnerOf(story.keys, stealth) }
  story.subscription = box
  if (txHash) fact('Box', await paid(stage, txHash))
  fact('Funding', await paid(stage, await fundEphemeral(alice, account, policy.maxAmount, policy)))
  await announce(carol, box, 'Magazine')

  say('The owner tells the co-signer once that Alice’s history counts for this box. Then Alice goes offline.')
  const until = policy.expiry
  const auth = await prove(box, { account, payer: alice.address, action: ACTION_PULL, until })
  await story.shared.bind({
    phase: 'bind',
    chainId: PRIMARY_CHAIN_ID,
    account,
    owner: box.owner.address,
    payer: alice.address,
    until,
    auth,
  })
  line()

  const before = await balanceOf(bob.address)
  let gas = 0n
  for (let pull = 1; pull <= 3; pull += 1) {
    if (pull > 1) await devnet.primary.increaseTime(day)
    const hash = await pullAs(bob, story.shared, account)
    gas += await stage.gasCost(hash)
    fact(`Pull ${pull}`, await paid(stage, hash, 'Bob paid '))
  }
  line()
  say('Bob tries a fourth time on the same day:')
  const refusal = await refusalOf(pullAs(bob, story.shared, account), BoxRefusedError)
  expectEqual('the refusal', refusal.code, 'too_soon')
  line(`${red('✗')} ${bold(refusal.shortMessage)}`)
  await showBalances(alice, bob)
  const received = (await balanceOf(bob.address)) - before + gas
  if (received < 3n * fee || received > 3n * fee + 3n) throw new Error(`Bob received ${received}, not ${3n * fee}.`)
  good('Three pulls a day apart, 9 USDC, and not a unit more.')
}

async function lookalikeVetoed(stage: Stage): Promise<void> {
  const { alice, bob, balanceOf } = stage
  const story = storyOf(stage)
  const lookalike = craftLookalike(bob.address)
  say('Next time Alice copies the wrong address from somewhere, and creates a box for it:')
  fact('Target', `${lookalike} ${dim('begins and ends like Bob’s')}`)
  const { policy, salt, stealth } = newStealthPolicy(story.keys, await termsOf(stage, story.shared, lookalike))
  const { spendPolicyFactory: factory } = requireDeployment(PRIMARY_CHAIN_ID)
  const account = await predictEphemeral(alice.publicClient, factory, salt, policy)
  const box = { account, policy, salt, stealth, owner: stealthOwnerOf(story.keys, stealth) }
  story.mistake = box
  const before = await balanceOf(alice.address)
  const auth = await prove(box, { account, payer: alice.address, target: lookalike, amount, action: ACTION_PAY })
  const payment = {
    factory,
    salt,
    policy,
    amount,
    cosigner: story.shared.cosigner,
    owner: policy.owner,
    payer: alice.address,
    auth,
  }
  const stopped = await settlePrivatePaymentBatched(alice, payment).catch((error: unknown) => error)
  if (!(stopped instanceof RiskBlockedError)) throw new Error('The firewall let a lookalike pass.')
  line(`${red('✗')} ${bold(stopped.shortMessage)} ${dim(stopped.reasons.join(', '))}`)
  say('Suppose her wallet skips that check. The co-signer makes its own:')
  const outcome = await settlePrivatePaymentBatched(alice, payment, { skipRiskCheck: true })
  if (outcome.ok) throw new Error('The co-signer signed for a lookalike.')
  expectEqual('the veto', outcome.code, 'risk_blocked')
  line(`${red('✗')} ${bold(outcome.reason)} ${dim(outcome.riskReasons?.join(', ') ?? '')}`)
  expectEqual('what left the wallet', before - (await balanceOf(alice.address)), 0n)
  good('Nothing was signed, nothing was created, not one unit left the wallet.')
}

async function unboundOwner(stage: Stage): Promise<void> {
  const { alice, carol, balanceOf } = stage
  const { shared, mistake } = storyOf(stage)
  if (!mistake) throw new Error('There is no box to ask about.')
  const { account, policy, salt, stealth } = mistake
  say(
    'Suppose Alice insists: she skips the check, creates that box by hand, puts 15 USDC into it, and has it announced.',
  )
  const { spendPolicyFactory } = requireDeployment(PRIMARY_CHAIN_ID)
  const unchecked = { skipRiskCheck: true }
  const { txHash } = await createEphemeral(alice, spendPolicyFactory, salt, policy, unchecked)
  if (txHash) fact('Box', await paid(stage, txHash))
  fact('Funding', await paid(stage, await fundEphemeral(alice, account, amount, policy, unchecked)))
  await announce(carol, mistake, 'A mistake')
  say(
    'The stealth address is next to the box in the announcement, so Mallory, whom the box would pay, knows it. Mallory ' +
      'asks in its name: it has no history, so nothing in it looks like the address of the box’s target.',
  )
  const answer = await shared.authorize({ account, owner: stealth.stealthAddress, amount, action: ACTION_PAY })
  if (answer.approved) throw new Error('The co-signer believed a published address.')
  expectEqual('the veto', answer.code, 'owner_not_bound')
  line(`${red('✗')} ${bold(answer.reason)}`)
  expectEqual('what the box holds', await balanceOf(account), amount)
  good('The owner’s signature over exactly this request is needed, and then Alice’s history counts.')
}

async function discovery(stage: Stage): Promise<void> {
  const { alice, carol } = stage
  const { keys, payment, subscription, mistake } = storyOf(stage)
  say(
    `Strangers announce ${strangers.toLocaleString('en')} boxes of their own. Only the viewing key shows which are Alice’s:`,
  )
  const { stealthAnnouncer: announcer, multicall3 } = requireDeployment(PRIMARY_CHAIN_ID)
  await announceCrowd(carol, { announcer, multicall3 }, strangers)
  const started = performance.now()
  let readAt = started
  const boxes = await discoverStealthBoxes(alice.publicClient, announcer, keys, {
    onProgress: ({ step }) => {
      if (step === 'announcements') readAt = performance.now()
    },
  })
  const ended = performance.now()
  for (const { box, label, proof } of boxes) fact(label, `${box} ${dim(`proof: ${proof}`)}`)
  expectEqual('how many were found', boxes.length, 3)
  for (const [index, made] of [payment, subscription, mistake].entries()) {
    const found = boxes[index]
    if (!made || !found || !isAddressEqual(found.box, made.account)) throw new Error('A box was not found.')
    expectEqual('what proves the box', found.proof, 'salt')
  }
  fact('Reading the chain', `${((readAt - started) / 1_000).toFixed(2)} s`)
  fact('Recognising', bold(`${((ended - readAt) / 1_000).toFixed(2)} s`))
  good('All three are found, and each contains the proof that its announcer created it.')
}

async function sweep(stage: Stage): Promise<void> {
  const { carol, balanceOf } = stage
  const { subscription, mistake } = storyOf(stage)
  say(
    'Alice takes back what is left. The vault of each box is its stealth address, which never held anything: it signs, and Carol submits.',
  )
  for (const [box, left] of [
    [mistake, amount],
    [subscription, fee],
  ] as const) {
    if (!box) throw new Error('There is no box to sweep.')
    const { account, owner } = box
    const transport = http(stage.devnet.primary.rpcUrl)
    const walletClient = createWalletClient({ account: owner, chain: carol.walletClient.chain, transport })
    const hash = await sweepWithSignature(
      carol,
      await signSweep({ publicClient: carol.publicClient, walletClient }, account),
    )
    fact('Sweep', await paid(stage, hash, 'Carol paid '))
    fact('Stealth address', `${formatUsdc(await balanceOf(owner.address))} USDC`)
    expectEqual('what the box holds', await balanceOf(account), 0n)
    expectEqual('what came back', await balanceOf(owner.address), left)
  }
  good('The 15 USDC and the last 3 are with Alice, and nothing on the chain says that it is her.')
}

async function termsOf(stage: Stage, { cosigner }: SharedCosigner, target: Address): Promise<newStealthPolicy.Terms> {
  const { timestamp } = await stage.alice.publicClient.getBlock()
  return {
    token: stage.devnet.primary.usdc,
    cosigner: cosigner.address,
    target,
    maxAmount: amount,
    expiry: Number(timestamp) + day,
    interval: 0,
    mode: MODE_PUSH,
  }
}

async function prove({ owner }: Box, scope: CosignAuthScope): Promise<CosignAuth> {
  const timestamp = Date.now()
  const message = cosignAuthMessage(owner.address, timestamp, { chain: PRIMARY_CHAIN_ID, ...scope })
  return { address: owner.address, timestamp, signature: await owner.signMessage({ message }) }
}

/** Carol announces, so that Alice's account is in no transaction near the box. */
async function announce(carol: Actor, { account, stealth }: Box, label: string): Promise<void> {
  const { stealthAnnouncer } = requireDeployment(PRIMARY_CHAIN_ID)
  await announceStealthBox(carol, stealthAnnouncer, announceArgsFor(stealth, account, label))
}

/** What a merchant does: asks the co-signer, and submits. It names no owner; the co-signer has the binding. */
async function pullAs(merchant: Actor, shared: SharedCosigner, account: Address): Promise<Hash> {
  const answer = await shared.authorize({ account, amount: fee, action: ACTION_PULL })
  if (!answer.approved) throw new Error(`The pull was vetoed: ${answer.code}.`)
  return submitPull(merchant, account, fee, answer.signature)
}

function storyOf(stage: Stage): Story {
  const story = stories.get(stage)
  if (!story) throw new Error('The private payment was not made.')
  return story
}
