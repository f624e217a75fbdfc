import { expect, test } from 'vitest'
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
