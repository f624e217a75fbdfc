import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { expect, test } from 'vitest'
import { decodeCall } from './decodeCall.js'

const chainId = 5_042_002
const from = getAddress(`0x${'11'.repeat(20)}`)
const router = getAddress(`0x${'77'.repeat(20)}`)
const usdc: Address = '0x3600000000000000000000000000000000000000'

type Path = readonly [Address, Address, ...Address[]]
type Form = readonly [signature: string, args: (path: Path, to: Address) => readonly unknown[], pays?: 'coin' | 'first']

const packed = (path: Path): Hex =>
  concatHex(path.flatMap((token, index) => (index === 0 ? [token] : [numberToHex(3_000, { size: 3 }), token])))
const single = (path: Path, to: Address, ...deadline: bigint[]) => [
  [path[0], path.at(-1), 500, to, ...deadline, 5n, 1n, 0n],
]
const many = (path: Path, to: Address, ...deadline: bigint[]) => [[packed(path), to, ...deadline, 5n, 1n]]
const listed = '(uint256, uint256, address[], address, uint256)'
const paid = '(uint256, address[], address, uint256)'
const fee = 'SupportingFeeOnTransferTokens'

/** The functions of the routers as they are published. */
const forms: readonly Form[] = [
  ...['swapExactTokensForTokens', 'swapTokensForExactTokens', `swapExactTokensForTokens${fee}`].map(
    (name): Form => [`${name}${listed}`, (path, to) => [5n, 1n, path, to, 9n]],
  ),
  ...['swapExactTokensForTokens', 'swapTokensForExactTokens'].map(
    (name): Form => [`${name}(uint256, uint256, address[], address)`, (path, to) => [5n, 1n, path, to]],
  ),
  ...['swapExactETHForTokens', 'swapETHForExactTokens', `swapExactETHForTokens${fee}`].map(
    (name): Form => [`${name}${paid}`, (path, to) => [1n, path, to, 9n]],
  ),
  ...['swapExactTokensForETH', 'swapTokensForExactETH', `swapExactTokensForETH${fee}`].map(
    (name): Form => [`${name}${listed}`, (path, to) => [5n, 1n, path, to, 9n], 'coin'],
  ),
  ...['exactInputSingle', 'exactOutputSingle'].flatMap((name): Form[] => [
    [
      `${name}((address, address, uint24, address, uint256, uint256, uint256, uint160))`,
      (path, to) => single(path, to, 9n),
    ],
    [`${name}((address, address, uint24, address, uint256, uint256, uint160))`, (path, to) => single(path, to)],
  ]),
  ['exactInput((bytes, address, uint256, uint256, uint256))', (path, to) => many(path, to, 9n)],
  ['exactInput((bytes, address, uint256, uint256))', (path, to) => many(path, to)],
  ['exactOutput((bytes, address, uint256, uint256, uint256))', (path, to) => many(path, to, 9n), 'first'],
  ['exactOutput((bytes, address, uint256, uint256))', (path, to) => many(path, to), 'first'],
  // Trader Joe.
  ...['AVAX', 'NATIVE'].flatMap((coin): Form[] => {
    const names = [`swapExactTokensFor${coin}`, `swapTokensForExact${coin}`, `swapExactTokensFor${coin}${fee}`]
    const others = [`swapExact${coin}ForTokens`, `swap${coin}ForExactTokens`, `swapExact${coin}ForTokens${fee}`]
    const types = coin === 'NATIVE' ? '(uint256[], uint8[], address[])' : 'uint256[], address[]'
    const route = (path: Path) => (coin === 'NATIVE' ? [[[1n], [2], path]] : [[1n], path])
    return [
      ...['swapExactTokensForTokens', 'swapTokensForExactTokens', `swapExactTokensForTokens${fee}`].map(
        (name): Form => [
          `${name}(uint256, uint256, ${types}, address, uint256)`,
          (path, to) => [5n, 1n, ...route(path), to, 9n],
        ],
      ),
      ...names.map(
        (name): Form => [
          `${name}(uint256, uint256, ${types}, address, uint256)`,
          (path, to) => [5n, 1n, ...route(path), to, 9n],
          'coin',
        ],
      ),
      ...others.map(
        (name): Form => [`${name}(uint256, ${types}, address, uint256)`, (path, to) => [1n, ...route(path), to, 9n]],
      ),
    ]
  }),
  ...['swapExactAVAXForTokens', 'swapAVAXForExactTokens', `swapExactAVAXForTokens${fee}`].map(
    (name): Form => [`${name}${paid}`, (path, to) => [1n, path, to, 9n]],
  ),
  ...['swapExactTokensForAVAX', 'swapTokensForExactAVAX', `swapExactTokensForAVAX${fee}`].map(
    (name): Form => [`${name}${listed}`, (path, to) => [5n, 1n, path, to, 9n], 'coin'],
  ),
  // Velodrome, and Aerodrome.
  ...[[], [usdc]].flatMap((factory): Form[] => {
    const types = `(address, address, bool${factory.length > 0 ? ', address' : ''})[]`
    const routes = (path: Path) => path.slice(1).map((to, index) => [path[index], to, true, ...factory])
    return ['', fee].flatMap((end): Form[] => [
      [
        `swapExactTokensForTokens${end}(uint256, uint256, ${types}, address, uint256)`,
        (path, to) => [5n, 1n, routes(path), to, 9n],
      ],
      [
        `swapExactTokensForETH${end}(uint256, uint256, ${types}, address, uint256)`,
        (path, to) => [5n, 1n, routes(path), to, 9n],
        'coin',
      ],
      [`swapExactETHForTokens${end}(uint256, ${types}, address, uint256)`, (path, to) => [1n, routes(path), to, 9n]],
    ])
  }),
  ...['exactInputSingle', 'exactOutputSingle'].map(
    (name): Form => [
      `${name}((address, address, int24, address, uint256, uint256, uint256, uint160))`,
      (path, to) => single(path, to, 9n),
    ],
  ),
  // Algebra, without and with the deployer of a pool.
  ...['', fee].flatMap((end): Form[] => [
    [
      `exactInputSingle${end}((address, address, address, uint256, uint256, uint256, uint160))`,
      (path, to) => [[path[0], path.at(-1), to, 9n, 5n, 1n, 0n]],
    ],
    [
      `exactInputSingle${end}((address, address, address, address, uint256, uint256, uint256, uint160))`,
      (path, to) => [[path[0], path.at(-1), usdc, to, 9n, 5n, 1n, 0n]],
    ],
  ]),
  [
    'exactOutputSingle((address, address, address, address, uint256, uint256, uint256, uint160))',
    (path, to) => [[path[0], path.at(-1), usdc, to, 9n, 5n, 1n, 0n]],
  ],
  // Algebra's paths have no fees.
  ['exactInput((bytes, address, uint256, uint256, uint256))', (path, to) => [[concatHex(path), to, 9n, 5n, 1n]]],
  [
    'exactOutput((bytes, address, uint256, uint256, uint256))',
    (path, to) => [[concatHex(path), to, 9n, 5n, 1n]],
    'first',
  ],
  // PancakeSwap.
  ...['exactInputStableSwap', 'exactOutputStableSwap'].map(
    (name): Form => [
      `${name}(address[], uint256[], uint256, uint256, address)`,
      (path, to) => [path, [2n], 5n, 1n, to],
    ],
  ),
]

