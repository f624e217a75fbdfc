/** Version of all Holdfast packages. Written by `npm run generate` from `sdk/package.json`. */
export const VERSION = '0.2.0'

/** The version printed in every error message, written likewise; an object, so that tests can fix it. */
export const version = { current: '@holdfast/sdk@0.2.0' }
