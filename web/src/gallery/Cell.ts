import type { ReactElement } from 'react'

/** The states that each screen can be in. */
export type Cell =
  | 'empty'
  | 'loading'
  | 'failed'
  | 'partial'
  | 'offline'
  | 'wrong_network'
  | 'no_wallet'
  | 'no_contract'
  | 'rejected'
  | 'pending'

/** An entry for each state of some screens: one without an entry does not compile. */
export type CellsOf<screens extends { readonly [screen: string]: string }> = {
  readonly [screen in keyof screens]: { readonly [cell in screens[screen]]: () => ReactElement }
}
