import './app/withoutWasm.js'
import { createHoldfast, HoldfastProvider } from '@holdfast/react'
import { contactReferences } from '@holdfast/sdk/contacts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { App } from './app/App.js'
import { ErrorBoundary } from './app/ErrorBoundary.js'
import { FramedScreen } from './app/FramedScreen.js'
import { hideCode } from './app/hideCode.js'
import { KeptContext } from './app/KeptContext.js'
import { page } from './app/page.js'
import { readTheme, setTheme } from './app/theme.js'
import { openJournal } from './journal/openJournal.js'
import { readKeptAgain } from './journal/readKeptAgain.js'
import { createNetwork } from './network/createNetwork.js'
import { createPayerChains } from './network/createPayerChains.js'
import { readOwnNode } from './network/ownNode.js'
import { readSettings } from './network/settings.js'
import { openPeople } from './people/openPeople.js'
import { PeopleContext } from './people/usePeople.js'
import { DevnetContext, isDevnet } from './wallets/DevnetContext.js'
import { LanguageProvider } from './words/LanguageProvider.js'

hideCode()
setTheme(readTheme())
const root = createRoot(document.getElementById('root') ?? document.body)
// A policy in a meta element cannot forbid frames (`frame-ancestors` is ignored there).
if (globalThis.top !== globalThis.self)
  root.render(
    <LanguageProvider>
      <FramedScreen />
    </LanguageProvider>,
  )
else await start()

/** A page that a service serves uses that service. */
function serviceOf(built: string | null): string | null {
  return built === 'self' ? new URL('.', location.href).href.replace(/\/$/, '') : built
}

async function start(): Promise<void> {
  const fixed = { devnet: null, service: serviceOf(page.service), endpoint: null }
  const [settings, journal] = await Promise.all([page.kind === 'public' ? fixed : readSettings(), openJournal()])
  const devnet = settings.devnet !== null && (await isDevnet(settings.devnet)) ? settings.devnet : null
  const isPlain = page.kind !== 'public' && devnet === null && settings.endpoint === null
  const network = createNetwork({ devnet, endpoint: settings.endpoint, node: isPlain ? readOwnNode() : null })
  const people = openPeople(journal.database, journal.tabs)
  const holdfast = createHoldfast({
    async contacts() {
      const { book, pairs } = await people.read()
      return { ...contactReferences(book), pairs }
    },
    payerChains: createPayerChains(network, devnet),
    store: journal.store,
    service: settings.service === null ? undefined : { baseUrl: settings.service },
  })
  const queries = new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false },
      mutations: { networkMode: 'always', retry: false, gcTime: 0 },
    },
  })
  journal.tabs?.listen(() => void readKeptAgain(queries))
  root.render(
    <StrictMode>
      <LanguageProvider>
        <ErrorBoundary>
          <WagmiProvider config={network}>
            <QueryClientProvider client={queries}>
              <HoldfastProvider value={holdfast}>
                <KeptContext value={journal.isKept}>
                  <DevnetContext value={devnet}>
                    <PeopleContext value={people}>
                      <App />
                    </PeopleContext>
                  </DevnetContext>
                </KeptContext>
              </HoldfastProvider>
            </QueryClientProvider>
          </WagmiProvider>
        </ErrorBoundary>
      </LanguageProvider>
    </StrictMode>,
  )
  // Not awaited: the file imports this module, which ends with the start. Without it a person connects again.
  if (__HOLDFAST_LOOPBACK__ && devnet !== null)
    void import('./wallets/burner.js').then(({ reconnectBurner }) => reconnectBurner(network, devnet)).catch(() => {})
}
