import type { FormEvent } from 'react'
import { type Address, parseEther } from 'viem'
import { useSendTransaction, useWaitForTransactionReceipt } from 'wagmi'

export function SendTransaction() {
  const { data: hash, error, isPending, sendTransaction } = useSendTransaction()
  const { isLoading, isSuccess } = useWaitForTransactionReceipt({ hash })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    sendTransaction({ to: form.get('address') as Address, value: parseEther(form.get('value') as string) })
  }

  return (
    <form onSubmit={submit}>
      <input name="address" placeholder="0xA0Cf…251e" required />
      <input name="value" placeholder="0.05" required />
      <button type="submit" disabled={isPending}>
        {isPending ? 'Confirming…' : 'Send'}
      </button>
      {hash && <p>Transaction: {hash}</p>}
      {isLoading && <p>Waiting for confirmation…</p>}
      {isSuccess && <p>Transaction confirmed.</p>}
      {error && <p>{error.message}</p>}
    </form>
  )
}
