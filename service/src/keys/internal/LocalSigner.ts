import type { Address, Hex, SignableMessage, TransactionSerializableEIP1559, TypedDataDefinition } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { KeySettingsError } from '../KeyErrors.js'
import type { Signer } from '../Signer.js'
import { proveSigning } from './proveSigning.js'

/** A key in this process. */
export class LocalSigner implements Signer {
  readonly address: Address
  readonly #account: PrivateKeyAccount

  constructor(privateKey: Hex) {
    this.#account = accountOf(privateKey)
    this.address = this.#account.address
  }

  signMessage(message: SignableMessage): Promise<Hex> {
    return this.#account.signMessage({ message })
  }

  signTypedData(data: TypedDataDefinition): Promise<Hex> {
    return this.#account.signTypedData(data)
  }

  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex> {
    return this.#account.signTransaction(transaction)
  }

  health(): Promise<void> {
    return proveSigning(this)
  }
}

/** The error of a bad key is made here, because the curve's own may quote it. */
function accountOf(privateKey: Hex): PrivateKeyAccount {
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) throw new KeySettingsError('not_a_key')
  try {
    return privateKeyToAccount(privateKey)
  } catch {
    throw new KeySettingsError('not_a_key')
  }
}
