import { setTimeout } from 'node:timers/promises'
import {
  AnnouncementIndex,
  API_REQUEST_HEADERS,
  apiRequestMessage,
  craftLookalike,
  createServiceClient,
  discoverStealthBoxes,
  type EphemeralPolicy,
  encodeRelayGas,
  explorerTxUrl,
  formatUsdc,
  fromSecret,
  fundEphemeral,
  getTransfer,
  MODE_PUSH,
  newStealthPolicy,
  PRIMARY_CHAIN_ID,
  type RemoteCoSigner,
  readAccount,
  requireDeployment,
  type ServiceClient,
  type StealthKeys,
  settlePrivatePayment,
  settlePrivatePaymentBatched,
} from '@holdfast/sdk'
import { type Address, createWalletClient, type Hash, http, isAddressEqual, keccak256, stringToBytes } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expectEqual, paid, stealthKeysOf, stealthOwnerOf } from './acts.js'
import { bold, cyan, dim, fact, good, line, link, red, say } from './print.js'
import type { Scene, Stage } from './stage.js'
import { protect } from './transferScenes.js'

/** What a service with its own keys can do for others, over HTTP. */
export const serviceScenes: readonly Scene[] = [
  { title: 'A claim without gas, through the service', play: gaslessClaim },
  { title: 'A box that no wallet of the payer made', play: relayedBox },
  { title: 'A veto over HTTP, and a payment', play: remoteVeto },
  { title: 'The same signed request twice', play: replay },
]

const amount = 12_000_000n
const day = 86_400

/** What the scenes hand on: the relayed box, and what only Alice can compute of it. */
type Story = { keys: StealthKeys; account: Address; policy: EphemeralPolicy; owner: PrivateKeyAccount }

const stories = new WeakMap<Stage, Story>()

async function gaslessClaim(stage: Stage): Promise<void> {
  const { alice, dora, balanceOf, showBalances } = stage
  say('Alice locks 35 USDC for Dora, who has nothing at all, and so nothing to pay gas with:')
  const { secret, sent } = await protect(stage, alice, dora, 35_000_000n, 3600)
  fact('Code', `${bold(cyan(secret.secret))} ${dim('Alice tells it to Dora in person')}`)
  await showBalances(dora)
  expectEqual('what Dora has', await balanceOf(dora.address), 0n)
  line()

  say('Dora asks the service, and mistypes the code. The service checks before it sends:')
  const service = createServiceClient({ baseUrl: stage.service.url, account: dora.walletClient })
  const relayer = await relayerOf(service)
  const sentBefore = await sentBy(stage, relayer)
  const typo = fromSecret(secret.code.replace(/.$/, (last) => (last === 'Z' ? 'Y' : 'Z')))
  const { transferId } = sent
  const recipient = dora.address
  const wrong = await service.gaslessClaim({ transferId, code: typo.code, salt: typo.salt, recipient })
  if (wrong.ok) throw new Error('A wrong code opened the transfer.')
  expectEqual('the fault', wrong.error.kind, 'wrong_code')
  expectEqual('the transaction of the wrong code', wrong.txHash, undefined)
  expectEqual('attempts on the chain', (await getTransfer(alice, transferId)).attempts, 0)
  expectEqual('what the relayer sent', (await sentBy(stage, relayer)) - sentBefore, 0)
  line(`${red('✗')} ${bold('Wrong code.')} ${dim('No transaction, and all five attempts are left')}`)
  line()

  say('Then the right one:')
  const { code, salt } = secret
  const claimed = await service.gaslessClaim({ transferId, code, salt, recipient })
  if (!claimed.ok) throw new Error(`The claim was refused: ${claimed.error.kind}.`)
  fact('Claim', await paid(stage, claimed.txHash, 'the service paid '))
  await showBalances(dora)
  await expectSender(stage, claimed.txHash, relayer)
  expectEqual('what Dora received', await balanceOf(dora.address), 35_000_000n)
  expectEqual('transactions of Dora', await sentBy(stage, dora.address), 0)
  good('Dora has all 35 USDC, and has never sent a transaction.')
}

