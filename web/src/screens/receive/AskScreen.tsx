import { useHoldfast, useSignPaymentRequest } from '@holdfast/react'
import { paymentRequestFile, paymentRequestLink, type SignedPaymentRequest } from '@holdfast/sdk/requests'
import { useState } from 'react'
import { announce } from '../../app/announce.js'
import { Screen } from '../../app/Screen.js'
import { useOnline } from '../../app/useOnline.js'
import { Fault } from '../../parts/Fault.js'
import { linkHere } from '../../parts/linkHere.js'
import { readAmount } from '../../parts/readAmount.js'
import { saidOf } from '../../parts/saidOf.js'
import { saveFile } from '../../parts/saveFile.js'
import { SilenceNotice } from '../../wallets/SilenceNotice.js'
import type { Session } from '../../wallets/useSession.js'
import { WalletNotice } from '../../wallets/WalletNotice.js'
import { useReceiveWords } from '../../words/useReceiveWords.js'
import { useWords } from '../../words/useWords.js'
import type { Waiting } from '../../words/Words.js'
import { AskedView } from './AskedView.js'
import { type AskForm, AskView, LIVES } from './AskView.js'

/** Makes a signed request to be paid. */
export function AskScreen({ session }: { session: Session }) {
  const language = useWords()
  const { format } = language
  const words = useReceiveWords()
  const isOnline = useOnline()
  const { journal } = useHoldfast()
  const sign = useSignPaymentRequest({ chainId: session.chainId })
  const [form, setForm] = useState<AskForm>({ amount: '', reference: '', life: 'week' })
  const [signed, setSigned] = useState<SignedPaymentRequest>()
  const [error, setError] = useState<unknown>()
  const amount = readAmount(form.amount)
  const isReferenceWrong = !/^[\x20-\x7e]{0,64}$/.test(form.reference.trim())

  const press = async () => {
    setError(undefined)
    try {
      const { entry } = await sign.mutateAsync({
        amount: amount.kind === 'amount' ? amount.amount : 0n,
        reference: form.reference.trim(),
        lifeSeconds: LIVES[form.life],
      })
      // What `useSignPaymentRequest` has just sealed there.
      setSigned((await journal.open(entry)).secret.signed as SignedPaymentRequest)
    } catch (failure) {
      setError(failure)
      announce(await saidOf(failure, language), 'assertive')
    }
  }

  if (signed !== undefined) {
    const facts = {
      amount: signed.amount === 0n ? undefined : format.usdc(signed.amount),
      until: format.moment(signed.expires),
    }
    return (
      <Screen key="made" title={words.made.title} lead={words.made.lead(facts)}>
        <AskedView
          payee={signed.payee}
          amount={signed.amount}
          reference={signed.reference}
          link={linkOf(signed)}
          onFile={() => saveFile('holdfast-request.json', paymentRequestFile(signed))}
          onAgain={() => setSigned(undefined)}
        />
      </Screen>
    )
  }
  return (
    <Screen key="form" title={words.form.title} lead={words.form.lead}>
      <AskView
        form={form}
        amountFault={amount.kind === 'fault' ? amount.fault : undefined}
        isReferenceWrong={isReferenceWrong}
        waits={waitingOf(session, isOnline, amount.kind !== 'fault' && !isReferenceWrong)}
        isSigning={sign.isPending}
        onChange={(change) => setForm((before) => ({ ...before, ...change }))}
        onSign={() => void press()}
      >
        <WalletNotice session={session} />
        <SilenceNotice isAwaited={sign.isPending} />
        {error !== undefined && <Fault error={error} />}
      </AskView>
    </Screen>
  )
}

function waitingOf(session: Session, isOnline: boolean, isFilled: boolean): Waiting | undefined {
  if (!isOnline) return 'offline'
  if (session.account === undefined) return 'wallet'
  if (session.isStray) return 'network'
  return isFilled ? undefined : 'fields'
}

/** `undefined` where the signature of a contract is too long for a link. */
function linkOf(signed: SignedPaymentRequest): string | undefined {
  return signed.signature.length === 132 ? linkHere(paymentRequestLink(signed, location.origin)) : undefined
}
