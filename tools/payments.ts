/** Which exported functions take a wallet, and which of them take the options of the guard. */
import ts from 'typescript'
import type { EntryPoint } from './surface.js'

/** An exported function that can sign or send. */
export type WalletFunction = {
  readonly name: string
  /** Whether it accepts `skipRiskCheck`, `acknowledgement` and `checkOptions`. */
  readonly isGuarded: boolean
}

/** Every function of an entry point of which a parameter holds a `walletClient`. */
export function findWalletFunctions({ exported, checker }: EntryPoint): WalletFunction[] {
  return exported.flatMap(({ name, symbol }) => {
    if (!(symbol.flags & ts.SymbolFlags.Function)) return []
    const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures()
    const parameters = signatures.flatMap((signature) =>
      signature.getParameters().map((parameter) => checker.getNonNullableType(checker.getTypeOfSymbol(parameter))),
    )
    const has = (property: string) => parameters.some((type) => checker.getPropertyOfType(type, property) !== undefined)
    if (!has('walletClient')) return []
    const isGuarded =
      ['skipRiskCheck', 'checkOptions'].every(has) && (has('acknowledgement') || has('acknowledgements'))
    return [{ name, isGuarded }]
  })
}
