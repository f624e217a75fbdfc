import { counterfeitTokenAbi, counterfeitTokenInitCode, usdcAbi } from '@holdfast/devnet'
import { type Address, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Actor, setTestStage, type TestStage } from '../../test/devnet.js'
import { craftLookalike } from './craftLookalike.js'
import { ExplorerDataProvider } from './ExplorerDataProvider.js'
import type { HistoryRecord } from './history.js'

let stage: TestStage
let payer: Actor
let planter: Actor
let genuine: Actor
let friend: Actor
let duster: Actor
let impostor: Address
let counterfeit: Address
let payments: number

beforeAll(async () => {
  stage = await setTestStage()
  ;[payer, planter, genuine, friend, duster] = (await Promise.all([1, 2, 3, 4, 5].map(() => stage.actor()))) as [
    Actor,
    Actor,
    Actor,
    Actor,
    Actor,
  ]
  impostor = craftLookalike(genuine.address)
  const { usdc } = stage.devnet.primary
  const token = { address: usdc, abi: usdcAbi, account: null, chain: null } as const
  const by = (actor: Actor, functionName: 'transfer' | 'transferFrom', args: readonly unknown[]) =>
    mined(
      actor.walletClient.writeContract({
        ...token,
        account: actor.walletClient.account,
        functionName,
        args,
      } as never),
    )
  await by(payer, 'transfer', [genuine.address, 25_000_000n])
  await mined(
    payer.walletClient.sendTransaction({
      to: friend.address,
      value: parseUnits('2', 18),
      account: account(payer),
      chain: null,
    }),
  )
  payments = 2
  const deployment = await mined(
    planter.walletClient.deployContract({
      abi: counterfeitTokenAbi,
      bytecode: counterfeitTokenInitCode,
      args: ['USD Coin', 'USDC', 6],
      account: account(planter),
      chain: null,
    }),
  )
  counterfeit = deployment.contractAddress as Address
  await mined(
    planter.walletClient.writeContract({
      address: counterfeit,
      abi: counterfeitTokenAbi,
      functionName: 'pretend',
      args: [payer.address, [impostor], 25_000_000n],
      account: account(planter),
      chain: null,
    }),
  )
  await by(planter, 'transferFrom', [payer.address, impostor, 0n])
  await by(planter, 'transferFrom', [impostor, payer.address, 0n])
  await by(duster, 'transfer', [payer.address, 10_000n])
  // A payment of nothing that its receiver can only see.
  await mined(duster.walletClient.sendTransaction({ to: payer.address, account: account(duster), chain: null }))
})

afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage?.stop())

const account = (actor: Actor) => actor.walletClient.account ?? null

async function mined(hash: Promise<`0x${string}`>) {
  const receipt = await stage.publicClient.waitForTransactionReceipt({ hash: await hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const nameOf = (address: Address | null) =>
  address === null
    ? null
    : (Object.entries({
        payer: payer.address,
        genuine: genuine.address,
        friend: friend.address,
        planter: planter.address,
        duster: duster.address,
        impostor,
        counterfeit,
        usdc: stage.devnet.primary.usdc,
      }).find(([, known]) => known.toLowerCase() === address.toLowerCase())?.[0] ?? address)

const told = ({ from, to, token, value, canonical, signer, decimals }: HistoryRecord) =>
  `${nameOf(signer)}: ${nameOf(from)} → ${nameOf(to)} ${value} of ${nameOf(token) ?? 'coin'} (${decimals})${canonical ? '' : ', unknown token'}`

const inOrder = (records: readonly HistoryRecord[]) =>
  [...records].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex).map(told)

describe('ExplorerDataProvider.getHistory', () => {
  test('default: every movement, signed and dated', async () => {
    const provider = new ExplorerDataProvider({ client: stage.publicClient })
    const history = await provider.getHistory(payer.address)
    expect(history.missing).toBeUndefined()
    expect(history.complete).toBe(true)
    expect(payments).toBe(2)
    expect(history.records.every(({ timestamp, chainId }) => timestamp instanceof Date && chainId === 5042002)).toBe(
      true,
    )
    expect(inOrder(history.records)).toMatchInlineSnapshot(`
      [
        "payer: payer → genuine 25000000 of usdc (6)",
        "payer: payer → friend 2000000 of usdc (6)",
        "planter: payer → impostor 25000000 of counterfeit (6), unknown token",
        "planter: payer → impostor 0 of usdc (6)",
        "planter: impostor → payer 0 of usdc (6)",
        "duster: duster → payer 10000 of usdc (6)",
        "duster: duster → payer 0 of coin (6)",
      ]
    `)
  })
})
