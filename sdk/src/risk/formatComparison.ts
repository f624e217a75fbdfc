import type { Address } from 'viem'
import { parseAddress } from '../chain/address.js'

/**
 * Shows two addresses one above the other, whole and in groups of four, with the characters marked in which they
 * differ: the picture beside a `LOOKALIKE_ADDRESS`, since people do not compare forty characters by eye.
 *
 * Letter case is a checksum and no difference.
 *
 * @param genuine - The reason's `lookalikeOf`.
 * @throws {@link InvalidAddressError}
 * @example
 * const shown = formatComparison(
 *   '0xd9a1c3788d81257612e2581a6ea0ada244853a91',
 *   '0xd9a1b0b1e1ae382dbdc898ea68012ffcb2853a91',
 * )
 * console.log(shown.toTerminal())
 * // You are paying  0x d9A1 C378 8D81 2576 12E2 581A 6ea0 aDa2 4485 3a91
 * // You know        0x d9A1 b0B1 e1aE 382D bDc8 98Ea 6801 2Ffc B285 3a91
 * //                        ^^^^ ^^^^ ^^^^ ^^^^ ^ ^   ^^^ ^^^^ ^^
 */
export function formatComparison(
  target: Address,
  genuine: Address,
  options: FormatComparisonOptions = {},
): AddressComparison {
  const pair = [parseAddress('target', target), parseAddress('genuine', genuine)] as const
  const [paying, known] = [groupsOf(...pair), groupsOf(pair[1], pair[0])]
  const labels = [options.targetLabel ?? 'You are paying', options.genuineLabel ?? 'You know'] as const
  return {
    target: paying,
    genuine: known,
    differing: paying.flat().reduce((sum, { text, isDifferent }) => sum + (isDifferent ? text.length : 0), 0),
    toTerminal: ({ color = false } = {}) => toTerminal(labels, [paying, known], color),
    toHtml: () => toHtml(labels, [paying, known]),
  }
}

/** The words of a comparison. */
export type FormatComparisonOptions = {
  /** The label before the target.
   * @default 'You are paying' */
  targetLabel?: string | undefined
  /** The label before the other address.
   * @default 'You know' */
  genuineLabel?: string | undefined
}

/** Two addresses made ready to be shown. */
export type AddressComparison = {
  /** Ten groups of four characters, without the `0x`, checksummed. */
  target: readonly AddressGroup[]
  genuine: readonly AddressGroup[]
  /** How many of the forty characters differ. */
  differing: number
  /** Three lines: both addresses, and marks under what differs. `color` sets it off in red as well. */
  toTerminal: (options?: { color?: boolean | undefined }) => string
  /**
   * A `<dl class="address-comparison">` with what differs in `<mark>`. Labels are escaped, and nothing else in it comes
   * from outside.
   */
  toHtml: () => string
}

/** Four characters of an address, cut where a difference begins or ends. */
export type AddressGroup = readonly AddressSegment[]

/** Characters that all differ, or all agree. */
export type AddressSegment = {
  text: string
  /** Whether the other address has other characters here. */
  isDifferent: boolean
}

const groupSize = 4

function groupsOf(address: Address, other: Address): AddressGroup[] {
  const groups: AddressSegment[][] = []
  for (let i = 2; i < address.length; i++) {
    const text = address.charAt(i)
    const isDifferent = text.toLowerCase() !== other.charAt(i).toLowerCase()
    if ((i - 2) % groupSize === 0) groups.push([])
    const group = groups.at(-1) ?? []
    const last = group.at(-1)
    if (last?.isDifferent === isDifferent) last.text += text
    else group.push({ text, isDifferent })
  }
  return groups
}

function toTerminal(labels: Pair<string>, sides: Pair<readonly AddressGroup[]>, color: boolean): string {
  const shown = labels.map(printable)
  const width = Math.max(...shown.map((label) => label.length)) + 2
  const write = (groups: readonly AddressGroup[], segment: (segment: AddressSegment) => string) =>
    groups.map((group) => group.map(segment).join('')).join(' ')
  const marked = ({ text, isDifferent }: AddressSegment) =>
    color && isDifferent ? `\u001b[1;31m${text}\u001b[0m` : text
  const lines = sides.map((groups, i) => `${(shown[i] ?? '').padEnd(width)}0x ${write(groups, marked)}`)
  const marks = write(sides[0], ({ text, isDifferent }) => (isDifferent ? '^' : ' ').repeat(text.length))
  return [...lines, `${' '.repeat(width)}   ${marks}`.trimEnd()].join('\n')
}

function toHtml(labels: Pair<string>, sides: Pair<readonly AddressGroup[]>): string {
  const rows = sides.map((groups, i) => {
    const address = groups
      .map((group) => group.map(({ text, isDifferent }) => (isDifferent ? `<mark>${text}</mark>` : text)).join(''))
      .join(' ')
    return `<dt>${escapeHtml(labels[i] ?? '')}</dt><dd><code>0x ${address}</code></dd>`
  })
  return `<dl class="address-comparison">${rows.join('')}</dl>`
}

type Pair<value> = readonly [value, value]

/** A label may come from a third party: nothing in it may move the cursor or turn the line around. */
function printable(label: string): string {
  return label.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
