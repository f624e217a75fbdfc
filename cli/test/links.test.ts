import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { ordinaryAccount } from '@holdfast/devnet'
import { craftLookalike } from '@holdfast/sdk/risk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { actOn } from './actors.js'
import type { RunningScript, User } from './createUser.js'
import { type CliStage, startCliStage } from './startCliStage.js'

let stage: CliStage
let chain: ReturnType<typeof actOn>

beforeAll(async () => {
  stage = await startCliStage()
  chain = actOn(stage.devnet)
})
afterEach(() => stage.devnet.faults.clear())
afterAll(() => stage.stop())

const origin = 'https://pay.example'

/** Creates a link as a script does, and reads it from its file. */
async function createLink(user: User, amount = '25', more = '') {
  const file = `link-${randomUUID()}`
  const ended = await user.script(`link create ${amount} --origin ${origin} --yes --link-file ${file} ${more}`)
  expect(ended.code, ended.stderr).toBe(0)
  expect(statSync(`${user.home}/${file}`).mode & 0o777).toBe(0o600)
  const link = readFileSync(`${user.home}/${file}`, 'utf8').trim()
  const { transferId } = ended.json.result
  expect(link).toMatch(new RegExp(`^${origin}/#/pay/5042002/${transferId}/[\\w-]{43}$`))
  const secret = link.split('/').at(-1) ?? ''
  expect(ended.stdout + ended.stderr).not.toContain(secret)
  return { ...ended.json.result, link, secret }
}

