import {
  addressWords,
  check,
  claimKeyFromLink,
  claimPaymentLink,
  craftLookalike,
  createPaymentLink,
  defineConfig,
  formatUsdc,
  generateLinkSecret,
  getTransfer,
  paymentRequestUri,
  previewPaymentLink,
  ReleaseRequestIndex,
  RiskBlockedError,
  readPaymentLink,
  readPaymentRequest,
  registerConfig,
  release,
  type SendUpdate,
  sendProtected,
  signPaymentRequest,
  signReadyCancel,
  verifyPaymentRequest,
  watchSends,
} from '@holdfast/sdk'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { expectEqual, paid, refusalOf, transfer, until } from './acts.js'
import { bold, cyan, dim, fact, good, line, red, say } from './print.js'
import type { Actor, Scene, Stage } from './stage.js'

/** Payments without copying an address. */
export const linkScenes: readonly Scene[] = [
  { title: 'A link instead of an address', play: payByLink },
  { title: 'A release refused for a lookalike', play: refuseRelease },
  { title: 'A signed request', play: payRequest },
  { title: 'A recall', play: recall },
]

const origin = 'https://pay.example'

async function payByLink(stage: Stage): Promise<void> {
  const { alice, carol, showBalances, balanceOf } = stage
  say('Alice pays a person whose address she does not know: 15 USDC for the holder of a link.')
  const { link, sent } = await makeLink(stage, alice, 15_000_000n, 'KEY')
  const { amount, unverifiedSender, isHolderPaid } = await previewPaymentLink(carol, link)
  fact('Before the press', `${formatUsdc(amount)} USDC from ${unverifiedSender} ${dim('(not verified)')}`)
  expectEqual('whether holding it is enough', isHolderPaid, true)
  say('A crawler that opens it claims nothing. Carol presses. Only a signature reaches the chain:')
  const newcomer = privateKeyToAddress(generatePrivateKey())
  const { txHash } = await claimPaymentLink(carol, link, { recipient: newcomer })
  fact('Claim', await paid(stage, txHash, 'Carol paid '))
  await showBalances(alice)
  expectEqual('what arrived', await balanceOf(newcomer), 15_000_000n)
  expectEqual('the status', (await getTransfer(alice, sent)).status, 'CLAIMED')
  good('Paid, and no address was copied. The claim makes that address no known payee of Alice.')
}

async function refuseRelease(stage: Stage): Promise<void> {
  const { alice, bob, carol, balanceOf } = stage
  say('For 150 USDC the holder only asks, and Alice decides. The link leaks, and an address like Bob’s asks:')
  const { link, sent } = await makeLink(stage, alice, 150_000_000n, 'KEY_RELEASE')
  const lookalike = craftLookalike(bob.address)
  const { outcome } = await claimPaymentLink(carol, link, { recipient: lookalike })
  expectEqual('what the press did', outcome, 'release_requested')
  const requests = new ReleaseRequestIndex({ client: alice.publicClient })
  await until(async () => {
    await requests.sync()
    return requests.requestsOf(sent).length > 0
  })
  for (const { recipient } of requests.requestsOf(sent)) fact('Asks', recipient)
  const refusal = await refusalOf(release(alice, sent, lookalike), RiskBlockedError)
  line(`${red('✗')} ${bold('Refused before anything was signed.')}`)
  for (const { code, message } of refusal.report.reasons) fact(code, message)
  expectEqual('what the lookalike has', await balanceOf(lookalike), 0n)
  line()
  say(`Bob asks with the true address; Alice compares the words: ${cyan(addressWords(bob.address).join(' '))}`)
  await claimPaymentLink(carol, link, { recipient: bob.address })
  const before = await balanceOf(bob.address)
  fact('Release', await paid(stage, await release(alice, sent, bob.address)))
  expectEqual('what Bob received', (await balanceOf(bob.address)) - before, 150_000_000n)
  good('The lookalike got nothing, Bob has the 150 USDC.')
}

