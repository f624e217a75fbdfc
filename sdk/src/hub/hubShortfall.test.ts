import { runs } from '@holdfast/testkit/tier'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chainLabel, HUB_CHAIN_NAMES } from '../chain/bridgeChains.js'
import { hubShortfall } from './hubShortfall.js'
import { maxDepositable } from './maxDepositable.js'
import { maxHubSpendable } from './maxHubSpendable.js'

const ask = (here: bigint, byChain: hubShortfall.Parameters['byChain'] = {}) =>
  hubShortfall({
    here,
    byChain,
    from: 'Arc_Testnet',
    fromLabel: 'Arc',
    committed: 5_100_000n,
    labelOf: chainLabel,
  })

describe('hubShortfall', () => {
  test('enough here: no refusal, to the last unit', () => {
    expect(ask(5_100_000n)).toBeNull()
    expect(ask(5_099_999n)).not.toBeNull()
  })

  test('gwNoBalanceHere: nothing here, and nowhere else enough', () => {
    expect(ask(0n, { Base_Sepolia: 5_099_999n })).toEqual({
      code: 'gwNoBalanceHere',
      params: { here: '0', needed: '5.1', missing: '5.1', from: 'Arc' },
      fix: { kind: 'deposit', amount: 5_100_000n, display: '5.1' },
    })
  })

  test('gwShort: too little here, and nowhere else enough', () => {
    expect(ask(1n)).toEqual({
      code: 'gwShort',
      params: { here: '0.000001', needed: '5.1', missing: '5.099999', from: 'Arc' },
      fix: { kind: 'deposit', amount: 5_099_999n, display: '5.099999' },
    })
  })

  test('gwEnoughOn: the fullest of the others, whatever is here', () => {
    const refusal = {
      code: 'gwEnoughOn',
      params: { here: '0', needed: '5.1', missing: '5.1', from: 'Arc', chain: 'OP Sepolia', there: '7' },
      fix: { kind: 'switchSource', chain: 'OP_Sepolia', label: 'OP Sepolia' },
    }
    expect(ask(0n, { Base_Sepolia: 5_100_000n, OP_Sepolia: 7_000_000n })).toEqual(refusal)
    expect(ask(4_000_000n, { OP_Sepolia: 7_000_000n })).toMatchObject({ code: 'gwEnoughOn' })
    expect(ask(0n, { OP_Sepolia: 5_100_000n })).toMatchObject({ code: 'gwEnoughOn' })
    // Of two that hold as much, the first of the list.
    const [chain] = HUB_CHAIN_NAMES.filter((name) => name === 'OP_Sepolia' || name === 'Base_Sepolia')
    expect(ask(0n, { Base_Sepolia: 7_000_000n, OP_Sepolia: 7_000_000n })).toMatchObject({ fix: { chain } })
  })

  test('behavior: the balance of the chain itself never counts as another one', () => {
    expect(ask(0n, { Arc_Testnet: 9_000_000n })).toMatchObject({ code: 'gwNoBalanceHere' })
  })

  test('property: it refuses exactly what the balance here does not cover, and its deposit is what is missing', () => {
    const amount = fc.bigInt(0n, 10n ** 12n)
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.dictionary(fc.constantFrom(...HUB_CHAIN_NAMES), amount),
        (here, committed, byChain) => {
          const refusal = hubShortfall({
            here,
            byChain,
            from: 'Arc_Testnet',
            fromLabel: '',
            committed,
            labelOf: chainLabel,
          })
          expect(refusal === null).toBe(here >= committed)
          if (refusal?.fix?.kind === 'deposit') expect(here + refusal.fix.amount).toBe(committed)
          if (refusal?.fix?.kind === 'switchSource')
            expect(byChain[refusal.fix.chain]).toBeGreaterThanOrEqual(committed)
        },
      ),
      runs(100),
    )
  })
})

test('what a maximum offers never asks for more than there is', () => {
  const amount = fc.bigInt(0n, 10n ** 12n)
  fc.assert(
    fc.property(amount, amount, (balance, costs) => {
      for (const most of [maxHubSpendable(balance, costs), maxDepositable(balance, costs)])
        expect(most).toBe(balance >= costs ? balance - costs : 0n)
    }),
    runs(100),
  )
})
