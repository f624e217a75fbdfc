import {
  assertBoxFundable,
  awaitBoxFunded,
  BRIDGE_CHAINS,
  bridgeFromWallet,
  createEphemeral,
  depositToHub,
  formatUsdc,
  fundBoxFromHub,
  HUB_MINTER,
  hubBalance,
  hubShortfall,
  MODE_PUSH,
  newStealthPolicy,
  PRIMARY_CHAIN_ID,
  quoteBridge,
  quoteHubSpend,
  requireDeployment,
  spendFromHub,
  viemChainFor,
  waitHubMint,
} from '@holdfast/sdk'
import { createPublicClient, createWalletClient, type Hash, type Hex, http, isAddressEqual, zeroAddress } from 'viem'
import { expectEqual, paid, stealthKeysOf, until } from './acts.js'
import { bold, dim, fact, good, line, say } from './print.js'
import { type Actor, type Scene, type Stage, usdcAbi } from './stage.js'

/** USDC from another chain, and a box that was not funded by a wallet. */
export const bridgeScenes: readonly Scene[] = [
  { title: 'USDC arrives from another chain', play: bridgeIn },
  { title: 'A balance in the Hub', play: deposit },
  { title: 'A box that no wallet has funded', play: privateFunding },
  { title: 'Back from the Hub, after the tab was closed', play: withdrawal },
]

const [remote, primary] = ['Base_Sepolia', 'Arc_Testnet'] as const
const bridged = 40_000_000n
const deposited = 30_000_000n
const boxed = 5_000_000n
const withdrawn = 10_000_000n
const day = 86_400

async function bridgeIn(stage: Stage): Promise<void> {
  const { alice, devnet, balanceOf } = stage
  say(
    'Alice has USDC on Base Sepolia, and wants 40 of it here. Her own wallet burns it there; the issuer mints it here.',
  )
  const away = await onRemoteChain(stage, alice)
  const apiUrl = devnet.issuer.attestationUrl
  const quote = await quoteBridge({ from: remote, to: primary, amount: bridged, apiUrl })
  fact('Arrives', `${formatUsdc(quote.amount)} USDC`)
  fact('Costs at most', `${formatUsdc(quote.maxFee)} USDC`)
  const before = await balanceOf(alice.address)
  let kept: Hash | undefined
  const result = await bridgeFromWallet(away, {
    from: remote,
    to: primary,
    amount: bridged,
    quote,
    apiUrl,
    destinationClient: alice.publicClient,
    pollMs: 100,
    onProgress: ({ burnTxHash }) => {
      kept = burnTxHash
    },
  })
  if (!result.forwardTxHash) throw new Error('The issuer did not mint in time.')
  fact('Burn', `${kept} ${dim('stored: it is enough to find the money again')}`)
  fact('Mint', await paid(stage, result.forwardTxHash, 'the issuer paid '))
  const arrived = (await balanceOf(alice.address)) - before
  if (arrived < bridged || arrived > quote.total)
    throw new Error(`${arrived} arrived, not ${bridged} to ${quote.total}.`)
  good(`${formatUsdc(arrived)} USDC arrived, including the unused part of the highest fee.`)
}

async function deposit(stage: Stage): Promise<void> {
  const { alice, devnet } = stage
  say('Alice puts 30 USDC into the Hub. From there the issuer can mint it on any of the Hub’s chains.')
  const { depositTxHash } = await depositToHub(alice, { chain: primary, amount: deposited })
  fact('Deposit', await paid(stage, depositTxHash))
  const here = async () => {
    const { byChain } = await hubBalance({
      depositor: alice.address,
      chains: [primary],
      apiUrl: devnet.issuer.hubUrl,
    })
    return byChain[primary] ?? 0n
  }
  await until(async () => (await here()) === deposited)
  good('It counts as soon as its chain is final: half a second here, a quarter of an hour on Ethereum.')
}

