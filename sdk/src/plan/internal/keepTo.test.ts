import { type Address, encodeFunctionData, type Hash, type TypedDataDefinition } from 'viem'
import { expect, test } from 'vitest'
import type { WalletGate } from '../../chain/transaction/walletGate.js'
import { usdcAbi } from '../../chain/usdc.js'
import { StalePlanError } from '../../errors/plan.js'
import type { Plan, PlanStep } from '../types.js'
import { keepTo } from './keepTo.js'
import { signatureStep, transactionStep } from './steps.js'

const account: Address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const chainId = 5042002
const hash: Hash = `0x${'ab'.repeat(32)}`
const approval = {
  to: account,
  data: encodeFunctionData({ abi: usdcAbi, functionName: 'approve', args: [account, 5n] }),
}
const intent = (maxFee: bigint, salt = '0x01'): TypedDataDefinition => ({
  domain: { name: 'GatewayWallet' },
  types: {},
  primaryType: 'BurnIntent',
  message: { maxBlockHeight: 7n, maxFee, spec: { value: 5n, salt } },
})
const authorization: TypedDataDefinition = { ...intent(0n), primaryType: 'ReceiveWithAuthorization' }

const paying = {
  to: account,
  data: encodeFunctionData({ abi: usdcAbi, functionName: 'transfer', args: [account, 5n] }),
}
const noFee = { most: 1n, coin: 'ETH', decimals: 18, isUsdc: false }

/** A gate for a plan of these steps, whose network fee is one native unit. */
function gateOf(...steps: PlanStep[]): WalletGate {
  return gateFor(1n, steps)
}

function gateFor(most: bigint, steps: PlanStep[]): WalletGate {
  const networkFee = { most, coin: 'ETH', decimals: 18, isUsdc: false }
  // What else a plan says is not looked at here.
  return keepTo({ operation: 'spendFromHub', steps, networkFee } as unknown as Plan, {}).gate
}

/** Signs or sends as an operation does. */
const send = (gate: WalletGate) => {
  const write = gate.call(chainId, [approval])
  if ('onTransactionHash' in write) write.onTransactionHash?.(hash)
}
const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

const spend = signatureStep(intent(10n), ['salt', 'maxBlockHeight'])
const approving = transactionStep(chainId, [approval], [])

test('the same spend is signed once more for a higher fee that the plan covers', () => {
  const gate = gateOf(spend)
  expect(gate.sign(intent(8n))).toBeUndefined()
  expect(gate.sign(intent(10n))).toBeUndefined()
})

test.each([
  ['a higher fee than the plan covers', intent(11n)],
  ['another spend', intent(9n, '0x02')],
  ['a lower fee, which nothing asks for', intent(7n)],
])('a second signature for %s: refused, and the first one may still move money', (_, second) => {
  const gate = gateOf(spend)
  gate.sign(intent(8n))
  const error = refusalOf(() => gate.sign(second))
  expect(error).toBeInstanceOf(StalePlanError)
  expect(error).toMatchObject({
    changed: ['steps'],
    effect: 'open',
    signed: ['BurnIntent'],
    transactions: [],
    advice: { do: 'watch_hub_balance' },
  })
  expect(String(error)).not.toContain('Nothing was signed')
})

test('what was signed and not sent moves no money', () => {
  const gate = gateOf(signatureStep(authorization, []), approving)
  gate.sign(authorization)
  gate.call(chainId, [approval])
  const error = refusalOf(() => gate.price(1n, { offered: 4n, least: 2n, tip: 1n }))
  expect(error).toMatchObject({ changed: ['network_fee'], effect: 'none', signed: ['ReceiveWithAuthorization'] })
  expect(String(error)).toContain('no money moves')
})

test('what was sent is named', () => {
  const gate = gateOf(approving)
  send(gate)
  const error = refusalOf(() => send(gate))
  expect(error).toMatchObject({
    effect: 'done',
    transactions: [hash],
    signed: [],
    advice: { do: 'look_up_transaction', txHash: hash },
  })
})

test('before the first prompt nothing was signed', () => {
  expect(refusalOf(() => gateOf(approving).sign(authorization))).toMatchObject({ effect: 'none', signed: [] })
})

test.each([
  ['a price that is as it was is offered whole', { offered: 10n, least: 6n }, 10n],
  ['a price that has risen is offered as far as the plan goes', { offered: 14n, least: 8n }, 12n],
  ['what the next block asks for is just covered', { offered: 23n, least: 12n }, 12n],
])('%s', (_, price, offered) => {
  expect(gateFor(60n, [approving]).price(5n, { ...price, tip: 2n })).toBe(offered)
})

test('two transactions take no more together than the plan says', () => {
  const gate = gateFor(100n, [approving, approving])
  expect(gate.price(5n, { offered: 12n, least: 7n, tip: 2n })).toBe(12n)
  expect(gate.price(5n, { offered: 12n, least: 7n, tip: 2n })).toBe(8n)
  expect(refusalOf(() => gate.price(5n, { offered: 2n, least: 1n, tip: 1n }))).toMatchObject({
    changed: ['network_fee'],
  })
})

test.each([
  ['an approval', [approving], false],
  ['an approval and another call in one step', [transactionStep(chainId, [approval, paying], [])], true],
  ['another call', [transactionStep(chainId, [paying], [])], true],
  ['a signature', [signatureStep(authorization, [])], true],
] as const)('onAsk: before the prompt of %s: %o', (_, steps, isAsked) => {
  let asked = 0
  // As above.
  const plan = { operation: 'sendProtected', steps, networkFee: noFee } as unknown as Plan
  const { gate } = keepTo(plan, { onAsk: () => void asked++ })
  const [step] = steps
  if (step.kind === 'signature') gate.sign(authorization)
  else
    gate.call(
      chainId,
      step.calls.map(({ functionName }) => (functionName === 'approve' ? approval : paying)),
    )
  expect(asked).toBe(isAsked ? 1 : 0)
})

test('a first signature after a transaction is one of the plan, and no repetition', () => {
  const gate = gateOf(approving, signatureStep(authorization, []))
  gate.call(chainId, [approval])
  expect(gate.sign(authorization)).toBeUndefined()
})