async function payRequest(stage: Stage): Promise<void> {
  const { alice, bob } = stage
  say('Bob signs the request; Alice scans it. Nothing to copy:')
  const uri = paymentRequestUri(await signPaymentRequest(bob, { amount: 10_000_000n, reference: 'Invoice 7' }))
  fact('Request', `${uri.slice(0, 48)}…`)
  const { request, source, signedBy } = await verifyPaymentRequest(alice.publicClient, readPaymentRequest(uri))
  fact('Signed by', `the ${signedBy} of ${request.payee}: "${request.reference}"`)
  const report = await check(alice.address, request.payee, { client: alice.publicClient, source })
  expectEqual('the verdict', report.level, 'safe')
  const sent = await sendProtected(
    alice,
    {
      configId: await termsOf(alice, 'KEY'),
      to: request.payee,
      amount: request.amount,
      claimHash: claimKeyFromLink(generateLinkSecret()).claimHash,
    },
    { approve: true, report, checkOptions: { source } },
  )
  fact('Locked', `transfer ${sent.transferId}, as any protected send`)
  line()
  say('The owner of an address like Bob’s signs a request as well. It lifts no verdict, and adds no trust:')
  const lookalike = craftLookalike(bob.address)
  const judged = await check(alice.address, lookalike, {
    client: alice.publicClient,
    source: { ...source, address: lookalike },
  })
  expectEqual('the verdict', judged.level, 'block')
  fact('A lookalike', `${judged.level}: ${judged.reasons[0]?.message ?? ''}`)
  good('A request names who asked, and the firewall still decides.')
}

async function recall(stage: Stage): Promise<void> {
  const { devnet, alice, balanceOf } = stage
  const landlord = privateKeyToAddress(generatePrivateKey())
  const imitation = craftLookalike(landlord)
  say('Alice locks 12 USDC for her new landlord, at an address from a message. She knows no other yet:')
  const configId = await termsOf(alice, 'KEY')
  const { claimHash } = claimKeyFromLink(generateLinkSecret())
  const { transferId } = await sendProtected(
    alice,
    { configId, to: imitation, amount: 12_000_000n, claimHash },
    { approve: true },
  )
  fact('Locked', `transfer ${transferId} for ${imitation}`)
  const ready = await signReadyCancel(alice, transferId)
  fact('Ready cancel', `good until ${new Date(Number(ready.deadline) * 1_000).toLocaleTimeString()}, the deadline`)
  const updates: SendUpdate[] = []
  const unwatch = watchSends(
    alice,
    { sender: alice.address, cancels: [ready] },
    { onUpdate: (update) => updates.push(update), pollingIntervalMs: 200 },
  )
  try {
    say('Then the landlord gives an address in person, and she pays it 20 USDC. Now the first one is an imitation:')
    await transfer(alice, devnet.primary.usdc, 'transfer', [landlord, 20_000_000n])
    await until(async () =>
      updates.some(({ kind, transfer }) => kind === 'recalled' && transfer.transferId === transferId),
    )
  } finally {
    unwatch()
  }
  const recalled = updates.find(({ kind }) => kind === 'recalled')
  if (recalled?.kind === 'recalled') fact('Recalled', await paid(stage, recalled.txHash))
  expectEqual('the status', (await getTransfer(alice, transferId)).status, 'CANCELLED')
  expectEqual('what the imitation has', await balanceOf(imitation), 0n)
  good('The watch took it back, on evidence that no third party can forge.')
}

async function makeLink(stage: Stage, from: Actor, amount: bigint, claimMode: 'KEY' | 'KEY_RELEASE') {
  const configId = await termsOf(from, claimMode)
  const linkSecret = generateLinkSecret()
  const { link, transferId, txHash } = await createPaymentLink(from, { configId, amount, linkSecret, origin })
  fact('Link', `${link.slice(0, link.lastIndexOf('/'))}/… ${dim('the rest is as good as cash')}`)
  fact('Transaction', await paid(stage, txHash))
  return { link: readPaymentLink(link), sent: transferId }
}

async function termsOf(actor: Actor, claimMode: 'KEY' | 'KEY_RELEASE'): Promise<Hex> {
  return (await registerConfig(actor, defineConfig({ claimMode }))).configId
}
