/** Why a call failed, in one word: an error of a provider or a library may contain the prompt or the key. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly outcome: 'misdirected' | 'redirected' | 'too_large'

  constructor(outcome: ModelFailure['outcome']) {
    super(`The model's provider cannot be used: ${outcome}.`)
    this.outcome = outcome
  }
}
