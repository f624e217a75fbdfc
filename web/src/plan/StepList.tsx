import { Tick } from '../parts/Icon.js'

/**
 * The steps of an operation, in order.
 *
 * @param names - In the reader's language.
 * @param at - Place of the step in progress; those before it are done.
 * @param phase - What that step waits for.
 */
export function StepList({ names, at, phase }: { names: readonly string[]; at: number; phase: string | undefined }) {
  const rows = names.map((name, index) => ({
    index,
    name,
    state: index < at ? 'done' : index === at ? 'now' : 'next',
  }))
  return (
    <ol className="steps">
      {rows.map(({ index, name, state }) => (
        <li key={index} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="sign" aria-hidden="true">
            {state === 'done' ? <Tick /> : index + 1}
          </span>
          <span>{name}</span>
          {state === 'now' && <small role="status">{phase}</small>}
        </li>
      ))}
    </ol>
  )
}
