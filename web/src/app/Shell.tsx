import { type ReactNode, useEffect } from 'react'
import { Mark } from '../parts/Icon.js'
import { LookChoices } from '../parts/LookChoices.js'
import { useWords } from '../words/useWords.js'
import { LIVE_REGIONS } from './announce.js'
import { page } from './page.js'

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
  useEffect(() => {
    // Nothing on the first screen goes away before it is here.
    void import('./keepFocus.js').then(({ keepFocus }) => keepFocus()).catch(() => {})
  }, [])
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
            <Way href="#/receive" isHere={isUnder(path, receiving)}>
              {words.app.receive}
            </Way>
            <Way className="when-wide" href="#/activity" isHere={isUnder(path, past)}>
              {words.app.activity}
            </Way>
            {/* Another page closes it. */}
            <More key={path} path={path} />
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

function Way({
  href,
  isHere,
  className,
  children,
}: {
  href: string
  isHere: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <a href={href} className={className} aria-current={isHere ? 'page' : undefined}>
      {children}
    </a>
  )
}

/** The pages that are needed less often. */
function More({ path }: { path: string }) {
  const { words } = useWords()
  const ways = [
    { href: '/boxes', label: words.app.boxes },
    { href: '/bridge', label: words.app.bridge },
    { href: '/hub', label: words.app.hub },
    { href: '/links', label: words.app.links },
    { href: '/people', label: words.app.people },
    { href: '/settings', label: words.app.settings },
  ]
  return (
    <details
      className="more"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.open = false
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return
        currentTarget.open = false
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      <summary data-here={ways.some(({ href }) => path.startsWith(href))}>{words.app.more}</summary>
      <ul>
        <li className="when-narrow">
          <Way href="#/activity" isHere={isUnder(path, past)}>
            {words.app.activity}
          </Way>
        </li>
        {ways.map(({ href, label }) => (
          <li key={href}>
            <Way href={`#${href}`} isHere={path.startsWith(href)}>
              {label}
            </Way>
          </li>
        ))}
      </ul>
    </details>
  )
}

const receiving = ['/receive', '/ask']
const past = ['/activity', '/transfer']

function isUnder(path: string, pages: readonly string[]): boolean {
  return pages.some((page) => path.startsWith(page))
}

function Footer() {
  const { words } = useWords()
  return (
    <footer className="footer">
      <div>
        <span>{words.app.build(page.version)}</span>
        <LookChoices />
      </div>
    </footer>
  )
}
