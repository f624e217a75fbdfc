/** Of this package; a test holds it against `package.json`. */
export const CLI_VERSION = '0.2.0'
