export { type HoldfastPublicActions, holdfastPublicActions } from './holdfastPublicActions.js'
export {
  type HoldfastWalletActions,
  type HoldfastWalletActionsOptions,
  holdfastWalletActions,
} from './holdfastWalletActions.js'
