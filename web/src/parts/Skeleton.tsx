import { useWords } from '../words/useWords.js'

/** In the place of what is being read. Hidden below a `ReadFault`, when nothing is on its way. */
export function Skeleton() {
  const { words } = useWords()
  return (
    <section className="card skeleton" aria-label={words.app.waiting}>
      <span />
      <span />
      <span />
    </section>
  )
}
