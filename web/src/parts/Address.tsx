import type { Address as AddressValue } from 'viem'
import { groupsOf } from './groupsOf.js'

/**
 * A whole address in ten groups of four. The gaps are drawn, not written, so that a copy has 42 characters.
 *
 * @param hidden - Groups that are shown as dots, counted from 0, while the person types them.
 */
export function Address({ value, hidden = [] }: { value: AddressValue; hidden?: readonly number[] }) {
  return (
    <span className="groups" translate="no" dir="ltr">
      <span className="prefix">0x</span>
      {groupsOf(value).map(({ at, text }) => (
        <Group key={at}>{hidden.includes(at) ? '····' : text}</Group>
      ))}
    </span>
  )
}

/** One group, after which a line may break. */
export function Group({ children }: { children: React.ReactNode }) {
  return (
    <>
      <span className="group">{children}</span>
      <wbr />
    </>
  )
}

/** Eight characters of each end: only where nothing is decided. */
export function ShortAddress({ value }: { value: AddressValue }) {
  return (
    <span className="address-short" translate="no" dir="ltr" title={value}>
      {value.slice(0, 10)}…{value.slice(-8)}
    </span>
  )
}
