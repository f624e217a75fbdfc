import type { RequestFault } from '../../words/RequestWords.js'
import { useRequestWords } from '../../words/useRequestWords.js'

/** Why a request is not paid, below the heading that says what is wrong. */
export function RequestFaultView({ fault }: { fault: RequestFault }) {
  const words = useRequestWords()
  return (
    <section className={fault === 'signature_invalid' ? 'notice notice-warning' : 'notice'}>
      <p>{words.fault[fault].why}</p>
      <p>
        <a href="#/">{words.back}</a>
      </p>
    </section>
  )
}
