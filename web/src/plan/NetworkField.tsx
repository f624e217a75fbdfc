import { type BridgeChainName, chainLabel } from '@holdfast/sdk/chain'
import { useId } from 'react'

/** A choice among networks. */
export function NetworkField<name extends BridgeChainName>({
  label,
  value,
  names,
  onChange,
}: {
  label: string
  value: name
  names: readonly name[]
  onChange: (name: name) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        translate="no"
        value={value}
        onChange={({ target }) => {
          const chosen = names.find((name) => name === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
      >
        {names.map((name) => (
          <option key={name} value={name}>
            {chainLabel(name)}
          </option>
        ))}
      </select>
    </div>
  )
}
