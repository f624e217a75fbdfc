import { issuerContracts } from '@holdfast/contracts'
import vectors from '@holdfast/testkit/vectors/issuer.json' with { type: 'json' }
import {
  type Address,
  type BaseError,
  ContractFunctionRevertedError,
  concat,
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  maxUint256,
  numberToHex,
  pad,
  parseEventLogs,
  publicActions,
  slice,
  zeroHash,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { arcTestnet, baseSepolia } from 'viem/chains'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hubMinterAbi } from '../src/generated/HubMinter.js'
import { hubWalletAbi } from '../src/generated/HubWallet.js'
import { type Devnet, type HubFaults, startDevnet } from '../src/index.js'
import {
  encodeAttestation,
  encodeIntents,
  intentsDigest,
  type TransferSpec,
  transferSpecHash,
} from '../src/issuer/hub/transferSpec.js'
import { balanceOf, stranger } from './actors.js'
import { remoteBalanceOf } from './remoteActors.js'

const { gateway } = vectors.testVectors
const { hubWallet, hubMinter } = issuerContracts
const [ARC, BASE] = [26, 6]

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet({ blockTimeMs: 25, issuerPace: 0.001 })
})
afterEach(() => devnet.faults.clear())
afterAll(() => devnet?.stop())

const setHub = (hub: Partial<HubFaults>) => devnet.faults.set({ hub: { rateLimit: null, ...hub } })

function wallet(domain: number, account: PrivateKeyAccount) {
  const [chain, { rpcUrl }] = domain === ARC ? [arcTestnet, devnet.primary] : [baseSepolia, devnet.remote]
  return createWalletClient({ account, chain, transport: http(rpcUrl), pollingInterval: 20 }).extend(publicActions)
}

const usdcOn = (domain: number) => (domain === ARC ? devnet.primary.usdc : devnet.remote.usdc)

/** An account with a deposit on a chain that the Hub counts. */
async function depositor(domain: number, amount: bigint) {
  const account = privateKeyToAccount(generatePrivateKey())
  const chain = domain === ARC ? devnet.primary : devnet.remote
  await chain.fund(account.address, amount + 10_000_000n)
  const client = wallet(domain, account)
  const token = usdcOn(domain)
  const approve = await client.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [hubWallet, amount],
  })
  await client.waitForTransactionReceipt({ hash: approve })
  await write(client, 'deposit', [token, amount])
  await vi.waitFor(async () => expect(await balance(domain, account.address)).toBe(amount), wait)
  return account
}

const wait = { timeout: 120_000, interval: 25 }