describe.concurrent('a link', () => {
  test('is created, shown, claimed once, and listed', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user(1_000_000n)])
    const made = await createLink(alice)
    expect(made).toMatchObject({ amount: '25000000', fee: '0', needsRelease: false, from: alice.address })
    const shown = await bob.script('link show', { input: made.link })
    expect(shown.json.result).toMatchObject({
      kind: 'payment',
      state: 'open',
      amount: '25000000',
      unverifiedSender: alice.address,
      recipient: null,
      needs: 'nothing',
      isHolderPaid: true,
    })
    const friend = ordinaryAccount().address
    const claimed = await bob.script(`link claim --recipient ${friend} --yes`, { input: made.link })
    expect(claimed, claimed.stderr).toMatchObject({
      code: 0,
      json: { result: { outcome: 'claimed', recipient: friend } },
    })
    expect(await chain.balanceOf(friend)).toBe(25_000_000n)
    const again = await bob.script('link claim --yes', { input: made.link })
    expect(again).toMatchObject({ code: 4, json: { error: { code: 'transfer_unavailable' } } })
    expect((await alice.script('link list')).json.result.links).toMatchObject([
      { transferId: made.transferId, state: 'claimed', paidTo: friend },
    ])
    for (const { stdout, stderr } of [shown, claimed, again]) expect(stdout + stderr).not.toContain(made.secret)
  })

  test('with release pays only whom the sender has released, by a transaction or by a signature', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user(1_000_000n)])
    const [first, second] = [await createLink(alice, '5', '--release'), await createLink(alice, '150')]
    expect([first.needsRelease, second.needsRelease]).toEqual([true, true])
    expect((await alice.script(`link release ${first.transferId} --yes`)).json.error.code).toBe('release_ambiguous')
    const asked = await bob.script('link claim --yes', { input: first.link })
    expect(asked.json.result).toMatchObject({ outcome: 'release_requested', recipient: bob.address })
    const [row] = (await alice.script('link list')).json.result.links.filter(
      (one: { transferId: string }) => one.transferId === first.transferId,
    )
    expect(row).toMatchObject({ state: 'open', asked: [bob.address], askedCount: 1 })
    // A script pays no address that only the holder of the link has named.
    const unnamed = await alice.script(`link release ${first.transferId} --yes`)
    expect(unnamed).toMatchObject({ code: 4, json: { error: { code: 'release_ambiguous' } } })
    expect(JSON.stringify(unnamed.json.error)).toContain(bob.address)
    const released = await alice.script(`link release ${first.transferId} --to ${bob.address} --yes`)
    expect(released, released.stderr).toMatchObject({ code: 0, json: { result: { recipient: bob.address } } })

    const friend = ordinaryAccount().address
    await bob.script(`link claim --recipient ${friend} --yes`, { input: second.link })
    // A second holder of the link: no one of the two is chosen.
    await bob.script('link claim --yes', { input: second.link })
    const two = (await alice.script(`link release ${second.transferId} --yes`)).json.error
    expect(two).toMatchObject({ code: 'release_ambiguous', message: expect.stringContaining('2 addresses ask') })
    for (const address of [friend, bob.address]) expect(JSON.stringify(two)).toContain(address)
    const signed = await alice.script(`link release ${second.transferId} --to ${friend} --yes --sign release.json`)
    expect(signed.json.result).toMatchObject({ txHash: null, signedTo: 'release.json', recipient: friend })
    expect(await chain.balanceOf(friend)).toBe(0n)
    const { signature } = JSON.parse(readFileSync(`${alice.home}/release.json`, 'utf8'))
    expect(signed.stdout + signed.stderr).not.toContain(signature.slice(2))
    writeFileSync(`${bob.home}/release.json`, readFileSync(`${alice.home}/release.json`))
    const submitted = await bob.script('link release --signed release.json --yes')
    expect(submitted, submitted.stderr).toMatchObject({ code: 0 })
    expect(await chain.balanceOf(friend)).toBe(150_000_000n)
  })

  test('is not released to an imitation of a payee', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user(1_000_000n)])
    const payee = ordinaryAccount().address
    await chain.pay(alice, payee, 40_000_000n)
    const { transferId, link } = await createLink(alice, '5', '--release')
    const imitation = craftLookalike(payee)
    await bob.script(`link claim --recipient ${imitation} --yes`, { input: link })
    for (const more of ['', '--sign release.json']) {
      const refused = await alice.script(`link release ${transferId} --to ${imitation} --yes ${more}`)
      expect(refused).toMatchObject({ code: 3, json: { error: { code: 'risk_blocked' } } })
    }
    expect(existsSync(`${alice.home}/release.json`)).toBe(false)
    expect((await alice.script(`transfer ${transferId}`)).json.result.status).toBe('PENDING')
  })

  test('is taken back alone or with all others', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user(1_000_000n)])
    const made = [await createLink(alice, '1'), await createLink(alice, '2'), await createLink(alice, '3')] as const
    const ids = made.map(({ transferId }) => transferId)
    const [, kept] = made
    expect((await alice.script(`send ${bob.address} 4 --yes --code-file code`)).code).toBe(0)
    expect((await bob.script(`link cancel ${ids[0]} --yes`)).json.error.facts).toContain('Reason: not_sender')
    expect((await bob.script(`link cancel 999999 --yes`)).json.error.facts).toContain('Reason: unknown')
    const stolen = await bob.script(`link release ${ids[0]} --to ${bob.address} --yes`)
    expect(stolen.json.error.facts).toContain('Reason: not_sender')
    const one = await alice.script(`link cancel ${ids[0]} --yes`)
    expect(one.json.result).toMatchObject({ cancelled: [ids[0]], amount: '1000000' })
    writeFileSync(`${alice.home}/links.txt`, `\n${kept.link}\n`)
    const listed = await alice.script(`link list --links links.txt --origin ${origin}`)
    expect(listed.json.result.links).toMatchObject([{ line: null }, { transferId: ids[1], line: 2 }, { line: null }])
    expect(listed.stdout + listed.stderr).not.toContain(kept.secret)
    const [claim] = listed.json.result.claimLinks
    expect(claim).toMatchObject({ state: 'open', to: bob.address })
    expect((await bob.script(`link show ${claim.link}`)).json.result).toMatchObject({ kind: 'claim', state: 'open' })
    const all = await alice.script('link cancel --all --yes')
    expect(all.json.result).toMatchObject({ cancelled: [ids[2], ids[1]], amount: '5000000' })
    expect((await alice.script('link cancel --all --yes')).json.result).toMatchObject({ txHash: null, cancelled: [] })
  })

  const hostile = `${origin}/#/pay/5042002/1/${'A'.repeat(43)}`
  // The input comes last: it is not a part of the name.
  test.each(
    (
      [
        [`link create 25 --yes --link-file x`, '', 2, 'missing_origin'],
        [`link create 25 --origin http://pay.example --yes --link-file x`, '', 2, 'invalid_input'],
        [`link create 25 --origin ${origin} --yes`, '', 2, 'nowhere_to_show'],
        [`link show ${hostile}`, '', 2, 'secret_typed'],
        ['link show', 'https://pay.example/#/pay/1', 2, 'link_malformed'],
        ['link claim --yes', 'x', 2, 'link_malformed'],
        ['link show', `https://pay.example/#/pay/1/1/${'A'.repeat(43)}`, 2, 'unknown_chain'],
        ['link claim --yes', `https://pay.example/#/pay/9007199254740991/1/${'A'.repeat(43)}`, 2, 'unknown_chain'],
        [
          'link claim --yes',
          `https://рay.example/#/pay/5042002/${'9'.repeat(77)}/${'A'.repeat(43)}`,
          4,
          'transfer_unavailable',
        ],
        ['link claim --yes', `${'x'.repeat(10_000_000)}#/pay/5042002/1/${'A'.repeat(43)}`, 2, 'link_malformed'],
        ['link show', `https://pay.example/#/pay/5042002/1/${'A'.repeat(43)}?amount=5`, 2, 'link_malformed'],
        ['link cancel', '', 2, 'usage'],
        ['link cancel 42 --all', '', 2, 'usage'],
        ['link list --links gone.txt', '', 2, 'file_unreadable'],
        ['link list --origin http://pay.example', '', 2, 'invalid_input'],
        ['link release --signed gone.json --yes', '', 2, 'file_unreadable'],
        ['request pay', '', 2, 'usage'],
        ['request show nonsense', '', 2, 'request_malformed'],
        ['contacts import gone.json', '', 2, 'file_unreadable'],
        ['contacts confirm Unknown', '', 2, 'unknown_contact'],
        ['watch --recall --from 0x8617E340B3D01FA5F11F306F4090FD50E238070D', '', 2, 'usage'],
        ['watch --arm-new', '', 2, 'usage'],
        ['send @Unknown 5 --yes --code-file x', '', 2, 'unknown_contact'],
        [`link create 5 --to @Unknown --origin ${origin} --yes --code-file x`, '', 2, 'unknown_contact'],
        [
          `link create 5 --to 0x8617E340B3D01FA5F11F306F4090FD50E238070D --release --origin ${origin} --yes`,
          '',
          2,
          'usage',
        ],
      ] as const
    ).map(([args, input, code, error]) => [args, code, error, input] as const),
  )('%s: exit %d, %s', async (args, code, error, input) => {
    const user = await stage.user(0n)
    const ended = await user.script(args, { input })
    expect(ended, ended.stderr).toMatchObject({ code, json: { error: { code: error } } })
    expect(ended.stdout + ended.stderr).not.toContain('A'.repeat(43))
  })
})

