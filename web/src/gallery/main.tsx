import { StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { writeChoice } from '../app/choices.js'
import { Shell } from '../app/Shell.js'
import { setTheme, THEMES } from '../app/theme.js'
import { AccountChipView } from '../wallets/AccountChip.js'
import { loadCatalogues } from '../words/catalogue.js'
import { LanguageProvider } from '../words/LanguageProvider.js'
import { CELLS } from './cells.js'
import { session } from './fixtures.js'
import { flowCells } from './flowCells.js'

// The address of a cell is `#screen/cell/theme`; a test reads the list of them from the page.
const cells = Object.entries({ ...CELLS, ...flowCells }).flatMap(([screen, states]) =>
  Object.entries(states).map(([cell, draw]) => ({ name: `${screen}/${cell}`, draw })),
)
const root = createRoot(document.getElementById('root') ?? document.body)
document.documentElement.dataset.cells = cells.map(({ name }) => name).join(' ')
void start()

/** Not awaited by the module: a file that it loads may import it, and would wait for its end. */
async function start(): Promise<void> {
  const pseudo = new URLSearchParams(location.search).get('pseudo')
  if (pseudo !== null) {
    // In a page of its own, which has no other language.
    const { speakPseudo } = await import('./pseudo.js')
    speakPseudo()
    writeChoice('language', 'de')
    document.documentElement.dir = pseudo
  }
  await loadCatalogues('de')
  addEventListener('hashchange', show)
  show()
}

function show(): void {
  const [screen = '', cell = '', theme = ''] = location.hash.slice(1).split('/')
  const name = `${screen}/${cell}`
  const found = cells.find((one) => one.name === name)
  setTheme(THEMES.find((one) => one === theme) ?? 'light')
  document.documentElement.dataset.cell = name
  const Drawn = found?.draw
  root.render(
    <StrictMode>
      <LanguageProvider>
        <Shell path={pathOf(screen)} account={<Account />}>
          <Suspense>{Drawn === undefined ? <List /> : <Drawn key={location.hash} />}</Suspense>
        </Shell>
      </LanguageProvider>
    </StrictMode>,
  )
}

/** Where a screen is in the navigation. */
function pathOf(screen: string): string {
  const places: Readonly<Record<string, string>> = {
    code: '/transfer',
    send: '/',
    block: '/',
    review: '/',
    progress: '/',
  }
  return places[screen] ?? `/${screen}`
}

function Account() {
  return <AccountChipView session={session} onPress={() => {}} />
}

function List() {
  return (
    <ul>
      {cells.map(({ name }) => (
        <li key={name}>
          <a href={`#${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  )
}
