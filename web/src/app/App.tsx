import { lazy, Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { Notice } from '../parts/Notice.js'
import { placeOf } from '../screens/send/underWay.js'
import { AccountChip } from '../wallets/AccountChip.js'
import { useDevnet } from '../wallets/DevnetContext.js'
import { useSession } from '../wallets/useSession.js'
import { useWords } from '../words/useWords.js'
import { ErrorBoundary } from './ErrorBoundary.js'
import { useLink } from './hideCode.js'
import { useKept } from './KeptContext.js'
import { ReleaseNotice } from './ReleaseNotice.js'
import { Screen } from './Screen.js'
import { Shell } from './Shell.js'
import { useOnline } from './useOnline.js'

const SendScreen = lazy(() =>
  import('../screens/send/SendScreen.js').then(({ SendScreen }) => ({ default: SendScreen })),
)
// Not in a public build: the name of the module is behind the constant.
const Walk = __HOLDFAST_LOOPBACK__
  ? lazy(() => import('../screens/walk/Walk.js').then(({ Walk }) => ({ default: Walk })))
  : undefined
const ResumeScreen = lazy(() =>
  import('../screens/send/ResumeScreen.js').then(({ ResumeScreen }) => ({ default: ResumeScreen })),
)
const ClaimScreen = lazy(() =>
  import('../screens/claim/ClaimScreen.js').then(({ ClaimScreen }) => ({ default: ClaimScreen })),
)
const ScanScreen = lazy(() =>
  import('../screens/scan/ScanScreen.js').then(({ ScanScreen }) => ({ default: ScanScreen })),
)
const TransferScreen = lazy(() =>
  import('../screens/transfer/TransferScreen.js').then(({ TransferScreen }) => ({ default: TransferScreen })),
)
const ActivityScreen = lazy(() =>
  import('../screens/activity/ActivityScreen.js').then(({ ActivityScreen }) => ({ default: ActivityScreen })),
)
const ReceivePages = lazy(() =>
  import('../screens/receive/ReceivePages.js').then(({ ReceivePages }) => ({ default: ReceivePages })),
)
const RequestScreen = lazy(() =>
  import('../screens/request/RequestScreen.js').then(({ RequestScreen }) => ({ default: RequestScreen })),
)
const SettingsScreen = lazy(() =>
  import('../screens/settings/SettingsScreen.js').then(({ SettingsScreen }) => ({ default: SettingsScreen })),
)
const PayScreen = lazy(() => import('../screens/pay/PayScreen.js').then(({ PayScreen }) => ({ default: PayScreen })))
const LinkPages = lazy(() => import('../screens/link/LinkPages.js').then(({ LinkPages }) => ({ default: LinkPages })))
const PeoplePages = lazy(() =>
  import('../screens/people/PeoplePages.js').then(({ PeoplePages }) => ({ default: PeoplePages })),
)

const BridgePages = lazy(() =>
  import('../screens/bridge/BridgePages.js').then(({ BridgePages }) => ({ default: BridgePages })),
)
const HubScreen = lazy(() => import('../screens/hub/HubScreen.js').then(({ HubScreen }) => ({ default: HubScreen })))
const BoxPages = lazy(() => import('../screens/box/BoxPages.js').then(({ BoxPages }) => ({ default: BoxPages })))

/** Routes and shell. */
export function App() {
  return (
    <Router hook={useHashLocation}>
      <Routed />
    </Router>
  )
}

function Routed() {
  const session = useSession()
  const link = useLink()
  const [path] = useHashLocation()
  const { words } = useWords()
  const isOnline = useOnline()
  const isKept = useKept()
  const devnet = useDevnet()
  const place = placeOf(path)
  return (
    <Shell path={path} account={<AccountChip session={session} />} isBurner={session.isBurner}>
      <div className="stack">
        {!isOnline && <p className="notice">{words.app.offline}</p>}
        <ReleaseNotice />
        {!isKept && (
          <Notice kind="warning" title={words.app.notKept.title}>
            <p>{words.app.notKept.why}</p>
          </Notice>
        )}
        {/* After a failure, another route starts afresh. */}
        <ErrorBoundary key={place}>
          <Suspense fallback={<p className="quiet loading">{words.app.waiting}</p>}>
            <Switch location={place}>
              <Route path="/">
                <SendScreen
                  session={session}
                  intro={Walk !== undefined && devnet !== null && <Walk session={session} devnet={devnet} />}
                />
              </Route>
              <Route path="/sending/:entry">
                {({ entry }) => <ResumeScreen key={entry} entry={entry} session={session} />}
              </Route>
              <Route path="/claim/*?">{() => <ClaimScreen key={link} link={link} session={session} />}</Route>
              <Route path="/scan">
                <ScanScreen />
              </Route>
              <Route path="/transfer/:chain/:id">
                {({ chain, id }) => <TransferScreen key={`${chain}/${id}`} chain={chain} id={id} session={session} />}
              </Route>
              <Route path="/activity">
                <ActivityScreen key={session.account} session={session} />
              </Route>
              <Route path={/^\/(receive|ask)$/}>
                <ReceivePages path={place} session={session} />
              </Route>
              <Route path="/request/:text">
                {({ text }) => <RequestScreen key={text} text={text} session={session} />}
              </Route>
              <Route path="/pay/*?">{() => <PayScreen key={link} link={link} session={session} />}</Route>
              <Route path={/^\/links?(\/|$)/}>
                <LinkPages path={place} session={session} />
              </Route>
              <Route path={/^\/(people|pair\/[^/]+\/[^/]+)$/}>
                <PeoplePages path={place} session={session} />
              </Route>
              <Route path="/settings">
                <SettingsScreen />
              </Route>
              <Route path={/^\/bridge(\/|$)/}>
                <BridgePages path={place} session={session} />
              </Route>
              <Route path="/hub">
                <HubScreen key={session.account} session={session} />
              </Route>
              <Route path={/^\/box(es)?(\/|$)/}>
                <BoxPages path={place} session={session} />
              </Route>
              <Route>
                <Screen title={words.app.notFound.title} lead={words.app.notFound.why}>
                  <p>
                    <a href="#/">{words.app.notFound.back}</a>
                  </p>
                </Screen>
              </Route>
            </Switch>
          </Suspense>
        </ErrorBoundary>
      </div>
    </Shell>
  )
}
