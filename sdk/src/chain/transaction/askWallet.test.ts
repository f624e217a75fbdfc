import { describe, expect, test } from 'vitest'
import { WalletSilentError } from '../../errors/transaction.js'
import { askWallet } from './askWallet.js'

const silent = () => new Promise<never>(() => {})
const refused = (error: unknown) => error as Error
const sending = { attempted: 'paying', sends: true, refused }
const signing = { attempted: 'signing', sends: false, refused }

test('default: what the wallet answers, or throws', async () => {
  expect(await askWallet(async () => 'signed', signing, {})).toBe('signed')
  await expect(askWallet(() => Promise.reject(new Error('no')), sending, {})).rejects.toThrow('no')
})

test('error: no answer in time: open where the wallet may still send, else nothing has happened', async () => {
  const failures = await Promise.all(
    [sending, signing].map((prompt) => askWallet(silent, prompt, { timeoutMs: 5 }).catch((error: unknown) => error)),
  )
  expect(failures).toMatchObject([
    { code: 'wallet_silent', effect: 'open', retry: 'no' },
    { code: 'wallet_silent', effect: 'none', retry: 'after_change' },
  ])
  expect(failures[0]).toBeInstanceOf(WalletSilentError)
})

test('error: a caller who gives up: its own reason, unless the wallet may still send', async () => {
  const reason = new Error('enough')
  const giveUp = (prompt: typeof sending) => {
    const leave = new AbortController()
    const asked = askWallet(silent, prompt, { signal: leave.signal })
    leave.abort(reason)
    return asked.catch((error: unknown) => error)
  }
  expect(await giveUp(signing)).toBe(reason)
  expect(await giveUp(sending)).toMatchObject({ code: 'wallet_silent', effect: 'open', cause: reason })
  const asked: string[] = []
  const before = askWallet(async () => asked.push('asked'), sending, { signal: AbortSignal.abort(reason) })
  await expect(before).rejects.toBe(reason)
  expect(asked).toEqual([])
})

describe('error: what a wallet answers by code, as its code and as a cause of what viem throws', () => {
  test.each([
    [4001, 'signature_declined', 'none', 'none'],
    [4100, 'signature_declined', 'none', 'none'],
    [5000, 'signature_declined', 'none', 'none'],
    // An earlier question is open, or the connection is lost: it is not known whether a payment is under way.
    [-32002, 'wallet_silent', 'open', 'none'],
    [4900, 'wallet_silent', 'open', 'none'],
    [4901, 'wallet_silent', 'open', 'none'],
  ])('%i', async (answer, code, whenSending, whenSigning) => {
    const failure = Object.assign(new Error('no'), { code: answer })
    for (const thrown of [failure, new Error('outer', { cause: failure })]) {
      const ask = () => Promise.reject(thrown)
      await expect(askWallet(ask, sending, {})).rejects.toMatchObject({ code, effect: whenSending })
      await expect(askWallet(ask, signing, {})).rejects.toMatchObject({ code, effect: whenSigning })
    }
  })

  test.each([4200, -32601, 4902, -32000])('%i: what the caller makes of it', async (code) => {
    const thrown = Object.assign(new Error('no'), { code })
    await expect(askWallet(() => Promise.reject(thrown), sending, {})).rejects.toBe(thrown)
  })
})
