import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import type { IDataProvider } from '../risk/history/IDataProvider.js'
import { createRiskCheck } from './createRiskCheck.js'
import { LocalCoSigner } from './LocalCoSigner.js'

const owner = '0x52908400098527886E0F7030069857D2E4169EE7'
const genuine = '0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91'
const impostor = '0xd9A1C3788D81257612E2581A6ea0aDa244853a91'
const stranger = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

const healthy: IDataProvider = {
  getOutgoingCounterparties: async () => ({ counterparties: [genuine], complete: true }),
  getAddressActivity: async () => ({ transactionCount: 7, firstSeenAt: new Date('2025-01-01') }),
  countZeroValueTransfers: async () => 0,
}
const fresh: IDataProvider = {
  ...healthy,
  getAddressActivity: async () => ({ transactionCount: 0, firstSeenAt: null }),
}
const blind: IDataProvider = {
  ...healthy,
  getOutgoingCounterparties: () => Promise.reject(new Error('down')),
}

describe('createRiskCheck', () => {
  test('default: the verdict of the firewall, with the codes that count against the target', async () => {
    const riskCheck = createRiskCheck({ provider: healthy })
    expect(await riskCheck(owner, stranger)).toEqual({ level: 'safe', complete: true, reasons: [] })
    expect(await riskCheck(owner, genuine)).toEqual({ level: 'safe', complete: true, reasons: [] })
    expect(await riskCheck(owner, impostor)).toEqual({ level: 'block', complete: true, reasons: ['LOOKALIKE_ADDRESS'] })
    expect(await createRiskCheck({ provider: fresh })(owner, stranger)).toMatchObject({
      level: 'warning',
      complete: true,
      reasons: ['NEW_ADDRESS'],
    })
  })

  test('behavior: every question is a new check', async () => {
    let payees: readonly (typeof genuine)[] = []
    const riskCheck = createRiskCheck({
      provider: { ...healthy, getOutgoingCounterparties: async () => ({ counterparties: payees, complete: true }) },
    })
    expect(await riskCheck(owner, impostor)).toMatchObject({ level: 'safe' })
    payees = [genuine]
    expect(await riskCheck(owner, impostor)).toMatchObject({ level: 'block' })
  })

  test.each([
    [healthy, genuine, undefined],
    [healthy, impostor, 'risk_blocked'],
    [blind, stranger, 'risk_unavailable'],
    [blind, genuine, 'risk_unavailable'],
  ] as const)('behavior: as the judge of a co-signer %#', async (provider, target, code) => {
    const cosigner = new LocalCoSigner(generatePrivateKey(), { riskCheck: createRiskCheck({ provider }) })
    const answer = await cosigner.precheck({ owner, target, amount: 1n })
    expect(answer.approved ? undefined : answer.code).toBe(code)
  })
})
