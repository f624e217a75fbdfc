import {
  approveUsdc,
  type ClaimSecret,
  cancel,
  claim,
  craftLookalike,
  defineConfig,
  deploymentFor,
  encodeClaimCall,
  formatComparison,
  formatUsdc,
  fromSecret,
  generateClaimCode,
  getTransfer,
  interpretClaimReceipt,
  PRIMARY_CHAIN_ID,
  RiskBlockedError,
  reclaimExpiredBatch,
  registerConfig,
  rekey,
  type SendProtectedResult,
  sendProtected,
  TransferLockedError,
  WrongClaimCodeError,
} from '@holdfast/sdk'
import type { Hex } from 'viem'
import { expectEqual, expectNear, paid, refusalOf, requireAccount, transfer } from './acts.js'
import { bold, coloured, cyan, dim, fact, good, line, red, say } from './print.js'
import type { Actor, Scene, Stage } from './stage.js'

/** Terms, registered once and reused by the scenes. */
const terms = new Map<number, Hex>()

/** Plain payments, the firewall, and protected transfers. */
export const transferScenes: readonly Scene[] = [
  { title: 'An ordinary payment', play: ordinaryPayment },
  { title: 'The bait, and the refusal', play: baitAndRefusal },
  { title: 'A protected send, a wrong code, and a claim without gas', play: sendAndClaim },
  { title: 'A change of mind', play: changeOfMind },
  { title: 'Five wrong guesses by a stranger', play: fiveWrongGuesses },
  { title: 'No claim arrives', play: nobodyClaims },
]

async function ordinaryPayment(stage: Stage): Promise<void> {
  const { devnet, alice, bob, showBalances } = stage
  say('Alice pays Bob 25 USDC, as any wallet would. Her history now contains one genuine payee.')
  const hash = await transfer(alice, devnet.primary.usdc, 'transfer', [bob.address, 25_000_000n])
  fact('Payment', await paid(stage, hash))
  await showBalances(alice, bob)
  good('25 USDC arrived.')
}

async function baitAndRefusal(stage: Stage): Promise<void> {
  const { devnet, alice, bob, mallory, balanceOf } = stage
  const lookalike = craftLookalike(bob.address)
  say(
    "Mallory grinds an address that begins and ends like Bob's, and puts it into Alice's history with a transfer of " +
      'zero USDC, which any account can make in any other account’s name:',
  )
  const bait = await transfer(mallory, devnet.primary.usdc, 'transferFrom', [lookalike, alice.address, 0n])
  fact('Bait', await paid(stage, bait, 'costs Mallory '))
  line()
  say('Alice copies the wrong one from her history and sends 100 USDC to it:')
  const configId = await termsOf(alice, 3600)
  const before = await balanceOf(alice.address)
  const refusal = await refusalOf(
    sendProtected(alice, {
      configId,
      to: lookalike,
      amount: 100_000_000n,
      claimHash: generateClaimCode().claimHash,
    }),
    RiskBlockedError,
  )
  line(`${red('✗')} ${bold('Refused before anything was signed.')}`)
  for (const { code, message } of refusal.report.reasons) fact(code, message)
  line()
  const shown = formatComparison(lookalike, bob.address, { genuineLabel: 'You paid before' })
  for (const row of shown.toTerminal({ color: coloured }).split('\n')) line(row)
  const lookedLike = refusal.report.reasons.find(({ code }) => code === 'LOOKALIKE_ADDRESS')?.lookalikeOf
  expectEqual('the payee that was meant', lookedLike?.toLowerCase(), bob.address.toLowerCase())
  expectEqual('what left the wallet', before - (await balanceOf(alice.address)), 0n)
  good('Not one unit left the wallet.')
}

