import { type AddressGroup, formatComparison } from '@holdfast/sdk/risk'
import type { Address } from 'viem'
import { usePayWords } from '../words/usePayWords.js'
import { useWords } from '../words/useWords.js'
import { Group } from './Address.js'

/** Two addresses under each other. What differs is bold, underlined and in a box, so no color is needed to see it. */
export function Comparison({
  target,
  genuine,
  labels,
}: {
  target: Address
  genuine: Address
  labels?: readonly [string, string]
}) {
  const { words } = useWords()
  const pay = usePayWords()
  const compared = formatComparison(target, genuine)
  const [paying, known] = labels ?? [pay.block.paying, pay.block.known]
  const endsAreSame = [compared.target[0], compared.target.at(-1)].every(isSame)
  return (
    <div className="comparison">
      <Side label={paying} groups={compared.target} />
      <Side label={known} groups={compared.genuine} />
      <p>{words.address.differ(compared.differing, endsAreSame)}</p>
    </div>
  )
}

function Side({ label, groups }: { label: string; groups: readonly AddressGroup[] }) {
  const shown = groups.map((group, at) => ({ at, group: group.map((segment, part) => ({ part, ...segment })) }))
  return (
    <div>
      <h2>{label}</h2>
      <p className="groups groups-wide" translate="no" dir="ltr">
        <span className="prefix">0x</span>
        {shown.map(({ at, group }) => (
          <Group key={at}>
            {group.map(({ part, text, isDifferent }) =>
              isDifferent ? <mark key={part}>{text}</mark> : <span key={part}>{text}</span>,
            )}
          </Group>
        ))}
      </p>
    </div>
  )
}

function isSame(group: AddressGroup | undefined): boolean {
  return group?.every(({ isDifferent }) => !isDifferent) === true
}
