import { expect, test } from 'vitest'
import { freshOwner, freshSigner, openCosigner } from '../../test/cosignStage.js'
import { describeStores } from '../../test/stores.js'
import { stubChain } from '../../test/stubChain.js'
import { verifyAuditStore } from '../audit/verifyAuditStore.js'

describeStores('co-signers that share a store', ({ open, settings, kind }) => {
  test('behavior: one signature for a digest at every instance, and one latest binding for a box', async () => {
    const where = await settings()
    const signer = await freshSigner()
    const chain = stubChain()
    const first = await open(where)
    const stores = kind === 'postgres' ? [first, await open(where), await open(where)] : [first]
    const opened = await Promise.all(
      stores.map((store, index) => openCosigner({ store, chain, signer, instanceId: `instance ${index}` })),
    )
    const owner = freshOwner()
    const account = chain.addBox({ owner: owner.address, cosigner: signer.address, mode: 1 })
    const bind = { phase: 'bind', account, owner: owner.address, payer: signer.address, until: 1_999_999_999 } as const
    const now = Date.now()
    const words = await Promise.all([3, 1, 2, 0].map((age) => owner.prove(bind, now - age * 100)))
    await Promise.all(words.map((word, index) => opened[index % opened.length]?.cosigner.judge(word)))
    const { signed_at } = await first.db.selectFrom('bindings').selectAll().executeTakeFirstOrThrow()
    expect(signed_at).toBe(now)

    const pull = { phase: 'authorize', account, amount: 5n, action: 1 } as const
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        opened[index % opened.length]?.cosigner.judge({ ...pull, amount: BigInt(1 + (index % 4)) }),
      ),
    )
    expect(results.every((result) => result?.approved)).toBe(true)
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(4)
    expect(await first.db.selectFrom('signatures').select('digest').execute()).toHaveLength(4)
    const report = await verifyAuditStore(first)
    expect(report).toMatchObject({ ok: true, unrecordedSignatures: 0 })
    expect(report.chains).toHaveLength(stores.length)

    await first.db.deleteFrom('audit').where('kind', '=', 'sign').where('seq', '>', 2).execute()
    expect(await verifyAuditStore(first)).toMatchObject({ ok: false })
  })
})
