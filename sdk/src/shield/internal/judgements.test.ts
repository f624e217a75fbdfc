import { freshAddress, pushPolicy } from '@holdfast/testkit/boxPolicies'
import { type Address, createPublicClient, custom, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { primaryChain } from '../../chain/viemChain.js'
import { BoxRefusedError } from '../../errors/shield.js'
import type { ShieldClients } from '../types.js'
import { assertRoom } from './assertRoom.js'
import { paidBefore } from './paidBefore.js'
import { parseVault } from './policy.js'
import type { Box } from './readBox.js'
import { boxRefusal } from './refusal.js'
import { verifyCosignature } from './verifyCosignature.js'
import { warnAbout } from './warnings.js'

const account = freshAddress()
const usdc = '0x3600000000000000000000000000000000000000'

/** A node with these answers; anything else fails. */
const nodeWith = (answer: (method: string, params: readonly unknown[]) => unknown) =>
  createPublicClient({
    chain: primaryChain,
    transport: custom(
      {
        request: async ({ method, params }) => {
          const answered = answer(method, params)
          if (answered === undefined) throw new Error(`unexpected ${method}`)
          return answered
        },
      },
      { retryCount: 0 },
    ),
  })

describe('assertRoom', () => {
  const box = (over: Partial<Pick<Box, 'remaining' | 'now'>> = {}) =>
    // Only these are read of a box.
    ({ account, policy: { expiry: 100 }, remaining: 50n, now: 100, ...over }) as Box
  const refusal = (judge: () => void): unknown => {
    try {
      judge()
    } catch (error) {
      expect(error).toBeInstanceOf(BoxRefusedError)
      return error
    }
    return undefined
  }

  test('default: what fits, to the last unit and second', () => {
    expect(refusal(() => assertRoom(box(), 0n, 50n))).toBeUndefined()
    expect(refusal(() => assertRoom(box(), 49n, 50n))).toBeUndefined()
    expect(refusal(() => assertRoom(box(), 0n, 1n))).toBeUndefined()
  })

  test('error: expired, before anything else', () => {
    expect(refusal(() => assertRoom(box({ now: 101 }), 0n, 51n))).toMatchObject({ code: 'expired', account })
  })

  test('error: more than the box may still spend, or one that is full', () => {
    expect(refusal(() => assertRoom(box(), 20n, 51n))).toMatchObject({ code: 'over_funded', limit: 30n })
    expect(refusal(() => assertRoom(box(), 50n, 1n))).toMatchObject({ code: 'over_funded', limit: 0n })
    expect(refusal(() => assertRoom(box(), 70n, 1n))).toMatchObject({ code: 'over_funded', limit: 0n })
  })
})

describe('boxRefusal', () => {
  const refusal = (errorName: string, errorArgs: readonly unknown[] = []) =>
    boxRefusal(account)({ errorName, errorArgs, data: undefined })

  test.each([
    ['OverLimit', [7n, 5n], { code: 'over_limit', limit: 5n }],
    ['OverPullCap', [7n, 5n], { code: 'over_pull_cap', limit: 5n }],
    ['TooSoon', [500n], { code: 'too_soon', notBefore: 500 }],
    ['Expired', [500n], { code: 'expired' }],
    // The second of the expiry still belongs to the box.
    ['NotExpired', [500n], { code: 'not_expired', notBefore: 501 }],
    ['NotCosigned', [], { code: 'not_cosigned' }],
    ['WrongMode', [], { code: 'wrong_mode' }],
    ['NotVault', [], { code: 'not_vault' }],
    ['SignatureExpired', [], { code: 'signature_expired' }],
    ['InvalidSignature', [], { code: 'invalid_signature' }],
  ])('%s', (errorName, args, expected) => {
    expect(refusal(errorName, args)).toMatchObject({ name: 'BoxRefusedError', account, ...expected })
  })

  test('a contract that is not a box, and what is left as it is', () => {
    expect(refusal('NotABox')).toMatchObject({ name: 'NotABoxError', account, reason: 'foreign' })
    expect(refusal('TokenCallFailed')).toBeUndefined()
  })
})

describe('paidBefore', () => {
  const silent = nodeWith(() => undefined)
  const deployment = undefined as never // Not looked at where no search is made.
  const ask = (spent: bigint) =>
    paidBefore(silent, deployment, { account, spent }, { amount: 5n, spentBefore: 10n }, { fromBlock: 0n } as never)

  test('nothing was spent since: it has not been paid', async () => {
    expect(await ask(10n)).toBeUndefined()
  })

  test('error: less than the amount was spent, so it was another payment', async () => {
    await expect(ask(14n)).rejects.toMatchObject({ code: 'already_spent', account })
  })
})

describe('parseVault', () => {
  test('error: the token, the box itself in any letter case, the zero address', () => {
    const vault = freshAddress()
    expect(parseVault('vault', vault.toLowerCase() as Address, { token: usdc, account })).toBe(vault)
    expect(parseVault('vault', vault)).toBe(vault)
    expect(() => parseVault('vault', usdc, { token: usdc })).toThrow('is the token itself')
    expect(() => parseVault('vault', account, { account: account.toLowerCase() as Address })).toThrow(
      'is the box itself',
    )
    expect(() => parseVault('vault', `0x${'0'.repeat(40)}`)).toThrow('is the zero address')
  })
})

describe('verifyCosignature', () => {
  const signer = privateKeyToAccount(`0x${'23'.repeat(32)}`)
  const digest: Hex = `0x${'d1'.repeat(32)}`
  const cosigner = freshAddress()
  const verify = async (code: Hex, answer: Hex, by = cosigner) => {
    const client = nodeWith((method, params) => {
      if (method === 'eth_getCode') expect(params).toEqual([by, 'latest'])
      return { eth_getCode: code, eth_call: answer }[method]
    })
    return verifyCosignature(client, { cosigner: by, digest, signature: await signer.sign({ hash: digest }) })
  }
  const magic: Hex = `0x1626ba7e${'0'.repeat(56)}`

  test('the key of the co-signer: nothing is asked', async () => {
    const signature = await signer.sign({ hash: digest })
    const silent = nodeWith(() => undefined)
    expect(await verifyCosignature(silent, { cosigner: signer.address, digest, signature })).toBe(true)
  })

  test('a contract decides about a signature of another key; an account without code does not', async () => {
    expect(await verify('0x6001', magic)).toBe(true)
    expect(await verify('0x6001', `0x${'0'.repeat(64)}`)).toBe(false)
    expect(await verify('0x', magic)).toBe(false)
  })

  test('error: a node that does not tell', async () => {
    const signature = await signer.sign({ hash: digest })
    await expect(
      verifyCosignature(
        nodeWith(() => undefined),
        { cosigner, digest, signature },
      ),
    ).rejects.toMatchObject({
      name: 'ChainUnavailableError',
      message: expect.stringContaining('reading the code of the co-signer'),
    })
  })
})

describe('warnAbout', () => {
  const [wallet, owner, vault] = [freshAddress(), freshAddress(), freshAddress()]
  const seen = (accounts: { sent?: Address[]; code?: Address[] }) =>
    nodeWith((method, [address, block]) => {
      expect(block).toBe('latest')
      if (method === 'eth_getTransactionCount') return accounts.sent?.includes(address as Address) ? '0x1' : '0x0'
      return method === 'eth_getCode' ? (accounts.code?.includes(address as Address) ? '0x6001' : '0x') : undefined
    })
  const warn = async (
    publicClient: ReturnType<typeof nodeWith>,
    over: { owner?: Address; vault?: Address } = {},
    now = 100,
  ) => {
    const codes: string[] = []
    const policy = pushPolicy(usdc, { owner, vault, expiry: 100, ...over })
    // Nothing is written.
    await warnAbout({ publicClient } as unknown as ShieldClients, policy, { wallet, now }, ({ code, message }) => {
      codes.push(code)
      expect(message).toMatch(/\.$/)
    })
    return codes
  }

  test('none for parties that the chain has not seen, to the last second', async () => {
    expect(await warn(seen({}))).toEqual([])
    expect(await warn(seen({ sent: [wallet] }))).toEqual([])
    expect(await warn(seen({}), {}, 101)).toEqual(['expired'])
  })

  test('parties with a transaction or with code', async () => {
    expect(await warn(seen({ sent: [owner] }))).toEqual(['owner_visible'])
    expect(await warn(seen({ code: [vault] }))).toEqual(['vault_visible'])
    expect(await warn(seen({ sent: [vault], code: [owner] }))).toEqual(['owner_visible', 'vault_visible'])
    expect(await warn(seen({ sent: [owner] }), { vault: owner })).toEqual(['owner_visible', 'vault_visible'])
    expect(await warn(seen({}), { vault: owner })).toEqual([])
  })

  test('the connected wallet itself, in any case and without a question', async () => {
    const silent = nodeWith(() => undefined)
    const self = { owner: wallet, vault: wallet.toLowerCase() as Address }
    expect(await warn(silent, self)).toEqual(['owner_is_wallet', 'vault_is_wallet'])
    expect(await warn(seen({ sent: [vault] }), { owner: wallet })).toEqual(['owner_is_wallet', 'vault_visible'])
  })

  test('a lookup that fails stops nothing', async () => {
    const silent = nodeWith(() => undefined)
    expect(await warn(silent, {}, 101)).toEqual(['visibility_unknown', 'expired'])
  })
})