async function relayedBox(stage: Stage): Promise<void> {
  const { alice, bob } = stage
  say(
    'In scene 7 Alice’s own wallet created the box. Now the service does, and announces it; a key made for this one ' +
      'request signs it.',
  )
  const service = createServiceClient({
    baseUrl: stage.service.url,
    account: privateKeyToAccount(generatePrivateKey()),
  })
  const relayer = await relayerOf(service)
  const keys = await stealthKeysOf(alice)
  const terms = await termsOf(stage, await service.cosignerAddress(), bob.address)
  const { policy, salt, stealth } = newStealthPolicy(keys, terms)
  const before = await sentBy(stage, alice.address)
  const created = await service.relayCreate({ salt, policy, announce: { ...stealth, label: 'Bob, relayed' } })
  if ('status' in created || !created.txHash || !created.announceTxHash) throw new Error('The box was not created.')
  const { account, txHash, announceTxHash } = created
  fact('Box', account)
  fact('Creation', await paid(stage, txHash, 'the service paid '))
  fact('Announcement', await paid(stage, announceTxHash, 'the service paid '))
  await expectSender(stage, txHash, relayer)
  await expectSender(stage, announceTxHash, relayer)
  expectEqual('transactions of Alice', (await sentBy(stage, alice.address)) - before, 0)
  line()

  say('Alice finds it among all announcements. She reads them from the service, which learns nothing from that:')
  await untilServed(stage, service, announceTxHash)
  const { stealthAnnouncer: announcer } = requireDeployment(PRIMARY_CHAIN_ID)
  const index = new AnnouncementIndex({ client: alice.publicClient, announcer, source: service.announcementPages })
  const boxes = await discoverStealthBoxes(alice.publicClient, announcer, keys, { index })
  const found = boxes.find(({ box }) => isAddressEqual(box, account))
  expectEqual('what proves the box', found?.proof, 'salt')
  fact(found?.label ?? '', `${found?.box} ${dim(`proof: ${found?.proof}`)}`)
  line()

  say('Its owner, the stealth address, has never held anything. The service gives it the gas of one transaction:')
  const owner = stealthOwnerOf(keys, stealth)
  const seed = await service.relayGas({ to: owner.address })
  if ('status' in seed || !seed.txHash) throw new Error('The address was not given gas.')
  fact('Gas', `${link(explorerTxUrl(seed.txHash))} ${dim(`${formatUsdc(seed.amount)} USDC`)}`)
  expectEqual('what the owner has', await stage.balanceOf(owner.address), seed.amount)
  stories.set(stage, { keys, account, policy, owner })
  good('The box is deployed, its owner can act, and Alice’s wallet is in none of the transactions.')
}

async function remoteVeto(stage: Stage): Promise<void> {
  const { alice, bob, balanceOf, showBalances } = stage
  const { keys, account, policy: honest, owner } = storyOf(stage)
  const service = createServiceClient({ baseUrl: stage.service.url })
  const address = await service.cosignerAddress()
  const lookalike = craftLookalike(bob.address)
  say('The service is also the co-signer of these boxes. Alice makes one for the wrong address again:')
  fact('Target', `${lookalike} ${dim('begins and ends like Bob’s')}`)
  const { policy, salt, stealth } = newStealthPolicy(keys, await termsOf(stage, address, lookalike))
  const other = stealthOwnerOf(keys, stealth)
  const before = await balanceOf(alice.address)
  const { spendPolicyFactory: factory } = requireDeployment(PRIMARY_CHAIN_ID)
  const refused = await settlePrivatePaymentBatched(
    alice,
    {
      factory,
      salt,
      policy,
      amount,
      cosigner: cosignerFor(service, address, other),
      owner: policy.owner,
      payer: alice.address,
    },
    // The co-signer, which makes its own check, is shown here.
    { skipRiskCheck: true },
  )
  if (refused.ok) throw new Error('The service signed for a lookalike.')
  expectEqual('the veto', refused.code, 'risk_blocked')
  line(`${red('✗')} ${bold(refused.reason)} ${dim(refused.riskReasons?.join(', ') ?? '')}`)
  expectEqual('what left the wallet', before - (await balanceOf(alice.address)), 0n)
  line()

  say('The earlier box is for the real Bob. Alice funds it; its owner proves the request, and submits the payment:')
  fact('Funding', await paid(stage, await fundEphemeral(alice, account, amount, honest)))
  const walletClient = createWalletClient({
    account: owner,
    chain: alice.walletClient.chain,
    transport: http(stage.devnet.primary.rpcUrl),
  })
  const held = await balanceOf(bob.address)
  const outcome = await settlePrivatePayment(
    { publicClient: alice.publicClient, walletClient },
    account,
    amount,
    cosignerFor(service, address, owner),
    { owner: owner.address, payer: alice.address },
  )
  if (!outcome.ok) throw new Error(`The payment was vetoed: ${outcome.code}.`)
  fact('Payment', await paid(stage, outcome.result.txHash, 'the owner paid '))
  await showBalances(bob)
  await expectSender(stage, outcome.result.txHash, owner.address)
  expectEqual('what Bob received', (await balanceOf(bob.address)) - held, amount)
  expectEqual('what the box has left', (await readAccount(alice.publicClient, account)).remaining, 0n)
  good('The lookalike got nothing, Bob has the 12 USDC. With its key alone the service could have paid neither.')
}