test('many requests of one holder do not flood the list: the first, the last and their number are shown', async () => {
  const alice = await stage.user()
  const { transferId, link } = await createLink(alice, '5', '--release')
  const asked = await chain.askForRelease(link, 20)
  const ends = [...asked.slice(0, 4), ...asked.slice(-4)]
  const [row] = (await alice.script('link list')).json.result.links
  expect(row).toMatchObject({ asked: ends, askedCount: 20 })
  const { error } = (await alice.script(`link release ${transferId} --yes`)).json
  expect(error).toMatchObject({ code: 'release_ambiguous', message: expect.stringContaining('20 addresses ask') })
  for (const address of asked) expect(JSON.stringify(error).includes(address)).toBe(ends.includes(address))
})

describe.concurrent('a request', () => {
  test('is signed, shown, paid like a send, and paid again only when asked for', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    const made = await bob.script(`request create 25 --reference INV-7 --origin ${origin} --file invoice.txt`)
    expect(made, made.stderr).toMatchObject({ code: 0, json: { result: { payee: bob.address, amount: '25000000' } } })
    const { uri, link, requestHash } = made.json.result
    expect(uri).toMatch(/^holdfast:request\?v=1&d=/)
    for (const text of [uri, link]) {
      const shown = await alice.script(`request show ${text}`)
      expect(shown.json.result).toMatchObject({ payee: bob.address, signedBy: 'key', requestHash, paidBefore: [] })
    }
    const paid = await alice.script(`request pay ${uri} --yes --code-file code`)
    expect(paid, paid.stderr).toMatchObject({
      code: 0,
      json: { result: { to: bob.address, amount: '25000000', requestHash, reference: 'INV-7' } },
    })
    writeFileSync(`${alice.home}/invoice.txt`, readFileSync(`${bob.home}/invoice.txt`))
    const twice = await alice.script('request pay --file invoice.txt --yes --code-file again')
    expect(twice).toMatchObject({ code: 6, json: { error: { code: 'request_paid' } } })
    expect(existsSync(`${alice.home}/again`)).toBe(false)
    const session = alice.type(`request pay '${uri}' --code-file again`)
    await session.see('You have paid this request before')
    await session.see('Pay it again?')
    session.answer('n')
    expect(await session.end()).toBe(6)
    expect(existsSync(`${alice.home}/again`)).toBe(false)
    const again = await alice.script(`request pay ${link} --yes --again --code-file again`)
    expect(again, again.stderr).toMatchObject({ code: 0 })
    expect((await alice.script(`request show ${uri}`)).json.result.paidBefore).toHaveLength(2)
  })

  test('is paid once when two commands pay it at the same time', async () => {
    const [alice, bob] = await Promise.all([stage.user(), stage.user()])
    expect((await alice.script('terms register --yes')).code).toBe(0)
    const { uri } = (await bob.script('request create 5')).json.result
    const pay = (file: string) => alice.script(`request pay ${uri} --yes --code-file ${file}`)
    const both = await Promise.all([pay('one'), pay('two')])
    expect(both.map(({ code }) => code).sort()).toEqual([0, 6])
    expect(both.find(({ code }) => code === 6)?.json.error).toMatchObject({ code: 'request_paid' })
    expect((await alice.script(`request show ${uri}`)).json.result.paidBefore).toHaveLength(1)
  })

  test('of an imitation stays blocked, and the reason says where the address is from', async () => {
    const [alice, mallory] = await Promise.all([stage.user(), stage.user()])
    await chain.pay(alice, craftLookalike(mallory.address), 40_000_000n)
    const { uri } = (await mallory.script('request create')).json.result
    const refused = await alice.script(`request pay ${uri} --amount 25 --yes --code-file code`)
    expect(refused).toMatchObject({ code: 3, json: { error: { code: 'risk_blocked' } } })
    expect(refused.stdout).toContain('comes from a payment request')
    expect(existsSync(`${alice.home}/code`)).toBe(false)
    expect((await alice.script(`request show ${uri}`)).json.result.paidBefore).toEqual([])
  })
})