async function write(client: ReturnType<typeof wallet>, functionName: string, args: readonly unknown[]) {
  const { request } = await client.simulateContract({
    address: hubWallet,
    abi: hubWalletAbi,
    functionName,
    args,
  } as never)
  const hash = await client.writeContract(request as never)
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

async function api(path: string, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const reply = await fetch(`${devnet.issuer.hubUrl}${path}`, init)
  return { status: reply.status, body: await reply.json() }
}

/** USDC base units that the API reports as spendable. */
async function balance(domain: number, of: Address): Promise<bigint> {
  const { body } = await api('/v1/balances', { token: 'USDC', sources: [{ domain, depositor: of }] })
  expect(body.balances[0].balance).toMatch(/^\d+\.\d{6}$/)
  return BigInt(body.balances[0].balance.replace('.', ''))
}

function specOf(from: number, to: number, who: Address, value: bigint): TransferSpec {
  return {
    version: 1,
    sourceDomain: from,
    destinationDomain: to,
    sourceContract: pad(hubWallet),
    destinationContract: pad(hubMinter),
    sourceToken: pad(usdcOn(from)),
    destinationToken: pad(usdcOn(to)),
    sourceDepositor: pad(who),
    destinationRecipient: pad(who),
    sourceSigner: pad(who),
    destinationCaller: zeroHash,
    value,
    salt: generatePrivateKey(),
    hookData: '0x',
  }
}

const jsonOf = (spec: TransferSpec) => ({ ...spec, value: String(spec.value) })

async function signed(account: PrivateKeyAccount, spec: TransferSpec, maxFee: bigint, maxBlockHeight = maxUint256) {
  const intent = { maxBlockHeight, maxFee, spec }
  const digest = intentsDigest({ intents: [intent], isSet: false, signature: '0x' })
  return {
    burnIntent: { maxBlockHeight: String(maxBlockHeight), maxFee: String(maxFee), spec: jsonOf(spec) },
    signature: await account.sign({ hash: digest }),
  }
}

async function spend(
  account: PrivateKeyAccount,
  spec: TransferSpec,
  query = '?enableForwarder=true',
  maxFee = 200_000n,
) {
  return api(`/v1/transfer${query}`, [await signed(account, spec, maxFee)])
}

async function settled(id: string, states: readonly string[]) {
  return vi.waitFor(async () => {
    const { body } = await api(`/v1/transfer/${id}`)
    expect(states).toContain(body.status)
    return body
  }, wait)
}

describe('the contracts against the published vectors', () => {
  const spec = { ...gateway.transferSpec, value: BigInt(gateway.transferSpec.value) } as TransferSpec
  const single = { intents: [intentOf(gateway.burnIntent)], isSet: false, signature: '0x' } as const
  const set = { intents: gateway.burnIntentSet.intents.map(intentOf), isSet: true, signature: '0x' } as const

  test('the bytes, hashes and digests are the issuer’s', async () => {
    expect(transferSpecHash(spec)).toBe(gateway.transferSpecHash)
    expect(encodeIntents(single)).toBe(gateway.encodedBurnIntent)
    expect(encodeIntents(set)).toBe(gateway.encodedBurnIntentSet)
    expect(intentsDigest(single)).toBe(gateway.burnIntentDigest)
    expect(intentsDigest(set)).toBe(gateway.burnIntentSetDigest)
    expect(encodeAttestation([spec], BigInt(gateway.attestationMaxBlockHeight))).toBe(gateway.encodedAttestation)
    const client = wallet(ARC, stranger())
    const read = (functionName: 'getTypedDataHash' | 'domainSeparator', args: readonly unknown[]) =>
      client.readContract({ address: hubWallet, abi: hubWalletAbi, functionName, args } as never) as Promise<Hex>
    // The contract hashes the struct alone; a depositor signs it together with the domain.
    const signedOf = async (encoded: string) =>
      keccak256(concat(['0x1901', await read('domainSeparator', []), await read('getTypedDataHash', [encoded])]))
    expect(await read('getTypedDataHash', [gateway.encodedBurnIntent])).not.toBe(gateway.burnIntentDigest)
    expect(await signedOf(gateway.encodedBurnIntent)).toBe(gateway.burnIntentDigest)
    expect(await signedOf(gateway.encodedBurnIntentSet)).toBe(gateway.burnIntentSetDigest)
    expect(await read('domainSeparator', [])).toBe(gateway.domainSeparator)
  })

  test.each<[string, (single: Hex, set: Hex) => Hex, readonly unknown[]]>([
    ['TransferPayloadDataTooShort', () => '0x070afb', [4n, 3n]],
    ['InvalidTransferPayloadMagic', (one) => concat(['0x12345678', slice(one, 4)]), ['0x12345678']],
    ['TransferPayloadHeaderTooShort', (one) => slice(one, 0, 71), [72n, 71n]],
    ['TransferPayloadOverallLengthMismatch', (one) => concat([one, '0x00']), [412n, 413n]],
    ['TransferPayloadSetHeaderTooShort', (_, set) => slice(set, 0, 7), [8n, 7n]],
    ['TransferPayloadSetElementHeaderTooShort', (_, set) => slice(set, 0, 79), [0, 79n, 80n]],
    ['TransferPayloadSetElementTooShort', (_, set) => slice(set, 0, 831), [1, 831n, 832n]],
    [
      'TransferPayloadSetInvalidElementMagic',
      (_, set) => concat([slice(set, 0, 420), '0x12345678', slice(set, 424)]),
      [1, '0x12345678'],
    ],
    ['TransferPayloadSetOverallLengthMismatch', (_, set) => concat([set, '0x00']), [832n, 833n]],
    ['InvalidTransferSpecMagic', (one) => concat([slice(one, 0, 72), '0x12345678', slice(one, 76)]), ['0x12345678']],
    [
      'TransferSpecHeaderTooShort',
      (one) => concat([slice(one, 0, 68), numberToHex(339, { size: 4 }), slice(one, 72, 411)]),
      [340n, 339n],
    ],
    ['InvalidTransferSpecVersion', (one) => concat([slice(one, 0, 76), '0x00000002', slice(one, 80)]), [2]],
    ['TransferSpecOverallLengthMismatch', (one) => concat([slice(one, 0, 408), '0x00000001']), [341n, 340n]],
  ])('error: %s', async (name, spoil, args) => {
    const data = spoil(gateway.encodedBurnIntent as Hex, gateway.encodedBurnIntentSet as Hex)
    const call = { address: hubWallet, abi: hubWalletAbi, functionName: 'getTypedDataHash', args: [data] } as const
    const refused: BaseError = await wallet(ARC, stranger())
      .readContract(call)
      .then(
        () => Promise.reject(new Error('it was read')),
        (error) => error,
      )
    const reverted = refused.walk((cause) => cause instanceof ContractFunctionRevertedError)
    expect(reverted instanceof ContractFunctionRevertedError && reverted.data).toMatchObject({ errorName: name, args })
  })

  test('the published attestation mints, once', async () => {
    const client = wallet(BASE, privateKeyToAccount(devnet.remote.accounts[3]?.privateKey ?? '0x'))
    const call = {
      address: hubMinter,
      abi: hubMinterAbi,
      functionName: 'gatewayMint',
      args: [gateway.encodedAttestation as Hex, gateway.attestationSignature as Hex],
    } as const
    const user = vectors.testVectors.accounts.user as Address
    const before = await remoteBalanceOf(devnet, user)
    const receipt = await client.waitForTransactionReceipt({ hash: await client.writeContract(call) })
    expect((await remoteBalanceOf(devnet, user)) - before).toBe(spec.value)
    const [used] = parseEventLogs({ abi: hubMinterAbi, eventName: 'AttestationUsed', logs: receipt.logs })
    expect(used?.args).toMatchObject({ recipient: user, transferSpecHash: gateway.transferSpecHash, sourceDomain: ARC })
    await expect(client.simulateContract(call)).rejects.toThrow(/TransferSpecHashUsed/)
    const forged = [gateway.encodedAttestation, gateway.burnIntentSignature] as [Hex, Hex]
    await expect(client.simulateContract({ ...call, args: forged })).rejects.toThrow(/InvalidAttestationSigner/)
  })

  function intentOf({ maxBlockHeight, maxFee, spec }: (typeof gateway)['burnIntent']) {
    return {
      maxBlockHeight: BigInt(maxBlockHeight),
      maxFee: BigInt(maxFee),
      spec: { ...spec, value: BigInt(spec.value) } as TransferSpec,
    }
  }
})

describe('transfers', () => {
  test.each([
    ['from the primary chain to the remote one', ARC, BASE],
    ['from the remote chain to the primary one', BASE, ARC],
    ['on one chain, as a withdrawal', ARC, ARC],
  ])('behavior: %s', async (_, from, to) => {
    setHub({})
    const account = await depositor(from, 5_000_000n)
    const spec = specOf(from, to, stranger().address, 1_000_000n)
    const mine = { ...spec, sourceDepositor: pad(account.address), sourceSigner: pad(account.address) }
    const { status, body } = await spend(account, mine)
    expect([status, body.transferId]).toEqual([201, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(body).not.toHaveProperty('attestation')
    expect('transferFee' in body.fees.perIntent[0]).toBe(from !== to)
    const fee = BigInt(Math.round(Number(body.fees.total) * 1e6))
    expect(await balance(from, account.address)).toBe(4_000_000n - fee)

    const done = await settled(body.transferId, ['confirmed', 'finalized'])
    expect(done).toMatchObject({ destinationDomain: to, forwardingDetails: { forwardingEnabled: true } })
    const recipient = `0x${spec.destinationRecipient.slice(26)}` as Address
    const received = to === ARC ? await balanceOf(devnet, recipient) : await remoteBalanceOf(devnet, recipient)
    expect(received).toBe(1_000_000n)
    const receipt = await wallet(to, account).getTransactionReceipt({ hash: done.transactionHash })
    const [used] = parseEventLogs({ abi: hubMinterAbi, eventName: 'AttestationUsed', logs: receipt.logs })
    expect(used?.args).toMatchObject({ sourceDomain: from, sourceDepositor: pad(account.address).toLowerCase() })

    // The deposit behind it is burned later, and the fee taken.
    await vi.waitFor(async () => {
      const args = [usdcOn(from), account.address] as const
      const call = { address: hubWallet, abi: hubWalletAbi, functionName: 'totalBalance', args } as const
      expect(await wallet(from, account).readContract(call)).toBe(4_000_000n - fee)
    }, wait)
    expect(await balance(from, account.address)).toBe(4_000_000n - fee)
    expect((await api(`/v1/transferSpec/${transferSpecHash(mine)}`)).body).toEqual(jsonOf(mine))
  })

  test('behavior: without forwarder the caller mints, or it expires and is free again', async () => {
    setHub({})
    const account = await depositor(ARC, 5_000_000n)
    const lost = specOf(ARC, BASE, account.address, 1_000_000n)
    const kept = specOf(ARC, BASE, account.address, 2_000_000n)
    const [expiring, minting] = [await spend(account, lost, ''), await spend(account, kept, '')]
    expect(minting.body.attestation).toBe(encodeAttestation([kept], BigInt(minting.body.expirationBlock)))
    await devnet.remote.fund(account.address, 0n)
    const hash = await wallet(BASE, account).writeContract({
      address: hubMinter,
      abi: hubMinterAbi,
      functionName: 'gatewayMint',
      args: [minting.body.attestation, minting.body.signature],
    })
    expect((await settled(minting.body.transferId, ['confirmed', 'finalized'])).transactionHash).toBe(hash)
    await devnet.remote.mine(20)
    await settled(expiring.body.transferId, ['expired'])
    expect(await balance(ARC, account.address)).toBe(3_000_000n - 3_500n - 100n)
  })

  test('behavior: a mint that fails on chain holds the money for a while', async () => {
    setHub({ failMints: 1 })
    const account = await depositor(ARC, 5_000_000n)
    const { body } = await spend(account, specOf(ARC, BASE, account.address, 1_000_000n))
    const failed = await settled(body.transferId, ['failed'])
    expect(failed.forwardingDetails).toEqual({ forwardingEnabled: true, failureReason: 'ON_CHAIN_FAILURE' })
    expect(await balance(ARC, account.address)).toBeLessThan(4_000_000n)
    await vi.waitFor(async () => expect(await balance(ARC, account.address)).toBe(5_000_000n), wait)
    const again = await spend(account, specOf(ARC, BASE, account.address, 1_000_000n))
    await settled(again.body.transferId, ['confirmed', 'finalized'])
    expect((await settled(body.transferId, ['failed'])).status).toBe('failed')
  })

  test('behavior: an accepted transfer is not accepted again when its answer was lost', async () => {
    setHub({ rules: [{ kind: 'timeout-after', match: '/v1/transfer' }] })
    const account = await depositor(ARC, 5_000_000n)
    const request = [await signed(account, specOf(ARC, BASE, account.address, 1_000_000n), 200_000n)]
    const send = () =>
      fetch(`${devnet.issuer.hubUrl}/v1/transfer?enableForwarder=true`, {
        method: 'POST',
        body: JSON.stringify(request),
      })
    expect((await send()).status).toBe(504)
    expect((await send()).status).toBe(400)
    expect(await balance(ARC, account.address)).toBeGreaterThan(3_800_000n)
  })

  test('behavior: a delegate signs for the depositor, a revoked one does not', async () => {
    setHub({})
    const [account, delegate] = [await depositor(ARC, 5_000_000n), stranger()]
    const client = wallet(ARC, account)
    const spec = { ...specOf(ARC, BASE, account.address, 1_000_000n), sourceSigner: pad(delegate.address) }
    expect((await spend(delegate, spec)).body.message).toMatch(/Signer is not authorized/)
    await write(client, 'addDelegate', [devnet.primary.usdc, delegate.address])
    const { body } = await spend(delegate, spec)
    await write(client, 'removeDelegate', [devnet.primary.usdc, delegate.address])
    await settled(body.transferId, ['confirmed', 'finalized'])
    const next = { ...spec, salt: generatePrivateKey() }
    expect((await spend(delegate, next)).body.message).toMatch(/Signer is not authorized/)
  })
})

describe('estimates', () => {
  test('behavior: as measured, and the echoed spec must not be signed', async () => {
    const spec = specOf(ARC, BASE, stranger().address, 1_000_000n)
    const { body } = await api('/v1/estimate?enableForwarder=true', [{ spec: jsonOf(spec) }])
    const { burnIntent } = body.body[0]
    expect(BigInt(burnIntent.maxFee)).toBe(BigInt(Math.round(Number(body.fees.total) * 1e6)))
    expect(body.fees.perIntent).toEqual([
      { transferSpecHash: transferSpecHash(spec), domain: ARC, baseFee: '0.0035', transferFee: '0.00005' },
    ])
    expect(burnIntent.spec.sourceDepositor).toHaveLength(42)
    expect(BigInt(burnIntent.maxBlockHeight)).toBeGreaterThan(devnet.primary.latestBlock + 1_000_000n)
    const enough = await api('/v1/estimate?enableForwarder=true', [{ spec: jsonOf(spec), maxFee: '900000' }])
    expect(enough.body.body[0].burnIntent.maxFee).toBe('900000')
  })

  test('behavior: height and fee of an estimate are accepted without a margin, also later and without hookData', async () => {
    setHub({})
    const account = await depositor(ARC, 5_000_000n)
    const spec = specOf(ARC, BASE, account.address, 1_000_000n)
    const quotes = []
    // The price changes: each of several consecutive estimates is enough.
    for (let index = 0; index < 6; index++)
      quotes.push(await api('/v1/estimate?enableForwarder=true', [{ spec: jsonOf(spec) }]))
    const intents = quotes.map(({ body }) => body.body[0].burnIntent)
    const cheapest = intents.toSorted((one, other) => Number(one.maxFee) - Number(other.maxFee))[0]
    await devnet.primary.mine(20)
    const item = await signed(account, spec, BigInt(cheapest.maxFee), BigInt(cheapest.maxBlockHeight))
    const { hookData: _, ...bare } = item.burnIntent.spec
    const request = [{ ...item, burnIntent: { ...item.burnIntent, spec: bare } }]
    expect((await api('/v1/transfer?enableForwarder=true', request)).status).toBe(201)
  })

  test('behavior: without forwarder a tenth on top, wrapped or bare', async () => {
    const spec = jsonOf(specOf(ARC, ARC, stranger().address, 1_000_000n))
    const wrapped = await api('/v1/estimate', [{ spec }])
    expect(wrapped.body.body[0].burnIntent.maxFee).toBe('3850')
    setHub({ bareEstimates: true })
    const bare = await api('/v1/estimate', [{ spec }])
    expect(bare.body[0].burnIntent.maxFee).toBe('3850')
  })
})

describe('deposits', () => {
  test('behavior: pending until they count', async () => {
    setHub({ holdDeposits: true })
    const account = privateKeyToAccount(devnet.remote.accounts[4]?.privateKey ?? '0x')
    const client = wallet(BASE, account)
    const args = [hubWallet, 2_000_000n] as const
    const call = { address: devnet.remote.usdc, abi: erc20Abi, functionName: 'approve', args } as const
    await client.waitForTransactionReceipt({ hash: await client.writeContract(call) })
    const { transactionHash } = await write(client, 'deposit', [devnet.remote.usdc, 2_000_000n])
    const question = { token: 'USDC', sources: [{ depositor: account.address }] }
    await vi.waitFor(async () => {
      const { body } = await api('/v1/deposits', question)
      expect(body.deposits).toMatchObject([{ domain: BASE, transactionHash, amount: '2000000', status: 'pending' }])
    }, wait)
    expect(await balance(BASE, account.address)).toBe(0n)
    setHub({ holdDeposits: false })
    await vi.waitFor(async () => expect(await balance(BASE, account.address)).toBe(2_000_000n), wait)
    expect((await api('/v1/deposits', question)).body.deposits).toEqual([])
  })

  test('behavior: a plain transfer to the wallet is not one', async () => {
    setHub({})
    const account = privateKeyToAccount(devnet.primary.accounts[5]?.privateKey ?? '0x')
    const client = wallet(ARC, account)
    const args = [hubWallet, 1_000_000n] as const
    const call = { address: devnet.primary.usdc, abi: erc20Abi, functionName: 'transfer', args } as const
    await client.waitForTransactionReceipt({ hash: await client.writeContract(call) })
    expect(await balance(ARC, account.address)).toBe(0n)
  })

  test('behavior: withdrawn without the service, after the delay', async () => {
    setHub({})
    const account = await depositor(ARC, 5_000_000n)
    const client = wallet(ARC, account)
    const token = devnet.primary.usdc
    await write(client, 'initiateWithdrawal', [token, 2_000_000n])
    await vi.waitFor(async () => expect(await balance(ARC, account.address)).toBe(3_000_000n), wait)
    const withdraw = { address: hubWallet, abi: hubWalletAbi, functionName: 'withdraw', args: [token] } as const
    await expect(client.simulateContract(withdraw)).rejects.toThrow(/WithdrawalNotYetAvailable/)
    await devnet.primary.mine(200)
    const before = await balanceOf(devnet, account.address)
    await write(client, 'withdraw', [token])
    expect((await balanceOf(devnet, account.address)) - before).toBeGreaterThan(1_900_000n)
  })
})

describe('error', () => {
  test('the service refuses with its own messages, cheapest check first', async () => {
    setHub({})
    const account = await depositor(ARC, 1_000_000n)
    const spec = specOf(ARC, BASE, account.address, 500_000n)
    const refused = async (body: unknown, query = '?enableForwarder=true') => {
      const reply = await api(`/v1/transfer${query}`, body)
      expect([reply.status, reply.body.success]).toEqual([400, false])
      return reply.body.message as string
    }
    expect(await refused({})).toBe('Expected array, received object')
    expect(await refused([])).toBe('At least one signed burn intent or burn intent set is required')
    const good = await signed(account, spec, 200_000n)
    expect(await refused(Array.from({ length: 17 }, () => good))).toMatch(/16/)
    const odd = { ...good, burnIntent: { ...good.burnIntent, maxFee: '1000000n' } }
    expect(await refused([odd])).toBe('Must be a valid positive integer string')
    expect(await refused([good, await signed(account, specOf(ARC, ARC, account.address, 1n), 9_000n)])).toBe(
      'All burn intents in a request must have the same destination domain',
    )
    expect(await refused([{ ...good, signature: (await signed(stranger(), spec, 200_000n)).signature }])).toMatch(
      /Signer is not authorized/,
    )
    expect(await refused([await signed(account, spec, 200_000n, devnet.primary.latestBlock + 10n)])).toMatch(
      /maxBlockHeight is too low .* expected at least \d+, got \d+/,
    )
    expect(await refused([await signed(account, spec, 1_000n)])).toMatch(
      /^Insufficient total maxFee across intents to cover forwarding fee\. Required additional: 0\.\d+$/,
    )
    expect(await refused([await signed(account, spec, 1n)], '')).toMatch(
      /maxFee .* expected at least 0\.0035\d*, got 0\.000001/,
    )
    expect(await refused([await signed(account, specOf(ARC, BASE, account.address, 900_000n), 200_000n)])).toMatch(
      new RegExp(
        `^Insufficient balance for depositor ${account.address.toLowerCase()}: available 1, required 1\\.1$`,
        'i',
      ),
    )
    setHub({ feeRise: 30_000 })
    expect(await refused([await signed(account, spec, 60_000n)])).toMatch(/Required additional: 0\.0\d+/)
    expect(await balance(ARC, account.address)).toBe(1_000_000n)
  })

  test('malformed JSON, unknown paths', async () => {
    const reply = await fetch(`${devnet.issuer.hubUrl}/v1/transfer`, { method: 'POST', body: '{' })
    expect([reply.status, await reply.json()]).toEqual([400, { code: 400, message: 'Bad request.' }])
    expect((await api(`/v1/transfer/${numberToHex(1)}`)).status).toBe(404)
    expect((await api(`/v1/transferSpec/${zeroHash}`)).status).toBe(404)
    expect((await api('/v1/info')).body.domains.map(({ domain }: { domain: number }) => domain)).toEqual([ARC, BASE])
  })

  test('misspelt faults', () => {
    expect(() => devnet.faults.set({ hub: { failMint: 1 } as never })).toThrow(RangeError)
    expect(() => setHub({ failMints: -1 })).toThrow(/hub\.failMints/)
    expect(() => setHub({ holdMints: 'yes' as never })).toThrow(/hub\.holdMints/)
  })
})