async function replay(stage: Stage): Promise<void> {
  const { service, balanceOf } = stage
  say('An attacker records a signed request and sends it again, byte for byte:')
  const account = privateKeyToAccount(generatePrivateKey())
  const to = privateKeyToAccount(generatePrivateKey()).address
  const path = '/api/relay/gas'
  const body = JSON.stringify(encodeRelayGas({ to }))
  const timestamp = Date.now()
  const message = apiRequestMessage({ path, timestamp, bodyHash: keccak256(stringToBytes(body)) })
  const headers = {
    'content-type': 'application/json',
    [API_REQUEST_HEADERS.address]: account.address,
    [API_REQUEST_HEADERS.timestamp]: `${timestamp}`,
    [API_REQUEST_HEADERS.signature]: await account.signMessage({ message }),
  }
  const post = async () => {
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body })
    return { status: response.status, answer: (await response.json()) as Record<string, string> }
  }
  const first = await post()
  expectEqual('the first answer', first.status, 200)
  fact('First', `${first.status} ${dim(`${formatUsdc(BigInt(first.answer.amount ?? 0))} USDC to ${to}`)}`)
  const given = await balanceOf(to)
  expectEqual('what was given', given, BigInt(first.answer.amount ?? 0))
  const second = await post()
  expectEqual('the second answer', second.status, 401)
  expectEqual('its code', second.answer.code, 'signature_replayed')
  fact('Second', `${second.status} ${bold(second.answer.code ?? '')}`)

  say('With a new signature, the same request gets the existing result, and costs nothing:')
  const again = await createServiceClient({ baseUrl: service.url, account }).relayGas({ to })
  if ('status' in again || !again.txHash) throw new Error('The service did not return the earlier result.')
  expectEqual('the transaction', again.txHash, first.answer.txHash)
  fact('Third', link(explorerTxUrl(again.txHash)))
  expectEqual('what the address has', await balanceOf(to), given)
  good('A signature takes effect once, and so does a repeated request.')
}

async function termsOf(stage: Stage, cosigner: Address, target: Address): Promise<newStealthPolicy.Terms> {
  const { timestamp } = await stage.alice.publicClient.getBlock()
  return {
    token: stage.devnet.primary.usdc,
    cosigner,
    target,
    maxAmount: amount,
    expiry: Number(timestamp) + day,
    interval: 0,
    mode: MODE_PUSH,
  }
}

async function relayerOf(service: ServiceClient): Promise<Address> {
  const { relayer } = await service.health()
  if (!relayer) throw new Error('The service has no relayer.')
  return relayer.address
}

/** How many transactions an address has sent. */
function sentBy({ alice }: Stage, address: Address): Promise<number> {
  return alice.publicClient.getTransactionCount({ address })
}

async function expectSender({ alice }: Stage, hash: Hash, sender: Address): Promise<void> {
  expectEqual(
    'who sent it',
    (await alice.publicClient.getTransaction({ hash })).from.toLowerCase(),
    sender.toLowerCase(),
  )
}

/** Waits until the service's list of announcements includes a transaction: the service reads the chain by itself. */
async function untilServed({ alice }: Stage, service: ServiceClient, hash: Hash): Promise<void> {
  const { blockNumber } = await alice.publicClient.getTransactionReceipt({ hash })
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await setTimeout(200)) {
    const { complete, completeToBlock } = await service.announcements({ fromBlock: blockNumber })
    if (complete && completeToBlock >= blockNumber) return
  }
  throw new Error('The service did not reach the block in time.')
}

/** The service as a co-signer; the owner of a box asks it, with a proof. */
function cosignerFor(service: ServiceClient, address: Address, owner: PrivateKeyAccount): RemoteCoSigner {
  return service.coSigner({
    address,
    auth: { address: owner.address, sign: (message) => owner.signMessage({ message }) },
  })
}

function storyOf(stage: Stage): Story {
  const story = stories.get(stage)
  if (!story) throw new Error('The relayed box was not made.')
  return story
}
