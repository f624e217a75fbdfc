import type { ReactNode } from 'react'
import { useState } from 'react'
import { Mark } from '../parts/Icon.js'
import { useWords } from '../words/useWords.js'
import { LIVE_REGIONS } from './announce.js'
import { page } from './page.js'
import { readTheme, setTheme, THEMES, type Theme } from './theme.js'

/** What is around every screen: ways to the others, the wallet, and where the person is. */
export function Shell({
  path,
  account,
  isBurner,
  children,
}: {
  path: string
  account: ReactNode
  isBurner?: boolean
  children: ReactNode
}) {
  const { words } = useWords()
  const shell = (
    <div className="shell">
      <button type="button" className="skip" onClick={() => document.getElementById('content')?.focus()}>
        {words.app.skip}
      </button>
      <header className="header">
        <div>
          <a className="wordmark" href="#/" translate="no">
            <Mark /> Holdfast
          </a>
          <nav className="nav" aria-label={words.app.pages}>
            <Way href="#/" isHere={path === '/' || path.startsWith('/sending')}>
              {words.app.pay}
            </Way>
            <Way href="#/claim" isHere={path.startsWith('/claim')}>
              {words.app.claim}
            </Way>
          </nav>
          <div className="account">{account}</div>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <div className="unseen" role="status" id={LIVE_REGIONS.polite} />
      <div className="unseen" role="alert" id={LIVE_REGIONS.assertive} />
    </div>
  )
  return isBurner === true ? (
    <div className="burner" title={words.app.burner}>
      {shell}
    </div>
  ) : (
    shell
  )
}

function Way({ href, isHere, children }: { href: string; isHere: boolean; children: ReactNode }) {
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  )
}

function Footer() {
  const { words, id, choose } = useWords()
  const [theme, setShown] = useState(readTheme)
  return (
    <footer className="footer">
      <div>
        <span>{words.app.build(page.version)}</span>
        <span className="choices">
          <label>
            {words.app.language}
            <select value={id} onChange={({ target }) => choose(target.value === 'de' ? 'de' : 'en')}>
              <option value="en" lang="en">
                English
              </option>
              <option value="de" lang="de">
                Deutsch
              </option>
            </select>
          </label>
          <label>
            {words.app.theme}
            <select
              value={theme}
              onChange={({ target }) => {
                const next: Theme = THEMES.find((one) => one === target.value) ?? 'system'
                setTheme(next)
                setShown(next)
              }}
            >
              {THEMES.map((one) => (
                <option key={one} value={one}>
                  {words.app.themes[one]}
                </option>
              ))}
            </select>
          </label>
        </span>
      </div>
    </footer>
  )
}