test('a request that expires while the person looks at it is not paid, and neither is another amount', async () => {
  const [alice, bob] = await Promise.all([stage.user(), stage.user()])
  const { uri } = (await bob.script('request create 5 --expires-in 5m')).json.result
  const session = alice.type(`request pay '${uri}' --code-file late`)
  await session.see('Lock 5 USDC')
  await stage.devnet.primary.increaseTime(400)
  session.answer('y')
  await session.see('expired')
  expect(await session.end()).not.toBe(0)
  expect(existsSync(`${alice.home}/late`)).toBe(false)
  for (const args of [`--amount 6`, `--amount 4`]) {
    const fresh = (await bob.script('request create 5')).json.result.uri
    const refused = await alice.script(`request pay ${fresh} ${args} --yes --code-file other`)
    expect(refused).toMatchObject({ code: 2, json: { error: { code: 'invalid_amount' } } })
  }
})

test('a confirmed contact is paid by its name, and an imported name pays no one', async () => {
  const [alice, bob] = await Promise.all([stage.user(), stage.user(1_000_000n)])
  await alice.script(`contacts add ${bob.address} --name Bob`)
  const sent = await alice.script('send @bob 5 --yes --code-file code')
  expect(sent, sent.stderr).toMatchObject({ code: 0, json: { result: { to: bob.address, amount: '5000000' } } })
  const made = await alice.script(`link create 5 --to @Bob --origin ${origin} --yes --code-file linkcode`)
  expect(made, made.stderr).toMatchObject({ code: 0, json: { result: { to: bob.address } } })
  const { link, transferId } = made.json.result
  expect(link).toBe(`${origin}/#/claim/5042002/${transferId}`)
  const code = readFileSync(`${alice.home}/linkcode`, 'utf8').trim()
  const claimed = await bob.script(`link claim ${link} --yes`, { input: code })
  expect(claimed, claimed.stderr).toMatchObject({ code: 0, json: { result: { recipient: bob.address } } })

  const mallory = ordinaryAccount().address
  const book = { type: 'holdfast:contacts', v: 1, contacts: [{ address: mallory, name: 'Carol' }] }
  writeFileSync(`${alice.home}/book.json`, JSON.stringify(book))
  expect((await alice.script('contacts import book.json')).code).toBe(0)
  for (const line of ['send @Carol 5', `link create 5 --to @carol --origin ${origin}`]) {
    const refused = await alice.script(`${line} --yes --code-file none`)
    expect(refused).toMatchObject({ code: 4, json: { error: { code: 'contact_not_confirmed' } } })
  }
  expect(existsSync(`${alice.home}/none`)).toBe(false)
})

