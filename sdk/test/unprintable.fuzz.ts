import { tiered } from '@holdfast/testkit/tier'
import { createPublicClient, createWalletClient, custom } from 'viem'
import { expect, test } from 'vitest'
import { ServiceError } from '../src/errors/base.js'
import * as library from '../src/index.js'

const account = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const transport = custom(
  {
    request: async () => {
      throw new Error('There is no chain here.')
    },
  },
  { retryCount: 0 },
)
const publicClient = createPublicClient({ transport })
const clients = { publicClient, walletClient: createWalletClient({ account, transport }) }

/** Values that `${value}` or `String(value)` cannot print, and one that no JSON has. */
const values: readonly (readonly [string, unknown])[] = [
  ['a Symbol', Symbol('hostile')],
  ['a BigInt', 5n],
  ['an object without prototype', Object.create(null)],
  [
    'an object that throws',
    {
      toString: () => {
        throw new RangeError('not a text')
      },
    },
  ],
]

/** Parameters each of which is this value. */
const filledWith = (value: unknown) =>
  new Proxy(
    {},
    {
      get: (_, name) => (typeof name === 'symbol' || /^(then|toJSON|toString|valueOf)$/.test(name) ? undefined : value),
    },
  )

/** Arguments that have the value in each place where a function may look for it. */
function argumentsWith(value: unknown): unknown[][] {
  const params = filledWith(value)
  const firsts = [value, params, clients, publicClient, 'x', '/a', 1]
  // No function takes more than six arguments.
  const between = Array.from({ length: tiered(3, 5) }, (_, places) => Array.from({ length: places }, () => account))
  return firsts.flatMap((first) => [
    [first],
    [first, [value]],
    [first, [params]],
    [first, 'x', value],
    [first, 'x', params],
    ...between.flatMap((others) => [
      [first, ...others, value],
      [first, ...others, params],
    ]),
  ])
}

/** What a function throws; of one that waits, before its first answer can be there. */
async function failureOf(call: () => unknown): Promise<unknown> {
  let failure: unknown
  try {
    const made = call()
    if (made instanceof Promise)
      made.catch((error: unknown) => {
        failure = error
      })
  } catch (error) {
    return error
  }
  for (let turn = 0; turn < 5; turn++) await new Promise((resume) => setImmediate(resume))
  return failure
}

const isClass = (value: unknown) => /^class\b/.test(String(value))
const functions = Object.entries(library).flatMap(([name, value]) =>
  // `watchTransfer` works in the background; without its callbacks its errors reach no caller.
  typeof value === 'function' && !isClass(value) && name !== 'watchTransfer'
    ? [[name, value as (...given: unknown[]) => unknown] as const]
    : [],
)

/** They put their argument into an address or compute with it, and promise no error for a value of another type. */
const computing = [
  'acknowledgementCovers',
  'boxCautions',
  'boxStatus',
  'bridgeShortfall',
  'endpointsByHealth',
  'explorerAddressUrl',
  'explorerTxUrl',
  'feeAtNextQuote',
  'formatUsdc',
  'gasReserve',
  'hubShortfall',
  'isClaimKeyHash',
  'maxDepositable',
  'maxHubSpendable',
  // The first argument is the name of a parameter, which the program knows.
  'parseAddress',
  'parseParty',
  'paymentLinkTerms',
  'percentOf',
  'readyCancelState',
  'recommendTransferMode',
  'spendableAfterGas',
  'usdc',
  'waitForReceipt',
]

test('no public function fails to write the error for a value that cannot be printed', {
  timeout: 300_000,
}, async () => {
  const found = new Set<string>()
  for (const [name, call] of functions)
    for (const [kind, value] of values)
      for (const given of argumentsWith(value)) {
        const error = await failureOf(() => call(...given))
        const isUnwritten =
          error instanceof RangeError || /to a string|to primitive value/.test(`${(error as Error)?.message}`)
        if (isUnwritten && !(error instanceof ServiceError) && !computing.includes(name)) found.add(`${name}: ${kind}`)
      }
  expect(functions.length).toBeGreaterThan(150)
  expect([...found]).toEqual([])
})

test.each<[string, () => unknown, string]>([
  ['an address', () => library.parseAddress('payee', Symbol('x') as never), 'invalid_address'],
  ['an amount', () => library.parseUsdc(Object.create(null)), 'invalid_amount'],
  ['a chain', () => library.requireDeployment(Symbol('x') as never), 'unknown_chain'],
  ['a chain that is an object', () => library.requireDeployment(Object.create(null)), 'unknown_chain'],
  ['a chain of the Bridge', () => library.chainLabel(Object.create(null)), 'unknown_bridge_chain'],
  ['a number of decimals', () => library.usdc(1n, Symbol('x') as never), 'invalid_input'],
  ['a fraction', () => library.percentOf(1n, Symbol('x') as never), 'invalid_input'],
  ['terms', () => library.defineConfig({ claimMode: Object.create(null) }), 'invalid_input'],
  ['a stealth meta-address', () => library.parseStealthMetaAddress(Object.create(null)), 'invalid_input'],
  [
    'a link',
    () => library.formatPaymentLink({ kind: 'claim', chainId: Symbol('x') as never, transferId: 1n }, 'https://a.b'),
    'invalid_input',
  ],
])('%s that cannot be printed is refused with the typed error', (_, call, code) => {
  expect(call).toThrow(ServiceError)
  expect(call).toThrow(expect.objectContaining({ code }))
})

test('predicates answer no', () => {
  const values = [Symbol('x'), Object.create(null)] as never[]
  for (const value of values) {
    expect([library.isHubChain(value), library.isProblemCode(value)]).toEqual([false, false])
    expect([library.deploymentFor(value), library.tokensFor(value)]).toEqual([undefined, []])
  }
})