/** Commands of the Universal Router that swap, as older and as newer versions have their inputs. */
const commands = [
  [0x00, 'address, uint256, uint256, bytes, bool', 'last', packed],
  [0x01, 'address, uint256, uint256, bytes, bool', 'first', packed],
  [0x08, 'address, uint256, uint256, address[], bool', 'last', (path: Path) => path],
  [0x09, 'address, uint256, uint256, address[], bool', 'last', (path: Path) => path],
] as const

function calls(path: Path, to: Address): readonly { name: string; data: Hex; token: Address | 'native' }[] {
  const last = path.at(-1) ?? usdc
  return [
    ...forms.map(([signature, args, pays]) => ({
      name: signature,
      // A signature of the table, and arguments of its own row.
      data: encodeFunctionData({ abi: parseAbi([`function ${signature}`] as never), args: args(path, to) } as never),
      token: pays === 'coin' ? ('native' as const) : pays === 'first' ? path[0] : last,
    })),
    ...commands.flatMap(([command, types, end, pathOf]) =>
      (
        [
          [types, []],
          [`${types}, uint256[]`, [[]]],
        ] as const
      ).map(([inputs, more]) => ({
        name: `command ${command} (${inputs})`,
        data: encodeFunctionData({
          abi: parseAbi(['function execute(bytes, bytes[], uint256)']),
          args: [
            numberToHex(command, { size: 1 }),
            // The values fit the types of their row.
            [encodeAbiParameters(parseAbiParameters(inputs), [to, 5n, 1n, pathOf(path), true, ...more] as never)],
            9n,
          ],
        }),
        token: end === 'first' ? path[0] : last,
      })),
    ),
  ]
}

const addressOf = (number: bigint) => getAddress(numberToHex(number, { size: 20 }))
/** Any account: the routers have another meaning for the lowest numbers, from which a failing case would be no example. */
const address = fc
  .bigInt({ min: 3n, max: 2n ** 160n - 1n })
  .map(addressOf)
  .filter((one) => one !== router && one !== from)
