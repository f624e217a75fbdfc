import {
  ChainUnavailableError,
  InvalidInputError,
  type ServiceError,
  SignatureDeclinedError,
} from '@holdfast/sdk/errors'
import { useState } from 'react'
import type { Address } from 'viem'
import { getCode } from 'viem/actions'
import { useClient, useConfig } from 'wagmi'
import { signMessage } from 'wagmi/actions'
import { holdStealthKeys } from './stealthKeys.js'

/** Why an account has no stealth keys. */
export type UnlockFault = 'unable' | 'contract'

/** Derives the stealth keys of an account from two signatures of one text, which must be the same. */
export function useUnlock(account: Address | undefined, chainId: number) {
  const config = useConfig()
  const client = useClient({ chainId })
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<UnlockFault>()
  const [error, setError] = useState<unknown>()
  const unlock = async () => {
    if (account === undefined || client === undefined || isAsking) return
    setError(undefined)
    setFault(undefined)
    setAsking(true)
    try {
      const code = await getCode(client, { address: account }).catch((cause: unknown) =>
        Promise.reject(new ChainUnavailableError('unlocking', cause)),
      )
      // What a contract signs can change with its owners.
      if (code !== undefined) return setFault('contract')
      const { unlockKeys } = await import('./hiddenOwner.js')
      const keys = await unlockKeys((message) =>
        signMessage(config, { account, message }).catch((cause: unknown) => Promise.reject(unsigned(cause))),
      )
      if (keys === undefined) return setFault('unable')
      holdStealthKeys(account, keys)
    } catch (failure) {
      setError(failure)
    } finally {
      setAsking(false)
    }
  }
  return { unlock, isAsking, fault, error }
}

/** Nothing that is signed here can move money. A person who declines has a code of EIP-1193. */
function unsigned(error: unknown): ServiceError {
  return Object(error).code === 4001
    ? new SignatureDeclinedError('unlocking')
    : new InvalidInputError('account', 'The wallet could not sign.')
}
