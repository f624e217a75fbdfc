import { Component, type ReactNode } from 'react'
import { LanguageContext } from '../words/useWords.js'

/** Shows a page in place of one that failed: a file that the browser refused, or a defect. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { fault: 'file' | 'defect' | undefined }> {
  static override contextType = LanguageContext
  declare context: React.ContextType<typeof LanguageContext>
  override state = { fault: undefined }

  static getDerivedStateFromError(error: unknown): { fault: 'file' | 'defect' } {
    return { fault: isFileFault(error) ? 'file' : 'defect' }
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === undefined || this.context === undefined) return this.props.children
    const { broken } = this.context.words.app
    return (
      <section className="stack" role="alert">
        <h1>{fault === 'file' ? broken.title : this.context.words.effect.open}</h1>
        <p>{fault === 'file' ? broken.why : broken.otherWhy}</p>
        <div className="actions">
          <button type="button" className="button button-main" onClick={() => location.reload()}>
            {broken.reload}
          </button>
        </div>
      </section>
    )
  }
}

/** What browsers throw where a chunk is missing, or its hash is not the one of the import map. */
function isFileFault(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /dynamically imported module|importing a module script|integrity mismatch/i.test(error.message)
  )
}
