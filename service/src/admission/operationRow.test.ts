import { expect, test } from 'vitest'
import type { OperationState } from '../store/Database.js'
import { ENDS, OPEN } from './operationRow.js'

test('OPEN, ENDS: each state of an operation is one of them', () => {
  const states: Record<OperationState, 'open' | 'end'> = {
    queued: 'open',
    prepared: 'open',
    broadcast: 'open',
    mined: 'open',
    final: 'end',
    refused: 'end',
    failed: 'end',
    superseded: 'end',
  }
  const of = (kind: 'open' | 'end') => Object.entries(states).flatMap(([state, is]) => (is === kind ? [state] : []))
  expect([[...OPEN], [...ENDS]]).toEqual([of('open'), of('end')])
})