async function sendAndClaim(stage: Stage): Promise<void> {
  const { alice, bob, carol, balanceOf, gasCost, showBalances } = stage
  say('Now to the real Bob: 50 USDC, locked in a contract without an owner until Bob shows the code.')
  const { secret, sent } = await protect(stage, alice, bob, 50_000_000n, 3600)
  fact('Code', `${bold(cyan(secret.secret))} ${dim('shown once; Alice tells it to Bob in person')}`)
  line()

  say('Bob has no gas at all, so Carol submits the claim. First Bob mistypes the code:')
  const typo = fromSecret(secret.code.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z')))
  const wrong = await refusalOf(
    claim(carol, sent.transferId, typo.code, typo.salt, { recipient: bob.address }),
    WrongClaimCodeError,
  )
  expectEqual('attempts remaining', wrong.attemptsRemaining, 4)
  fact('Wrong code', `costs ${formatUsdc(await gasCost(wrong.txHash))} USDC of gas and one of five attempts`)
  fact('Remaining', `${wrong.attemptsRemaining} attempts; the money has not moved`)
  line()

  say('Then the right one. The money can only go to Bob, no matter who submits the claim:')
  const before = await balanceOf(bob.address)
  const hash = await carol.walletClient.sendTransaction({
    account: requireAccount(carol),
    chain: carol.walletClient.chain ?? null,
    to: transferContract(),
    data: encodeClaimCall(sent.transferId, secret.code, secret.salt),
  })
  const receipt = await carol.publicClient.waitForTransactionReceipt({ hash })
  interpretClaimReceipt(receipt.logs, transferContract(), sent.transferId, hash)
  fact('Claim', await paid(stage, hash, 'Carol paid '))
  await showBalances(alice, bob)
  expectEqual('what Bob received', (await balanceOf(bob.address)) - before, 50_000_000n)
  good('Bob has all 50 USDC, and never needed gas.')
}

async function changeOfMind(stage: Stage): Promise<void> {
  const { alice, bob, balanceOf, gasCost, showBalances } = stage
  say('Alice locks 30 USDC, and thinks better of it. Until a claim is mined, the sender can take it back:')
  const { sent } = await protect(stage, alice, bob, 30_000_000n, 3600)
  const before = await balanceOf(alice.address)
  const hash = await cancel(alice, sent.transferId)
  const gas = await gasCost(hash)
  fact('Cancel', await paid(stage, hash))
  await showBalances(alice)
  await expectStatus(stage, sent.transferId, 'CANCELLED')
  expectNear('what came back', (await balanceOf(alice.address)) - before, 30_000_000n - gas)
  good('All 30 USDC are back.')
}

async function fiveWrongGuesses(stage: Stage): Promise<void> {
  const { alice, bob, mallory, carol, balanceOf, gasCost, showBalances } = stage
  say('Mallory sees a transfer of 40 USDC on chain and guesses. 80 bits leave no hope; five wrong guesses lock it:')
  const { sent } = await protect(stage, alice, bob, 40_000_000n, 3600)
  let spent = 0n
  for (let guess = 1; guess <= 5; guess += 1) {
    const { code, salt } = generateClaimCode()
    const failure = await claim(mallory, sent.transferId, code, salt, { recipient: bob.address }).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure instanceof WrongClaimCodeError) {
      spent += await gasCost(failure.txHash)
      expectEqual('attempts remaining', failure.attemptsRemaining, 5 - guess)
      fact(`Guess ${guess}`, `wrong, ${failure.attemptsRemaining} left`)
    } else if (failure instanceof TransferLockedError && failure.txHash && guess === 5) {
      spent += await gasCost(failure.txHash)
      fact(`Guess ${guess}`, `wrong, ${bold('locked')}`)
    } else throw failure ?? new Error('A guess opened the transfer.')
  }
  await expectStatus(stage, sent.transferId, 'LOCKED')
  fact('Price of this', `${formatUsdc(spent)} USDC, paid by Mallory; the 40 USDC have not moved`)
  line()

  say('Alice gives it a new code, which unlocks it, and tells Bob:')
  const fresh = generateClaimCode()
  const rekeyed = await rekey(alice, sent.transferId, fresh.claimHash)
  fact('New code', `${bold(cyan(fresh.secret))} ${dim(`for ${formatUsdc(await gasCost(rekeyed))} USDC of gas`)}`)
  const before = await balanceOf(bob.address)
  const hash = await claim(carol, sent.transferId, fresh.code, fresh.salt, { recipient: bob.address })
  fact('Claim', await paid(stage, hash, 'Carol paid '))
  await showBalances(alice, bob, mallory)
  expectEqual('what Bob received', (await balanceOf(bob.address)) - before, 40_000_000n)
  good('Bob has the 40 USDC. Mallory only paid gas.')
}

async function nobodyClaims(stage: Stage): Promise<void> {
  const { devnet, alice, bob, carol, balanceOf, showBalances } = stage
  say('A last one, for 20 USDC, claimable for ten minutes. Bob never shows up:')
  const { sent } = await protect(stage, alice, bob, 20_000_000n, 600)
  await devnet.primary.increaseTime(601)
  fact('Time', 'ten minutes and a second later')
  const before = await balanceOf(alice.address)
  say('Any account may return it, and a keeper does so for all senders. Here it is Carol:')
  const { txHash, reclaimed } = await reclaimExpiredBatch(carol, [sent.transferId])
  fact('Return', await paid(stage, txHash, 'Carol paid '))
  await showBalances(alice, bob)
  expectEqual('ids returned', reclaimed.join(), sent.transferId.toString())
  expectEqual('what came back', (await balanceOf(alice.address)) - before, 20_000_000n)
  await expectStatus(stage, sent.transferId, 'RECLAIMED')
  good('All 20 USDC are back with Alice, who did nothing.')
}

/** Locks USDC for a recipient, and prints the steps. */
export async function protect(
  stage: Stage,
  from: Actor,
  to: Actor,
  amount: bigint,
  recallWindow: number,
): Promise<{ secret: ClaimSecret; sent: SendProtectedResult }> {
  const configId = await termsOf(from, recallWindow)
  const approval = await approveUsdc(from, amount)
  if (approval) fact('Approval', await paid(stage, approval))
  const secret = generateClaimCode()
  const sent = await sendProtected(from, { configId, to: to.address, amount, claimHash: secret.claimHash })
  fact(
    'Locked',
    `${formatUsdc(amount)} USDC as transfer ${sent.transferId}, until ${sent.deadline.toLocaleTimeString()}`,
  )
  fact('Transaction', await paid(stage, sent.txHash))
  return { secret, sent }
}

async function termsOf(actor: Actor, recallWindow: number): Promise<Hex> {
  const known = terms.get(recallWindow)
  if (known !== undefined) return known
  const { configId } = await registerConfig(actor, defineConfig({ recallWindow }))
  terms.set(recallWindow, configId)
  return configId
}

function transferContract(): Hex {
  const deployment = deploymentFor(PRIMARY_CHAIN_ID)
  if (!deployment) throw new Error('The primary chain is not in the registry.')
  return deployment.transferContract
}

async function expectStatus({ alice }: Stage, transferId: bigint, status: string): Promise<void> {
  expectEqual(`the status of transfer ${transferId}`, (await getTransfer(alice, transferId)).status, status)
}