test('contacts are exported, imported without trust, and confirmed one by one', async () => {
  const [alice, bob] = await Promise.all([stage.user(), stage.user()])
  const friend = ordinaryAccount().address
  const added = await alice.script(`contacts add ${friend} --name Carol`)
  expect(added.json.result).toMatchObject({ address: friend, name: 'Carol', words: expect.any(Array) })
  expect((await alice.script('contacts export --file book.json')).json.result).toEqual({
    file: 'book.json',
    contacts: 1,
  })
  writeFileSync(`${bob.home}/book.json`, readFileSync(`${alice.home}/book.json`))
  const imported = await bob.script('contacts import book.json')
  expect(imported.json.result).toEqual({ added: [{ address: friend, name: 'Carol' }], skipped: [] })
  expect((await bob.script('contacts list')).json.result).toMatchObject({
    contacts: [],
    book: [{ address: friend, name: 'Carol', status: 'imported' }],
  })
  const soft = (await bob.script(`check ${craftLookalike(friend)}`)).json.result
  expect(soft).toMatchObject({
    level: 'warning',
    reasons: expect.arrayContaining([expect.objectContaining({ strength: 'soft' })]),
  })
  expect((await bob.script('contacts confirm carol')).json.result).toMatchObject({ address: friend, name: 'Carol' })
  expect((await bob.script(`check ${craftLookalike(friend)}`)).json.result.level).toBe('block')
  for (const text of ['{', '[]', '{"type":"holdfast:contacts","v":1,"contacts":[{"address":"0x1"}]}']) {
    writeFileSync(`${bob.home}/hostile.json`, text)
    expect(await bob.script('contacts import hostile.json')).toMatchObject({
      code: 2,
      json: { error: { code: 'invalid_input' } },
    })
  }
  expect((await bob.script('contacts remove Carol')).json.result.isRemoved).toBe(true)
})

test('a watch takes a payment back once the genuine payee is known, and tells so line by line', async () => {
  const alice = await stage.user()
  const payee = ordinaryAccount().address
  const imitation = craftLookalike(payee)
  const ids: string[] = []
  for (const file of ['a', 'b']) {
    const sent = await alice.script(`send ${imitation} 5 --yes --code-file ${file}`)
    ids.push(sent.json.result.transferId)
  }
  const { said, stop } = startWatch(alice, `--recall --except ${ids[1]} --interval 1s --yes`)
  await expect.poll(said).toContain(`Transfer ${ids[0]}`)
  await chain.pay(alice, payee, 40_000_000n)
  await expect.poll(said).toContain(': taken back.')
  const ended = await stop()
  expect(ended.stdout).toContain(`Watching the open payments of ${alice.address}: 2, of which 1 may be taken back.`)
  expect((await alice.script(`transfer ${ids[0]}`)).json.result.status).toBe('CANCELLED')
  expect((await alice.script(`transfer ${ids[1]}`)).json.result.status).toBe('PENDING')
})

