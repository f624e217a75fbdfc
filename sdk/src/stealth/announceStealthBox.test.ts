import { stealthAnnouncerBytecode } from '@holdfast/contracts'
import { type Actor, setTestStage, type TestStage } from '@holdfast/testkit/stage'
import { type StealthScene, stealthScene } from '@holdfast/testkit/stealthScene'
import { concatHex, createPublicClient, createWalletClient, type Hash, type Hex, http, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WriteStep } from '../chain/transaction/execute.js'
import { MissingAccountError } from '../errors/chain.js'
import { InvalidAddressError, InvalidInputError } from '../errors/input.js'
import { AnnouncementIndex } from './AnnouncementIndex.js'
import { announceArgsFor } from './announceArgsFor.js'
import { announceStealthBox } from './announceStealthBox.js'
import { newStealthOwner } from './newStealthOwner.js'
import { recognizeAnnouncements } from './recognizeAnnouncements.js'
import type { StealthKeys } from './types.js'

const box = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
let stage: TestStage
let scene: StealthScene
let payer: Actor
let keys: StealthKeys
let args: announceArgsFor.ReturnType

beforeAll(async () => {
  stage = await setTestStage()
  scene = stealthScene(stage)
  payer = await stage.actor()
  keys = await scene.keys()
  args = announceArgsFor(newStealthOwner(keys), box, 'rent')
})
afterAll(() => stage.stop())

test('default: the owner finds it', async () => {
  const fromBlock = stage.devnet.primary.latestBlock
  const steps: WriteStep[] = []
  let early: Hash | undefined
  const hash = await announceStealthBox(payer, scene.announcer, args, {
    onStep: (step) => steps.push(step),
    onTransactionHash: (txHash) => {
      early = txHash
    },
  })
  expect([early, steps]).toEqual([hash, ['simulate', 'sign', 'send', 'confirm']])
  const index = new AnnouncementIndex({ client: stage.publicClient, fromBlock })
  await index.sync()
  expect(index.announcements()).toEqual([
    {
      stealthAddress: args[1].toLowerCase(),
      ephemeralPubKey: args[2],
      metadata: args[3],
      caller: payer.address.toLowerCase(),
      blockNumber: expect.any(BigInt),
      logIndex: expect.any(Number),
      transactionHash: hash,
    },
  ])
  expect(recognizeAnnouncements(keys, index.announcements())).toMatchObject([{ box, label: 'rent' }])
})

test('behavior: another announcer than the registry’s', async () => {
  const other = await scene.deploy(payer, stealthAnnouncerBytecode)
  await announceStealthBox(payer, other, args)
  await expect(announceStealthBox(payer, box, args)).rejects.toThrow(/holds no contract on chain 5042002/)
})

describe('error: before any request', () => {
  const transport = http('http://127.0.0.1:9')
  const account = privateKeyToAccount(generatePrivateKey())
  const dead = {
    publicClient: createPublicClient({ transport }),
    walletClient: createWalletClient({ account, transport }),
  }

  test.each([
    ['scheme', () => [2n, args[1], args[2], args[3]], InvalidInputError],
    ['stealth address', () => [1n, zeroAddress, args[2], args[3]], InvalidAddressError],
    ['key that is not a point', () => [1n, args[1], `0x02${'ff'.repeat(32)}`, args[3]], InvalidInputError],
    ['metadata without a box', () => [1n, args[1], args[2], '0x1f'], InvalidInputError],
    [
      'metadata too long',
      () => [1n, args[1], args[2], concatHex([args[3], `0x${'61'.repeat(40)}`])],
      InvalidInputError,
    ],
    ['box', () => [1n, args[1], args[2], `0x1f${'00'.repeat(20)}`], InvalidAddressError],
  ] as const)('%s', async (_, wrong, error) => {
    await expect(
      announceStealthBox(dead, scene.announcer, wrong() as unknown as announceArgsFor.ReturnType),
    ).rejects.toThrow(error)
  })

  test('announcer, account', async () => {
    await expect(announceStealthBox(dead, '0x12' as Hex, args)).rejects.toThrow(InvalidAddressError)
    const walletClient = createWalletClient({ transport })
    await expect(announceStealthBox({ ...dead, walletClient }, scene.announcer, args)).rejects.toThrow(
      MissingAccountError,
    )
  })
})
