import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { type Address, isAddressEqual } from 'viem'
import { type Known, openPeople, type People } from './openPeople.js'

/** The address book of the page. */
export const PeopleContext = createContext<People>(openPeople(undefined))

/** Contacts and decisions of the person, and how to change them. After a change the firewall is asked again. */
export function usePeople(): {
  known: Known | undefined
  hasFailed: boolean
  people: People
  changed: () => Promise<void>
} {
  const people = useContext(PeopleContext)
  const queries = useQueryClient()
  const { data, isError } = useQuery({ queryKey: ['people'], queryFn: people.read })
  const changed = () =>
    queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'people' || ['check', 'planOperation'].includes(String(queryKey[1])),
    })
  return { known: data, hasFailed: isError, people, changed }
}

/** The name of an address in the book, by the person alone; names of an imported list are not names yet. */
export function useNames(): (address: Address) => string | undefined {
  const { known } = usePeople()
  return (address) => {
    const contact = known?.book.find((one) => isAddressEqual(one.address, address))
    return contact?.status === 'confirmed' ? contact.name : undefined
  }
}
