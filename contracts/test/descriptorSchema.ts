/**
 * The part of ERC-7730 that our descriptors use, as a JSON schema of our own. It is closed: what it does not name is refused, so a
 * descriptor that it accepts is accepted by version 2.0.0 of the published schema too, which allows more.
 */
type Schema = Readonly<Record<string, unknown>>

const text: Schema = { type: 'string', minLength: 1 }

/** How a value is shown, with the parameters of those ways that have any. */
const ways: Readonly<Record<string, Schema | undefined>> = {
  raw: undefined,
  duration: undefined,
  addressName: closed({ types: list({ enum: ['wallet', 'eoa', 'contract', 'token', 'collection'] }) }),
  unit: closed({ base: text, decimals: { type: 'integer', minimum: 0 } }),
  date: closed({ encoding: { enum: ['timestamp', 'blockheight'] } }),
  enum: closed({ $ref: { type: 'string', pattern: '^\\$\\.metadata\\.enums\\.\\w+$' } }),
}

const seen = { path: text, visible: { enum: ['always', 'optional'] } }
const address: Schema = { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' }
// 23 and 39 characters fit on the screens of hardware wallets.
const label: Schema = { type: 'string', minLength: 1, maxLength: 23 }
const intent: Schema = { type: 'string', minLength: 1, maxLength: 39 }
const shown = Object.entries(ways).map(([way, params]) => {
  const field = { ...seen, label, format: { const: way } }
  return closed(params === undefined ? field : { ...field, params })
})
const hidden = closed({ path: text, visible: { oneOf: [{ const: 'never' }, closed({ mustMatch: list(address) })] } })
const format = closed({ intent, fields: list({ oneOf: [...shown, hidden] }, 0) })
/** A name and its parameters: one space between type and name, none after a comma. */
const fragment = '^[A-Za-z]\\w*\\((?!\\s)(?!.*,\\s)(?!.*\\s{2}).*\\)$'

const deployments = list(closed({ chainId: { type: 'integer', minimum: 1 }, address }))
const factory = closed({ deployments, deployEvent: { type: 'string', pattern: '^\\w+\\(.*\\)$' } })
const contract = { oneOf: [closed({ deployments }), closed({ factory })] }
const domain = closed({ name: text, version: text }, ['version'])
const eip712 = closed({ deployments, domain }, ['deployments'])

const enums: Schema = {
  type: 'object',
  additionalProperties: { type: 'object', propertyNames: { pattern: '^\\d+$' }, additionalProperties: text },
}

export const descriptorSchema: Schema = closed({
  $schema: { const: 'https://eips.ethereum.org/assets/eip-7730/erc7730-v2.schema.json' },
  context: { oneOf: [closed({ $id: text, contract }), closed({ $id: text, eip712 })] },
  metadata: closed({ owner: text, contractName: text, enums }),
  display: closed({
    formats: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: fragment },
      additionalProperties: format,
    },
  }),
})

/** An object with these members, all of them but the optional ones, and no other. */
function closed(properties: Readonly<Record<string, unknown>>, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', properties, required, additionalProperties: false }
}

function list(items: Schema, minItems = 1): Schema {
  return { type: 'array', items, minItems, uniqueItems: true }
}