async function privateFunding(stage: Stage): Promise<void> {
  const { alice, bob, carol, devnet } = stage
  say('A box is paid from her balance in the Hub. Her wallet signs an intent, and sends nothing.')
  const { usdc, spendPolicyFactory } = requireDeployment(PRIMARY_CHAIN_ID)
  const { timestamp } = await alice.publicClient.getBlock()
  const { policy, salt } = newStealthPolicy(await stealthKeysOf(alice), {
    token: usdc,
    cosigner: carol.address,
    target: bob.address,
    maxAmount: boxed,
    expiry: Number(timestamp) + day,
    interval: 0,
    mode: MODE_PUSH,
  })
  const { account } = await createEphemeral(carol, spendPolicyFactory, salt, policy)
  fact('Box', `${account} ${dim('created by Carol')}`)
  await assertBoxFundable(alice.publicClient, account, policy)

  const route = { from: primary, to: primary, amount: boxed, apiUrl: devnet.issuer.hubUrl }
  const { total, maxFee } = await quoteHubSpend({ ...route, depositor: alice.address, recipient: account })
  fact('Fee at most', `${formatUsdc(maxFee)} USDC`)
  const { byChain } = await hubBalance({ depositor: alice.address, apiUrl: devnet.issuer.hubUrl, chains: [primary] })
  const refusal = hubShortfall({
    here: byChain[primary] ?? 0n,
    byChain,
    from: primary,
    fromLabel: 'Arc',
    committed: total,
    labelOf: (name) => name,
  })
  expectEqual('what prevents the funding', refusal, null)
  await fundBoxFromHub({ walletClient: alice.walletClient }, { ...route, account, pollMs: 100 })
  if (!(await awaitBoxFunded(alice.publicClient, account, boxed, usdc, { pollMs: 100 })))
    throw new Error('The box was not funded in time.')

  const { hash, from, to } = await fundingOf(stage, account)
  fact('Funding', await paid(stage, hash, 'the issuer paid '))
  if (isAddressEqual(from, alice.address)) throw new Error('Her wallet has sent the funding.')
  expectEqual('whom the funding calls', to?.toLowerCase(), HUB_MINTER.toLowerCase())
  good('The USDC is newly minted by the issuer: no transfer leads from Alice to the box.')
  line(dim('The minter’s own event still names the depositor; docs/hub.md says how to avoid that.'))
}

async function withdrawal(stage: Stage): Promise<void> {
  const { alice, devnet, balanceOf, showBalances } = stage
  say('Alice takes 10 USDC out again, and closes the tab as soon as the Hub has accepted. All she has is an id.')
  const apiUrl = devnet.issuer.hubUrl
  const closed = new AbortController()
  const before = await balanceOf(alice.address)
  let kept: string | undefined
  await spendFromHub(
    { walletClient: alice.walletClient },
    {
      from: primary,
      to: primary,
      amount: withdrawn,
      apiUrl,
      pollMs: 100,
      signal: closed.signal,
      onTransferId: (id) => {
        kept = id
        closed.abort(new Error('The tab was closed.'))
      },
    },
  ).catch((error: unknown) => {
    if (error !== closed.signal.reason) throw error
  })
  if (kept === undefined) throw new Error('No id was handed out.')
  fact('Kept', kept)
  const { state, mintTxHash } = await waitHubMint({ transferId: kept, apiUrl, pollMs: 100 })
  expectEqual('the state', state, 'done')
  if (!mintTxHash) throw new Error('The mint has no hash.')
  fact('Mint', await paid(stage, mintTxHash, 'the issuer paid '))
  expectEqual('what came back', (await balanceOf(alice.address)) - before, withdrawn)
  await showBalances(alice)
  good(
    bold('Nothing is lost with a tab: the id alone finds a spend, the hash of the burn alone finds a bridged payment.'),
  )
}

/** The same actor on the other chain, with USDC and ether there. */
async function onRemoteChain({ devnet }: Stage, { walletClient, address, ...actor }: Actor): Promise<Actor> {
  const { account } = walletClient
  const transport = http(devnet.remote.rpcUrl)
  const chain = viemChainFor(BRIDGE_CHAINS[remote].chainId)
  await devnet.remote.fund(address, 100_000_000n)
  return {
    ...actor,
    address,
    publicClient: createPublicClient({ chain, transport }),
    walletClient: createWalletClient({ ...(account && { account }), chain, transport }),
  }
}

/** The transaction that put the first USDC into an account. */
async function fundingOf({ alice, devnet }: Stage, account: Hex) {
  const [transfer] = await alice.publicClient.getContractEvents({
    address: devnet.primary.usdc,
    abi: usdcAbi,
    eventName: 'Transfer',
    args: { to: account },
    fromBlock: devnet.primary.latestBlock - 1_000n,
  })
  if (!transfer) throw new Error('Nothing was paid into the box.')
  expectEqual('where the USDC comes from', transfer.args.from, zeroAddress)
  return alice.publicClient.getTransaction({ hash: transfer.transactionHash })
}