test('a watch spares what was sent against the advice of the firewall, and arms what is sent while it runs', async () => {
  const alice = await stage.user()
  const [payee, later] = [ordinaryAccount().address, ordinaryAccount().address]
  const imitation = craftLookalike(payee)
  await chain.pay(alice, payee, 40_000_000n)
  const report = 'report.json'
  await alice.script(`check ${imitation} --amount 5 --save ${report}`)
  const against = await alice.script(`send ${imitation} 5 --acknowledge ${report} --yes --code-file a`)
  expect(against, against.stderr).toMatchObject({ code: 0, json: { result: { firewall: 'block' } } })
  // Another code does not make it another payment.
  const { transferId } = against.json.result
  expect((await alice.script(`rekey ${transferId} --yes --code-file b`)).code).toBe(0)
  const { said, stop } = startWatch(alice, '--recall --arm-new --interval 1s --yes')
  await expect.poll(said).toContain(', of which 0 may be taken back')
  await expect.poll(said).toContain(`Transfer ${transferId}`)
  const sent = await alice.script(`send ${craftLookalike(later)} 5 --yes --code-file c`)
  const armed = sent.json.result.transferId
  await expect.poll(said).toContain('may be taken back from now on')
  await chain.pay(alice, later, 40_000_000n)
  await expect.poll(said).toContain(': taken back.')
  await stop()
  expect((await alice.script(`transfer ${armed}`)).json.result.status).toBe('CANCELLED')
  expect((await alice.script(`transfer ${transferId}`)).json.result.status).toBe('PENDING')
})

test('a deadline is over when it is by the clock of the chain, whatever this machine says', async () => {
  const alice = await stage.user()
  const { configId } = (await alice.script('terms register --window 60 --yes')).json.result
  const to = ordinaryAccount().address
  const sent = await alice.script(`send ${to} 5 --terms ${configId} --yes --code-file code`)
  const { transferId } = sent.json.result
  const first = startWatch(alice, '--yes')
  await expect.poll(first.said).toContain(`Watching the open payments of ${alice.address}: 1,`)
  await first.stop()
  await stage.devnet.primary.increaseTime(70)
  expect((await alice.script(`transfer ${transferId}`, { json: false })).stdout).toContain('past its deadline')
  const second = startWatch(alice, '--yes')
  await expect.poll(second.said).toContain(`Watching the open payments of ${alice.address}: 0,`)
  await second.stop()
})

test('a link whose creation was interrupted is found by resume, and claimed by what was shown before', async () => {
  const alice = await stage.user()
  expect((await alice.script('terms register --yes')).code).toBe(0)
  stage.devnet.faults.set({ rpc: { receiptDelayBlocks: 100_000 } })
  const sent = await alice.script(`link create 25 --origin ${origin} --yes --link-file link --timeout 1`)
  stage.devnet.faults.clear()
  expect(sent, sent.stderr).toMatchObject({ code: 7, json: { error: { code: 'transaction_unconfirmed' } } })
  const before = readFileSync(`${alice.home}/link`, 'utf8').trim()
  expect(before).toContain('/<id>/')
  const secret = before.split('/').at(-1) ?? ''
  const pending = `${alice.home}/state/holdfast/pending`
  for (const name of readdirSync(pending)) expect(readFileSync(`${pending}/${name}`, 'utf8')).not.toContain(secret)
  const resumed = await alice.script(`resume ${sent.json.error.resume}`)
  expect(resumed, resumed.stderr).toMatchObject({ code: 0, json: { result: { command: 'link create' } } })
  const link = before.replace('<id>', resumed.json.result.outcome.transferId)
  expect((await alice.script('link show', { input: link })).json.result).toMatchObject({ state: 'open' })
})

/** Starts a watch, which runs until it is stopped. */
function startWatch(user: User, args: string) {
  let child: RunningScript | undefined
  const ended = user.spawn(`watch ${args}`, { json: false, onStart: (one) => (child = one) })
  return {
    /** What it has written so far. */
    said: () => child?.said() ?? '',
    async stop() {
      child?.kill('SIGINT')
      return ended
    },
  }
}
