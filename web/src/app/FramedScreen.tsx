import { useWords } from '../words/useWords.js'

/** What the page shows in a frame of another site. */
export function FramedScreen() {
  const { words } = useWords()
  return (
    <main className="stack">
      <h1>{words.app.framed.title}</h1>
      <p>{words.app.framed.why}</p>
      <p>
        <a href={location.href.split('#')[0]} target="_blank" rel="noreferrer">
          {words.app.framed.open}
        </a>
      </p>
    </main>
  )
}
