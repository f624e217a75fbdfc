import { useCheck } from '@holdfast/react'
import {
  addContact,
  confirmContact,
  exportContacts,
  type ImportedContacts,
  importContacts,
  removeContact,
} from '@holdfast/sdk/contacts'
import { VerifiedRecipientIndex } from '@holdfast/sdk/risk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isAddressEqual } from 'viem'
import { useClient } from 'wagmi'
import { Screen } from '../../app/Screen.js'
import { Fault } from '../../parts/Fault.js'
import { firewallOf, waitOf } from '../../parts/firewallOf.js'
import { saveFile } from '../../parts/saveFile.js'
import { readRecipient } from '../../payee/readRecipient.js'
import { usePeople } from '../../people/usePeople.js'
import type { Session } from '../../wallets/useSession.js'
import { usePeopleWords } from '../../words/usePeopleWords.js'
import type { Waiting } from '../../words/Words.js'
import { type PeopleProps, PeopleView, type PersonForm } from './PeopleView.js'

/** The address book, and who has claimed payments of the connected account. */
export function PeopleScreen({ session }: { session: Session }) {
  const words = usePeopleWords()
  const { account, chainId } = session
  const { known, hasFailed, people, changed } = usePeople()
  const [form, setForm] = useState<PersonForm>({ address: '', name: '' })
  const [imported, setImported] = useState<PeopleProps['imported']>()
  const [error, setError] = useState<unknown>()
  const recipient = readRecipient(form.address, account)
  const target = recipient.kind === 'address' ? recipient.address : undefined
  const check = useCheck({ chainId, sender: account, target })
  const report = check.data ?? undefined
  const firewall = firewallOf(check, report, target !== undefined && account !== undefined)
  const isBlocked = firewall.state === 'answered' && report?.level === 'block'
  const settled = useSettled(session)
  const book = known?.book
  const next =
    form.name.trim() === '' || target === undefined || book === undefined ? undefined : saved(book, target, form)

  const change = async (how: Parameters<typeof people.change>[0]) => store(() => people.change(how))
  const store = async (write: () => Promise<void>) => {
    setError(undefined)
    await write().catch(setError)
    await changed()
  }
  const take = async (file: File) => {
    const text = await file.text()
    const taken: ImportedContacts[] = []
    try {
      await people.change((before) => {
        taken.push(importContacts(before, text))
        return taken[0]?.book ?? before
      })
    } catch (failure) {
      // A list that was read and could not be stored.
      if (taken.length > 0) throw failure
    }
    const [one] = taken
    setImported(one === undefined ? 'wrong' : { added: one.added.length, skipped: one.skipped.length })
  }
  return (
    <Screen title={words.title} lead={words.lead}>
      <PeopleView
        book={book}
        pairs={known?.pairs.filter(({ sender }) => account === undefined || isAddressEqual(sender, account)) ?? []}
        settled={settled.addresses.filter((one) => !book?.some(({ address }) => isAddressEqual(address, one)))}
        isIncomplete={settled.isIncomplete}
        hasFailed={hasFailed}
        form={form}
        addressFault={recipient.kind === 'fault' ? recipient.fault : undefined}
        isNameWrong={next === 'wrong'}
        firewall={firewall}
        isBlocked={isBlocked}
        waits={waitingOf(
          account !== undefined,
          target !== undefined,
          waitOf(firewall),
          isBlocked || next === 'wrong' || next === undefined,
        )}
        imported={imported}
        onChange={(part) => setForm((before) => ({ ...before, ...part }))}
        onAgain={() => void check.refetch()}
        onSave={() => {
          if (target === undefined) return
          void change((before) => addContact(before, { address: target, name: form.name }))
          setForm({ address: '', name: '' })
        }}
        onConfirm={(address) => void change((before) => confirmContact(before, address))}
        onRemove={(address) => void change((before) => removeContact(before, address))}
        onRevoke={(decision) => void store(() => people.revoke(decision))}
        onImport={(file) => {
          setImported(undefined)
          void store(() => take(file))
        }}
        onExport={() => saveFile('holdfast-contacts.json', exportContacts(book ?? []))}
      >
        {error !== undefined && <Fault error={error} />}
      </PeopleView>
    </Screen>
  )
}

/** Whether the library accepts a contact. */
function saved(
  book: Parameters<typeof addContact>[0],
  address: Parameters<typeof addContact>[1]['address'],
  { name }: PersonForm,
): 'good' | 'wrong' {
  try {
    addContact(book, { address, name })
    return 'good'
  } catch {
    return 'wrong'
  }
}

/** Who has claimed payments of the account, from the events of the transfer contract. */
function useSettled({ account, chainId }: Session) {
  const client = useClient({ chainId })
  const { data, isError } = useQuery({
    queryKey: ['settled', chainId, account],
    enabled: account !== undefined && client !== undefined,
    queryFn: async ({ signal }) => {
      if (account === undefined || client === undefined) throw new Error('No account is connected.')
      const index = new VerifiedRecipientIndex({ client, senders: [account] })
      // What was read stays in the index, where the rest could not be.
      const hasFailed = await index.sync({ signal }).then(
        () => false,
        () => true,
      )
      return { addresses: index.recipientsOf(account).map(({ address }) => address), hasFailed }
    },
  })
  return { addresses: data?.addresses ?? [], isIncomplete: isError || data?.hasFailed === true }
}

function waitingOf(
  isConnected: boolean,
  hasAddress: boolean,
  check: Waiting | undefined,
  isRefused: boolean,
): Waiting | undefined {
  if (!isConnected) return 'wallet'
  if (!hasAddress) return 'address'
  return check ?? (isRefused ? 'fields' : undefined)
}
