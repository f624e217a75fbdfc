import type { RequestFault } from '../../words/RequestWords.js'
import { useRequestWords } from '../../words/useRequestWords.js'

/** Why a request cannot be paid; the heading above names the problem. */
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