/** Tokens on the way, often USDC among them. */
const token = fc.oneof(address, fc.constant(usdc))
const path = fc
  .tuple(token, token, fc.array(token, { maxLength: 3 }))
  .map(([first, second, more]): Path => [first, second, ...more])
const isInMulticall = fc.boolean()

function inMulticall(...calls: readonly Hex[]): Hex {
  return encodeFunctionData({ abi: parseAbi(['function multicall(uint256, bytes[])']), args: [9n, calls] })
}

/** Pays to the caller what the router keeps. */
function sweep(token: Address | 'native'): Hex {
  return token === 'native'
    ? encodeFunctionData({ abi: parseAbi(['function unwrapWETH9(uint256)']), args: [1n] })
    : encodeFunctionData({ abi: parseAbi(['function sweepToken(address, uint256)']), args: [token, 1n] })
}

test('a swap pays its recipient what comes out at the end of the path, and no token of the path', () => {
  fc.assert(
    fc.property(path, address, isInMulticall, (tokens, to, isNested) => {
      for (const { name, data, token: expected } of calls(tokens, to)) {
        const call = { chainId, from, to: router, data: isNested ? inMulticall(data) : data }
        const { movements, notes, refusal } = decodeCall(call)
        const found = movements.map((one) => ({ payer: one.payer, payee: one.payee, token: one.token }))
        expect({ name, found, notes, refusal }).toEqual({
          name,
          found: [{ payer: from, payee: to, token: expected }],
          notes: [],
          refusal: undefined,
        })
      }
    }),
    runs(50, 2_000),
  )
})

test('a swap to a number that stands for the caller pays no other account', () => {
  fc.assert(
    fc.property(path, isInMulticall, (tokens, isNested) => {
      for (const { name, data } of calls(tokens, addressOf(1n))) {
        const call = { chainId, from, to: router, data: isNested ? inMulticall(data) : data }
        const { movements, notes, refusal } = decodeCall(call)
        expect({ name, movements, notes, refusal }).toEqual({ name, movements: [], notes: [], refusal: undefined })
      }
    }),
    runs(50, 2_000),
  )
})

test('a swap to the router, or to a number that stands for it, is refused unless a later call pays it out', () => {
  const payees = [router, ...[0n, 2n].map(addressOf)]
  fc.assert(
    fc.property(path, fc.constantFrom(...payees), isInMulticall, (tokens, to, isNested) => {
      for (const { name, data, token } of calls(tokens, to)) {
        const decode = (...all: readonly Hex[]) => {
          const [first] = all as readonly [Hex]
          const isWrapped = isNested || all.length > 1
          const call = { chainId, from, to: router, data: isWrapped ? inMulticall(...all) : first }
          const { movements, notes, refusal } = decodeCall(call)
          return { name, movements, notes, reason: refusal?.reason }
        }
        const nothing = { name, movements: [], notes: [] }
        expect(decode(data)).toEqual({ ...nothing, reason: 'unknown_destination' })
        expect(decode(data, sweep(token))).toEqual({ ...nothing, reason: undefined })
        expect(decode(sweep(token), data)).toEqual({ ...nothing, reason: 'unknown_destination' })
      }
    }),
    runs(20, 700),
  )
})

test('a swap to the sender pays the router what it is given, and no other account', () => {
  fc.assert(
    fc.property(path, fc.bigInt({ min: 0n, max: 5n }), (tokens, value) => {
      for (const { name, data } of calls(tokens, from)) {
        const { movements, notes, refusal } = decodeCall({ chainId, from, to: router, value, data })
        const found = movements.map(({ payee, token: paidIn }) => `${payee} ${paidIn}`)
        expect({ name, found, notes, refusal }).toEqual({
          name,
          found: value > 0n ? [`${router} native`] : [],
          notes: [],
          refusal: undefined,
        })
      }
    }),
    runs(50, 2_000),
  )
})

test('a path that no router reads is malformed, and does not throw', () => {
  const short = ['0x', '0x1234', `0x${'ab'.repeat(20)}`, `0x${'ab'.repeat(44)}`] as const
  for (const command of [0, 1])
    for (const bytes of short) {
      const input = encodeAbiParameters(parseAbiParameters('address, uint256, uint256, bytes, bool'), [
        router,
        5n,
        1n,
        bytes,
        true,
      ])
      const data = encodeFunctionData({
        abi: parseAbi(['function execute(bytes, bytes[])']),
        args: [numberToHex(command, { size: 1 }), [input]],
      })
      expect(decodeCall({ chainId, from, to: usdc, data }).refusal?.reason).toBe('malformed')
    }
})
